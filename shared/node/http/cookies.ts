/** The site's cookies over HTTP. Scripts cannot read them, and other sites send them only by following links. */
import { hostCookie } from './session-cookie.ts';

interface CookieValue {
  value: string;
  /** Seconds; 0 deletes the cookie. */
  maxAge: number;
}

/** What a value may consist of (RFC 6265, 4.1.1); a semicolon would begin an attribute. */
const COOKIE_OCTETS = /^[\x21\x23-\x2B\x2D-\x3A\x3C-\x5B\x5D-\x7E]*$/;

/**
 * One `Set-Cookie`.
 * @param publicUrl origin of `PUBLIC_URL`
 * @throws RangeError if the value has characters that no cookie can have
 */
export function setCookie(publicUrl: string, name: string, { value, maxAge }: CookieValue): string {
  if (!COOKIE_OCTETS.test(value)) throw new RangeError(`The value of cookie "${name}" cannot be used in a cookie.`);
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
