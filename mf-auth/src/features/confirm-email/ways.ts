/** How an email address is confirmed: with one click, with the password of the registration, or with a new one. */
import { accountCalls, CONFIRM_QUERY, NEW_PASSWORD, OLD_PASSWORD } from 'shared/contracts/account';
import { href, paths, withNext } from 'shared/contracts/paths';
import { confirmationForm, newConfirmationForm } from 'shared/rules/accounts/confirmation-form';
import { broughtBy } from '../../form/brought.ts';

/** For the browser that registered: a button, and nothing to fill in. */
export const CLICK = 'click';

export type Way = typeof CLICK | typeof OLD_PASSWORD | typeof NEW_PASSWORD;

/** The form of each way, and where it is sent. */
export const ways = {
  [CLICK]: { form: {}, call: accountCalls.confirm },
  [OLD_PASSWORD]: { form: confirmationForm, call: accountCalls.confirm },
  [NEW_PASSWORD]: { form: newConfirmationForm, call: accountCalls.confirmAnew },
} as const;

/** The way that the page's URL asks for. */
export function wayOf({ search }: { search: string }): Way {
  const way = new URLSearchParams(search).get(CONFIRM_QUERY);
  return way === OLD_PASSWORD || way === NEW_PASSWORD ? way : CLICK;
}

/** URL of the page itself. @param next where the visitor wants to be afterwards */
export function confirmPage(next: string, way: Way = CLICK): string {
  return withNext(`${href(paths.confirmEmail)}${way === CLICK ? '' : `?${CONFIRM_QUERY}=${way}`}`, next);
}

/** The link itself logs nobody in, so the visitor goes on to the login page. */
export function afterwardsOf(location: { search: string }): string {
  return withNext(`${href(paths.login)}?notice=confirmed`, broughtBy(location).next);
}
