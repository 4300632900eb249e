/** What counts as an e-mail address in every form. Text: specification, section 5. */
import isEmail from 'validator/lib/isEmail.js';
import { EMAIL_MAX } from './limits.ts';
import { isLine } from './text.ts';

export const INVALID_EMAIL = 'invalid Email';

/** Whether mail can be sent to `value`. */
export function isEmailAddress(value: string): boolean {
  // isEmail throws for half a surrogate pair. Within quotes it allows angle brackets, which end an address in a mail.
  return value.length <= EMAIL_MAX && isLine(value) && isEmail(value, { blacklisted_chars: '<>' });
}

export function emailProblem(value: string): string | undefined {
  return isEmailAddress(value) ? undefined : INVALID_EMAIL;
}
