import type { ActionFunctionArgs } from 'react-router-dom';
import { href, paths } from 'shared/contracts/paths';
import { answerForm, seeOther, type FormResult } from 'shared/forms/answer-form';
import { checkPost } from 'shared/rules/posts/post';
import { editPost } from '../../../own/change-post.ts';
import { editForm, htmlOfField } from './edit-form.ts';

/** What the page shows again: what was typed, and why it was not saved. */
export type EditPostResult = FormResult<typeof editForm>;

/** Saves an edited post, for browsers without script. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const id = params['id'] ?? '';
  return await answerForm(await request.formData(), {
    form: editForm,
    check: (post) => checkPost(post, { contentRequired: false }),
    send: ({ title, content, author, version, format }) =>
      editPost({ id, version, context }, { title, content: htmlOfField(content, format), author }),
    sent: () => seeOther(href(paths.post, { id })),
    otherwise: 'We do not know whether the post was saved. Your text is still here: try again.',
  });
}
