import { useEffect } from 'react';
import { href, paths } from 'shared/contracts/paths';
import type { FormResult } from 'shared/forms/answer-form';
import type { FormTable } from 'shared/rules/form';
import { BannerAction } from 'shared/ui/banner';
import { ButtonLink } from 'shared/ui/button';
import { Notice } from '../../components/notice.tsx';
import { refusals, unsure, type AccountForm } from './forms.ts';

/** Says at the top of the page what became of a form further down, and leads to the field. */
export function Refusal({ result }: { result: FormResult<FormTable> }) {
  const form = result.name as AccountForm;
  const isAtField = Object.keys(result.errors).length > 0;
  useEffect(() => document.querySelector<HTMLElement>(`#${form} ~ * [aria-invalid]`)?.focus(), [form]);
  if (result.isUnsure && form !== 'deletion') {
    return (
      <Notice kind="error">
        {unsure[form].text}
        <p>{unsure[form].more}</p>
        <BannerAction>
          <ButtonLink href={href(paths.account)} $kind="secondary" $small>
            Open your account again
          </ButtonLink>
        </BannerAction>
      </Notice>
    );
  }
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
