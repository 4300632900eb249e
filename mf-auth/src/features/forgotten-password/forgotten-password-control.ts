/** The form under control: loaded when a visitor turns to it. */
import type { ForgottenPassword } from 'shared/contracts/account';
import { controlForm } from 'shared/forms/form-control';
import { checkForgottenPassword } from 'shared/rules/account';
import type { Outcome } from '../../form/use-account-form.ts';

export const control = (form: HTMLFormElement, outcome: Outcome<ForgottenPassword>) =>
  controlForm<ForgottenPassword & Record<string, unknown>>(form, {
    fields: ['email'],
    check: checkForgottenPassword,
    trim: (values) => values,
    ...outcome,
  });
