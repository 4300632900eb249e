import type { ActionFunctionArgs } from 'react-router-dom';
import { answerOf, requestApi } from 'shared/api-client/api';
import { moderationCalls, type HiddenPost } from 'shared/contracts/moderation';
import { answerForm, seeOther, type FormResult } from 'shared/forms/answer-form';
import { href, paths } from 'shared/contracts/paths';
import { HIDDEN_QUERY } from './hidden-query.ts';

export type HidePostResult = FormResult<Record<never, never>>;

export async function action({ request, context }: ActionFunctionArgs) {
  return await answerForm(await request.formData(), {
    form: {},
    check: () => [],
    send: async () => {
      const response = await requestApi(moderationCalls.hiding, { method: 'POST', context });
      return { response, id: (await answerOf<HiddenPost>(response.clone())).id };
    },
    // The link's cookie goes with the answer.
    sent: ({ response, id }) => seeOther(`${href(paths.hidePost)}?${HIDDEN_QUERY}=${id}`, response),
    otherwise: 'We could not hide the post. Try again.',
  });
}
