import type { FormTable, FormValues } from '../form.ts';
import { PASSKEY_NAME_MAX } from '../limits.ts';

/** Adding a passkey. The password is asked for when the login is not recent. */
export const passkeyForm = {
  name: { kind: 'line', label: 'Name of the passkey', max: PASSKEY_NAME_MAX, optional: true, placeholder: 'My phone' },
  password: { kind: 'password', label: 'Your password', autoComplete: 'current-password' },
} as const satisfies FormTable;

/** Removing one. The password as above. */
export const passkeyRemovalForm = {
  id: { kind: 'hidden', label: 'Passkey' },
  password: { kind: 'password', label: 'Your password', autoComplete: 'current-password' },
} as const satisfies FormTable;

/** Body of `accountCalls.passkeyOptions`. */
export type NewPasskey = FormValues<typeof passkeyForm>;

/** Body of `accountCalls.removePasskey`. */
export type PasskeyRemoval = FormValues<typeof passkeyRemovalForm>;
