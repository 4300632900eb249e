/** The result of a form sent without script, in words. Loaded on the server only. */
import { applicationResult } from 'shared/contracts/careers';
import type { ProblemCode } from 'shared/contracts/problem';
import { fieldId } from 'shared/forms/form-errors';
import { applicationForm } from 'shared/rules/careers/application-form';
import type { FormField } from 'shared/rules/form';
import { referenceOf } from 'shared/rules/reference';
import { isUuid } from 'shared/rules/uuid';
import { FORM_NAME } from './form-name.ts';

const reasons: Partial<Record<ProblemCode, string>> = {
  'validation-failed': 'Something in it needs another look',
  'body-too-large': 'It was too large',
  'too-many-requests': 'Too many applications were sent from your connection; try again in an hour',
};

/** The API cannot say what it has done. */
const unsure: readonly ProblemCode[] = ['internal-error', 'outcome-unknown'];

export interface ResultNotice {
  kind: 'success' | 'error';
  /** A sentence, or the reference if the application has arrived. */
  text: string;
  /** The fields that were refused, for the summary: the URL does not say what was wrong with them. */
  wrong: readonly { id: string; label: string }[];
}

/** What the page's URL says about the result; undefined if it says nothing. */
export function resultNotice(query: URLSearchParams): ResultNotice | undefined {
  const received = query.get(applicationResult.received);
  if (received && isUuid(received)) return { kind: 'success', text: referenceOf(received), wrong: [] };
  const refused = query.get(applicationResult.refused);
  if (!refused) return undefined;
  const wrong = (query.get(applicationResult.fields) ?? '').split(',').flatMap((name) => {
    const field = entryOf<FormField>(applicationForm, name);
    return field ? [{ id: fieldId(FORM_NAME, name), label: field.label }] : [];
  });
  if (unsure.includes(refused as ProblemCode)) {
    const text =
      'We do not know whether your application has arrived. If no receipt comes by email, use your browser’s Back button and send it again: it is counted once.';
    return { kind: 'error', text, wrong };
  }
  const reason = `${entryOf(reasons, refused) ?? 'Something went wrong on the way'}.`;
  return {
    kind: 'error',
    text: `Your application was not sent. ${reason} Use your browser’s Back button to return to what you typed, then send it again.`,
    wrong,
  };
}

/** A table's entry by a name from outside; every object also inherits other names. */
function entryOf<Entry>(table: Readonly<Record<string, Entry>>, name: string): Entry | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
