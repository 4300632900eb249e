/** The form under control: loaded when a visitor turns to it. */
import type { NewConfirmation } from 'shared/contracts/account';
import { controlForm } from 'shared/forms/form-control';
import { checkNewConfirmation } from 'shared/rules/account';
import type { Outcome } from '../../form/use-account-form.ts';

export const control = (form: HTMLFormElement, outcome: Outcome<NewConfirmation>) =>
  controlForm<NewConfirmation & Record<string, unknown>>(form, {
    fields: ['username', 'password', 'term'],
    check: checkNewConfirmation,
    trim: (values) => values,
    ...outcome,
  });
