/** The form under control: loaded when a visitor turns to it. */
import type { Confirmation } from 'shared/contracts/account';
import { controlForm } from 'shared/forms/form-control';
import { checkConfirmation } from 'shared/rules/account';
import type { Outcome } from '../../form/use-account-form.ts';

export const control = (form: HTMLFormElement, outcome: Outcome<Confirmation>) =>
  controlForm<Confirmation & Record<string, unknown>>(form, {
    fields: ['password'],
    check: checkConfirmation,
    trim: (values) => values,
    ...outcome,
  });
