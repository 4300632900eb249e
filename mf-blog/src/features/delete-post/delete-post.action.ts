import type { ActionFunctionArgs } from 'react-router-dom';
import { accountPage } from 'shared/contracts/paths';
import { answerForm, seeOther, type FormResult } from 'shared/forms/answer-form';
import type { FormTable } from 'shared/rules/form';
import { deletePost } from '../../own/change-post.ts';

/** Only the version that the page showed is deleted. */
const deletionForm = { version: { kind: 'hidden', label: 'Version' } } as const satisfies FormTable;

export type DeletePostResult = FormResult<typeof deletionForm>;

export async function action({ request, params, context }: ActionFunctionArgs) {
  return await answerForm(await request.formData(), {
    form: deletionForm,
    check: () => [],
    send: ({ version }) => deletePost({ id: params['id'] ?? '', version, context }),
    sent: () => seeOther(accountPage('post-deleted')),
    otherwise: 'We do not know whether the post has been deleted. Your account lists the posts that are left.',
  });
}
