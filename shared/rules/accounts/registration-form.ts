import type { FormBody, FormTable } from '../form.ts';
import { EMAIL_MAX, NAME_MAX } from '../limits.ts';

/** Registering. `username` is the full name, `term` the accepted terms. */
export const registrationForm = {
  username: { kind: 'line', label: 'Full name', max: NAME_MAX, autoComplete: 'name' },
  email: { kind: 'email', label: 'Email', max: EMAIL_MAX },
  password: { kind: 'new-password', label: 'Password', autoComplete: 'new-password' },
  term: { kind: 'checkbox', label: 'Terms and conditions', empty: 'Accept the terms and conditions to register.' },
  ref: { kind: 'hidden', label: 'Code of the referral link that led here.', optional: true },
  next: { kind: 'hidden', label: 'Path of this site that the visitor came from.', optional: true },
} as const satisfies FormTable;

/** Body of `accountCalls.register`. */
export type Registration = FormBody<typeof registrationForm>;
