import type { FormTable, FormValues } from '../form.ts';

/** Logging in. */
export const loginForm = {
  email: { kind: 'email', label: 'Email', autoComplete: 'username' },
  password: { kind: 'password', label: 'Password', autoComplete: 'current-password' },
} as const satisfies FormTable;

/** Body of `accountCalls.login`. */
export type Credentials = FormValues<typeof loginForm>;
