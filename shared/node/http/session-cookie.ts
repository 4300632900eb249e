/** Names of the site's cookies, which the API sets and the shell's server looks for. */

/** `__Host-` over https: no other host, not even a subdomain, can set it. @param publicUrl origin of `PUBLIC_URL` */
export function hostCookie(publicUrl: string, name: string): string {
  return publicUrl.startsWith('https:') ? `__Host-${name}` : name;
}

/** Whether a request's `Cookie` header names a session; only the API knows whether it is still open. */
export function namesSession(publicUrl: string, cookieHeader: string | undefined): boolean {
  const wanted = `${hostCookie(publicUrl, 'session')}=`;
  return cookieHeader?.split(';').some((pair) => pair.trim().startsWith(wanted)) ?? false;
}
