import { useEffect } from 'react';
import type { FormResult } from 'shared/forms/answer-form';
import type { FormTable } from 'shared/rules/form';
import { TextLink } from 'shared/ui/links';
import { Notice } from '../../components/notice.tsx';
import { refusals, type AccountForm } from './forms.ts';

/** Says at the top of the page why a form further down was refused, and leads to the field. */
export function Refusal({ result }: { result: FormResult<FormTable> }) {
  const form = result.name as AccountForm;
  const isAtField = Object.keys(result.errors).length > 0;
  useEffect(() => document.querySelector<HTMLElement>(`#${form} ~ * [aria-invalid]`)?.focus(), [form]);
  return (
    <Notice kind="error">
      {refusals[form]}
      <p>{isAtField ? <TextLink href={`#${form}`}>See what is wrong</TextLink> : result.message}</p>
    </Notice>
  );
}
