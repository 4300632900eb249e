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
    trim: (values) => ({ ...values, ...hiddenOf(form) }),
    ...outcome,
  });

/** The hidden fields are the page's own: there is nothing in them to check. */
function hiddenOf(form: HTMLFormElement): { ref?: string; next?: string } {
  const sent = new FormData(form);
  const [ref, next] = [sent.get(REFERRAL_QUERY), sent.get('next')];
  return { ...(typeof ref === 'string' ? { ref } : {}), ...(typeof next === 'string' ? { next } : {}) };
}
