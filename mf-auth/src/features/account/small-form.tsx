import type { ReactNode } from 'react';
import { href, paths } from 'shared/contracts/paths';
import type { FormResult } from 'shared/forms/answer-form';
import type { FormTable } from 'shared/rules/form';
import { FormRows } from 'shared/ui/field';
import { ForAccount } from 'shared/ui/for-account';
import type { AccountForm } from './forms.ts';

/** What the server answered to one of the page's forms. */
export type AccountFormResult = FormResult<FormTable> | null | undefined;

/** Of a form that asks the owner of the account for the password, if there is one. */
export interface PasswordAskingProps {
  email: string;
  hasPassword: boolean;
  result: AccountFormResult;
}

interface SmallFormProps {
  name: AccountForm;
  children: ReactNode;
}

/** What is wrong with a form, if the result is this form's. */
export function errorsOf(name: AccountForm, result: AccountFormResult): FormResult<FormTable>['errors'] {
  return result?.name === name ? result.errors : {};
}

/** One form of the page. */
export function SmallForm({ name, children }: SmallFormProps) {
  return (
    <FormRows method="post" action={href(paths.account)} noValidate>
      <input type="hidden" name="form" value={name} />
      <ForAccount />
      {children}
    </FormRows>
  );
}
