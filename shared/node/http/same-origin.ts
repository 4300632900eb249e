/**
 * Protection against other sites' pages: browsers send `Origin` with every request that changes something, so one
 * that comes from elsewhere is refused. Clients that are not browsers send no `Origin`, and no cookies of a visitor.
 */
const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/** Whether requests with this method only read (RFC 9110, 9.2.1). */
export const isSafe = (method: string): boolean => SAFE_METHODS.includes(method);

/** @param publicOrigin origin of `PUBLIC_URL` */
export function isCrossSite(method: string, origin: string | undefined, publicOrigin: string): boolean {
  return origin !== undefined && origin !== publicOrigin && !isSafe(method);
}

/** The message to a person whose request was refused for that reason. */
export const crossSiteDetail = (publicOrigin: string): string =>
  `This was sent from a page at another address. Open ${publicOrigin} and try again.`;

/** The same where it is not known which page sent it: some text browsers, and programs, do not say. */
export const unknownPageDetail = (publicOrigin: string): string =>
  'Your browser did not say which page sent this (the header Origin is missing), and another site may have. ' +
  `Open ${publicOrigin} in another browser and try again.`;
