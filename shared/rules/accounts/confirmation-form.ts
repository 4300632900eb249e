import type { FormTable, FormValues } from '../form.ts';
import { registrationForm } from './registration-form.ts';

/** Confirming an address with the password that was chosen when registering. */
export const confirmationForm = {
  password: { kind: 'password', label: 'Password', autoComplete: 'current-password' },
} as const satisfies FormTable;

/** Confirming it with a new password. The email address is the mailed link's. */
export const newConfirmationForm = {
  username: registrationForm.username,
  password: { kind: 'new-password', label: 'New password', autoComplete: 'new-password' },
  term: registrationForm.term,
} as const satisfies FormTable;

/** Body of `accountCalls.confirm`: the browser that registered needs no password, so it may be empty. */
export type Confirmation = FormValues<typeof confirmationForm>;

/** Body of `accountCalls.confirmAnew`. */
export type NewConfirmation = FormValues<typeof newConfirmationForm>;
