import type { ActionFunctionArgs } from 'react-router-dom';
import { answerForm, seeOther, type FormResult } from 'shared/forms/answer-form';
import { readForm } from 'shared/rules/form';
import { checkPost } from 'shared/rules/posts/post';
import { postForm } from 'shared/rules/posts/post-form';
import { bare, plainCall, publish, publishedHref } from '../../publishing/publish.ts';
import { CONTINUE } from './intent.ts';

/** What /new shows again: what was typed, and why it was not published. */
export type NewPostResult = FormResult<typeof postForm>;

/** Publishes plain text, for browsers without script; a text from /write is first shown again to get a title. */
export async function action({ request, context }: ActionFunctionArgs) {
  const arrived = await request.formData();
  if (arrived.get('intent') === CONTINUE)
    return { values: readForm(postForm, arrived), errors: {} } satisfies NewPostResult;
  return await answerForm(arrived, {
    form: postForm,
    check: (post) => checkPost(post, { contentRequired: false }),
    takesKey: true,
    send: (typed, key) => {
      const post = bare(typed);
      return publish(plainCall(post), post, { form: arrived, key, context });
    },
    sent: (id) => seeOther(publishedHref(id)),
    otherwise:
      'We do not know whether the post was published. Your text is still here; trying again does not publish it twice.',
  });
}
