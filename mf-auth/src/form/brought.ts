import { ownPath, paths } from 'shared/contracts/paths';
import { REFERRAL_QUERY } from 'shared/contracts/referrals';
import { referralCode } from 'shared/rules/referrals/referral';

/** Query parameters that the login page and its neighbours hand on to each other. */
export const handedOn = ['next', REFERRAL_QUERY];

interface Brought {
  /** Where the visitor wants to be after logging in: a path of this site. */
  next: string;
  /** Code of the referral link that led here, or nothing. */
  ref: string;
  /** The URL with the same in its query: of a page, a form's action, or third-party sign-in. */
  handOn: (url: string) => string;
}

/** What the address of the login page, or of a neighbour, brings. */
export function broughtBy({ search }: { search: string }): Brought {
  const query = new URLSearchParams(search);
  const next = ownPath(query.get('next'));
  const ref = referralCode(query.get(REFERRAL_QUERY));
  const more = new URLSearchParams({ ...(next !== paths.home && { next }), ...(ref && { [REFERRAL_QUERY]: ref }) });
  return { next, ref, handOn: (url) => (more.size > 0 ? `${url}${url.includes('?') ? '&' : '?'}${more}` : url) };
}
