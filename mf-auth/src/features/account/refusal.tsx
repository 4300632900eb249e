import { useEffect } from 'react';
import type { FormResult } from 'shared/forms/answer-form';
import type { FormTable } from 'shared/rules/form';
import { BannerAction } from 'shared/ui/banner';
import { ButtonLink } from 'shared/ui/button';
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
      {isAtField ? (
        <BannerAction>
          <ButtonLink href={`#${form}`} $kind="secondary" $small>
            See what is wrong
          </ButtonLink>
        </BannerAction>
      ) : (
        <p>{result.message}</p>
      )}
    </Notice>
  );
}
