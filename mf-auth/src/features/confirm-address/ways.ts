/** How an address is confirmed: with one click, with the password of the registration, or with a new one. */
import { CONFIRM_QUERY, NEW_PASSWORD, OLD_PASSWORD } from 'shared/contracts/account';
import { href, paths, withNext } from 'shared/contracts/paths';
import { nextOf } from '../../form/next.ts';

type Way = typeof OLD_PASSWORD | typeof NEW_PASSWORD;

/** What the page's address asks for; nothing in the browser that registered. */
export function wayOf({ search }: { search: string }): Way | undefined {
  const way = new URLSearchParams(search).get(CONFIRM_QUERY);
  return way === OLD_PASSWORD || way === NEW_PASSWORD ? way : undefined;
}

/** The page itself. @param next where the visitor wants to be afterwards */
export function confirmPage(next: string, way?: Way): string {
  return withNext(`${href(paths.confirmAddress)}${way === undefined ? '' : `?${CONFIRM_QUERY}=${way}`}`, next);
}

/** Nobody is logged in by a link: the visitor does it. */
export function afterwardsOf(location: { search: string }): string {
  return withNext(`${href(paths.login)}?notice=confirmed`, nextOf(location));
}
