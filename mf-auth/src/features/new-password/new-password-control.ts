/** The form under control: loaded when a visitor turns to it. */
import type { NewPassword } from 'shared/contracts/account';
import { controlForm } from 'shared/forms/form-control';
import { checkNewPassword } from 'shared/rules/account';
import type { Outcome } from '../../form/use-account-form.ts';

export const control = (form: HTMLFormElement, outcome: Outcome<NewPassword>) =>
  controlForm<NewPassword & Record<string, unknown>>(form, {
    fields: ['password'],
    check: (values) => checkNewPassword(values),
    trim: (values) => values,
    ...outcome,
  });
