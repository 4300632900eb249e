/** The login form under control: loaded when a visitor turns to it. */
import type { Credentials } from 'shared/contracts/account';
import { controlForm } from 'shared/forms/form-control';
import { checkCredentials } from 'shared/rules/account';
import type { Outcome } from '../../form/use-account-form.ts';

export const control = (form: HTMLFormElement, outcome: Outcome<Credentials>) =>
  controlForm<Credentials & Record<string, unknown>>(form, {
    fields: ['email', 'password'],
    check: checkCredentials,
    trim: (values) => values,
    ...outcome,
  });
