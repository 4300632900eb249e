/** The form under control: loaded when a visitor turns to it. It has a button and no fields. */
import type { Confirmation } from 'shared/contracts/account';
import { controlForm } from 'shared/forms/form-control';
import type { Outcome } from '../../form/use-account-form.ts';

export const control = (form: HTMLFormElement, outcome: Outcome<Confirmation>) =>
  controlForm<Confirmation & Record<string, unknown>>(form, {
    fields: [],
    check: () => [],
    trim: () => ({}),
    ...outcome,
  });
