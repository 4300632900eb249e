import type { ReactNode } from 'react';
import { href, paths } from 'shared/contracts/paths';
import { FormRows } from 'shared/ui/field';
import type { FormAnswer } from '../../form/answer.ts';
import type { AccountForm } from './forms.ts';

export type Answer = FormAnswer | null | undefined;

interface SmallFormProps {
  name: AccountForm;
  children: ReactNode;
}

/** The answer, if it is this form's. */
export function answerTo(name: AccountForm, answer: Answer): FormAnswer | undefined {
  return answer?.form === name ? answer : undefined;
}

/** One form of the page. */
export function SmallForm({ name, children }: SmallFormProps) {
  return (
    <FormRows method="post" action={href(paths.account)} noValidate>
      <input type="hidden" name="form" value={name} />
      {children}
    </FormRows>
  );
}
