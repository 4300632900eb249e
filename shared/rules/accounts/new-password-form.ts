import type { FormTable, FormValues } from '../form.ts';

/** Setting a new password with a mailed link, whose token is in a cookie that scripts cannot read. */
export const newPasswordForm = {
  password: { kind: 'new-password', label: 'New password', autoComplete: 'new-password' },
} as const satisfies FormTable;

/** Body of `accountCalls.newPassword`. */
export type NewPassword = FormValues<typeof newPasswordForm>;
