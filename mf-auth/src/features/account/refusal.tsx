import { useEffect } from 'react';
import { Banner } from 'shared/ui/banner';
import { TextAnchor } from 'shared/ui/links';
import type { FormAnswer } from '../../form/answer.ts';
import { refusals, type AccountForm } from './forms.ts';

/** Says on top of the page what came of a form further down, and leads to the field. */
export function Refusal({ answer }: { answer: FormAnswer }) {
  const form = answer.form as AccountForm;
  useEffect(() => document.querySelector<HTMLElement>(`#${form} ~ form [aria-invalid]`)?.focus(), [form]);
  return (
    <Banner kind="error">
      {refusals[form]}
      <p>{answer.message ?? <TextAnchor href={`#${form}`}>See what is wrong</TextAnchor>}</p>
    </Banner>
  );
}
