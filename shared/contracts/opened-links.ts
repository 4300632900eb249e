/** Some of the API's URLs are opened by browsers themselves, such as mailed links: they must end on a page. */
import { accountLinks } from './account.ts';
import { hideLink } from './moderation.ts';
import { newsletterCalls, withToken } from './newsletter.ts';
import { href, loginFor, paths } from './paths.ts';

/**
 * The page on which such a request ends when the API is away or cannot answer; undefined for all other requests.
 * @param url as requested: path and query
 * @param isUnsure whether it may have been done anyway, as when no answer came
 */
export function pageWhenAway(method: string, url: string, isUnsure = false): string | undefined {
  const [path = '', query = ''] = url.split('?', 2);
  // The login page would look as if nobody were logged in any more.
  if (path === accountLinks.logout) return loginFor(href(paths.account), 'not-logged-out');
  if (isUnsure && path === accountLinks.providerCallback) return loginFor(paths.home, 'maybe-signed-in');
  if (path.startsWith('/auth/')) return loginFor(paths.home, 'unreachable');
  if (method !== 'GET') return undefined;
  // The mail still has the link: its token must not get into another URL.
  if (path === hideLink) return `${href(paths.hidePost)}?error=unreachable`;
  // This page needs the API only when its button is pressed.
  if (path === newsletterCalls.unsubscribe)
    return withToken(href(paths.newsletterUnsubscribe), new URLSearchParams(query).get('token') ?? '');
  return undefined;
}
