/** Checks of the newsletter's form, the same in the form and in the API. */
import type { NewsletterSignUp } from '../contracts/newsletter.ts';
import type { FieldProblem } from '../contracts/problem.ts';
import { FIELD_EMPTY, INVALID_EMAIL, isEmailAddress } from './email.ts';

/** What is wrong with a subscription, surrounding space aside; empty if it can be sent. */
export function checkSignUp({ email }: NewsletterSignUp): FieldProblem[] {
  const address = email.trim();
  if (address === '') return [{ field: 'email', message: FIELD_EMPTY }];
  return isEmailAddress(address) ? [] : [{ field: 'email', message: INVALID_EMAIL }];
}
