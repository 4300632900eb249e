import type { FormTable, FormValues } from '../form.ts';

/** Changing the password on the account's own page. */
export const passwordChangeForm = {
  current: { kind: 'password', label: 'Current password', autoComplete: 'current-password' },
  password: { kind: 'new-password', label: 'New password', autoComplete: 'new-password' },
} as const satisfies FormTable;

/** Deleting an account. */
export const deletionForm = {
  password: { kind: 'password', label: 'Your password, to delete the account', autoComplete: 'current-password' },
} as const satisfies FormTable;

/**
 * Deleting an account that has no password, because its owner logs in through the identity provider: one slip of the
 * finger must not be enough.
 */
export const sureDeletionForm = {
  sure: { kind: 'checkbox', label: 'Yes, delete my account.', empty: 'Tick this box to delete your account.' },
} as const satisfies FormTable;

/** Body of `accountCalls.changePassword`. */
export type PasswordChange = FormValues<typeof passwordChangeForm>;

/** Body of `accountCalls.deleteAccount`; without a password for an account that has none. */
export type AccountDeletion = FormValues<typeof deletionForm>;
