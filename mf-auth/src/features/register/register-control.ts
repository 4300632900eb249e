/** The registration form under control: loaded when a visitor turns to it. */
import type { Registration } from 'shared/contracts/account';
import { REFERRAL_QUERY } from 'shared/contracts/referrals';
import { controlForm } from 'shared/forms/form-control';
import { checkRegistration } from 'shared/rules/account';
import type { Outcome } from '../../form/use-account-form.ts';

export const control = (form: HTMLFormElement, outcome: Outcome<Registration>) =>
  controlForm<Registration & Record<string, unknown>>(form, {
    fields: ['username', 'email', 'password', 'term'],
    check: checkRegistration,
    trim: (values) => ({ ...values, ...referralOf(form) }),
    ...outcome,
  });

/** The hidden field is the page's own: there is nothing in it to check. */
function referralOf(form: HTMLFormElement): { ref?: string } {
  const ref = new FormData(form).get(REFERRAL_QUERY);
  return typeof ref === 'string' ? { ref } : {};
}
