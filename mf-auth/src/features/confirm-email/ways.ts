/** How an email address is confirmed: with one click, with the password of the registration, or with a new one. */
import { ACCOUNT_QUERY, accountCalls, CONFIRM_QUERY, NEW_PASSWORD, OLD_PASSWORD } from 'shared/contracts/account';
import { href, paths, withNext } from 'shared/contracts/paths';
import { confirmationForm, newConfirmationForm } from 'shared/rules/accounts/confirmation-form';
import { broughtBy } from '../../form/brought.ts';
import { accountOf } from '../../form/linked-email.ts';

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

/** URL of the page, at `location` now, for one of the ways. */
export function confirmPage(location: { search: string }, way: Way): string {
  const query = new URLSearchParams({
    ...(way !== CLICK && { [CONFIRM_QUERY]: way }),
    [ACCOUNT_QUERY]: accountOf(location),
  });
  return withNext(`${href(paths.confirmEmail)}?${query}`, broughtBy(location).next);
}

/** The link itself logs nobody in, so the visitor goes on to the login page. */
export function afterwardsOf(location: { search: string }): string {
  return withNext(`${href(paths.login)}?notice=confirmed`, broughtBy(location).next);
}
