import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether the browser is on its way to this URL. An image in a post has the site's own origin, and asks by itself: it
 * must not do what a link does. Programs, and browsers that do not say what they ask for, count as on their way.
 */
export function isOpened({ 'sec-fetch-dest': target }: IncomingHttpHeaders): boolean {
  return target === undefined || target === 'document';
}
