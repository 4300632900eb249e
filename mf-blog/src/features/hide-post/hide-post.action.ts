import type { ActionFunctionArgs } from 'react-router-dom';
import { requestApi } from 'shared/api-client/api';
import { moderationCalls, POST_HEADER } from 'shared/contracts/moderation';
import { answerForm, type FormResult } from 'shared/forms/answer-form';
import type { FormTable } from 'shared/rules/form';

/** The link's cookie decides which post may be hidden; the number says which one the page has shown. */
const hidingForm = { id: { kind: 'hidden', label: 'Number of the post' } } as const satisfies FormTable;

export type HidePostResult = FormResult<typeof hidingForm>;

export async function action({ request, context }: ActionFunctionArgs) {
  return await answerForm(await request.formData(), {
    form: hidingForm,
    check: () => [],
    send: ({ id }) => requestApi(moderationCalls.hiding, { method: 'POST', headers: { [POST_HEADER]: id }, context }),
    otherwise: 'We could not hide the post. Try again.',
  });
}
