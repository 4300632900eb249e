import type { ActionFunctionArgs } from 'react-router-dom';
import { callApi } from 'shared/api-client/api';
import { moderationCalls, POST_HEADER, type HiddenPost } from 'shared/contracts/moderation';
import { href, paths } from 'shared/contracts/paths';
import { answerForm, seeOther, type FormResult } from 'shared/forms/answer-form';
import type { FormTable } from 'shared/rules/form';

/** The link's cookie decides which post may be hidden; the number says which one the page has shown. */
const hidingForm = { id: { kind: 'hidden', label: 'Number of the post' } } as const satisfies FormTable;

export type HidePostResult = FormResult<typeof hidingForm>;

export async function action({ request, context }: ActionFunctionArgs) {
  return await answerForm(await request.formData(), {
    form: hidingForm,
    check: () => [],
    send: ({ id }) =>
      callApi<HiddenPost>(moderationCalls.hiding, { method: 'POST', headers: { [POST_HEADER]: id }, context }),
    sent: ({ id }) => seeOther(`${href(paths.hidePost)}?hidden=${id}`),
    otherwise: 'We do not know whether the post is hidden. Look for it on the site, then try again.',
  });
}
