import type { FormTable, FormValues } from '../form.ts';
import { EMAIL_MAX } from '../limits.ts';

/** Asking for a link for setting a new password. */
export const forgottenPasswordForm = {
  email: { kind: 'email', label: 'Email', max: EMAIL_MAX, autoComplete: 'username' },
} as const satisfies FormTable;

/** Body of `accountCalls.forgotPassword`. */
export type ForgottenPassword = FormValues<typeof forgottenPasswordForm>;
