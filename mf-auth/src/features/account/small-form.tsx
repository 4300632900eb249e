import type { ReactNode } from 'react';
import { href, paths } from 'shared/contracts/paths';
import { Banner } from 'shared/ui/banner';
import { FormRows } from 'shared/ui/field';
import type { FormAnswer } from '../../form/answer.ts';
import type { AccountForm } from './forms.ts';

export type Answer = FormAnswer | null | undefined;

interface SmallFormProps {
  name: AccountForm;
  /** Of whichever form was sent. */
  answer: Answer;
  children: ReactNode;
}

/** The answer, if it is this form's. */
export function answerTo(name: AccountForm, answer: Answer): FormAnswer | undefined {
  return answer?.form === name ? answer : undefined;
}

/** One form of the page, with what is wrong with it as a whole. */
export function SmallForm({ name, answer, children }: SmallFormProps) {
  const message = answerTo(name, answer)?.message;
  return (
    <FormRows method="post" action={href(paths.account)} noValidate>
      <input type="hidden" name="form" value={name} />
      {message && <Banner kind="error">{message}</Banner>}
      {children}
    </FormRows>
  );
}
