/** The site's cookies over HTTP. None can be read by scripts, none comes along with other sites' requests but for links. */
import { hostCookie } from './session-cookie.ts';

interface CookieValue {
  value: string;
  /** Seconds; 0 takes the cookie away. */
  maxAge: number;
}

/** One `Set-Cookie`. @param publicUrl origin of `PUBLIC_URL` */
export function setCookie(publicUrl: string, name: string, { value, maxAge }: CookieValue): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${hostCookie(publicUrl, name)}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}

/** A cookie of the request's `Cookie` header; empty if there is none. */
export function cookieOf(publicUrl: string, header: string | undefined, name: string): string {
  const wanted = `${hostCookie(publicUrl, name)}=`;
  return (
    header
      ?.split(/; */)
      .find((pair) => pair.startsWith(wanted))
      ?.slice(wanted.length) ?? ''
  );
}
