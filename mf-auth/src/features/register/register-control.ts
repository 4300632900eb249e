/** The registration form under control: loaded when a visitor turns to it. */
import type { Registration } from 'shared/contracts/account';
import { controlForm } from 'shared/forms/form-control';
import { checkRegistration } from 'shared/rules/account';
import type { Outcome } from '../../form/use-account-form.ts';

export const control = (form: HTMLFormElement, outcome: Outcome<Registration>) =>
  controlForm<Registration & Record<string, unknown>>(form, {
    fields: ['username', 'email', 'password', 'term'],
    check: checkRegistration,
    trim: (values) => values,
    ...outcome,
  });
