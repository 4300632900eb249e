import type { ActionFunctionArgs } from 'react-router-dom';
import { href, paths } from 'shared/contracts/paths';
import { postCalls } from 'shared/contracts/posts';
import { answerForm, seeOther } from 'shared/forms/answer-form';
import { sentPage } from 'shared/forms/sent';
import { checkPost } from 'shared/rules/posts/post';
import { simplePostForm } from 'shared/rules/posts/post-form';
import { bare, publish } from '../../publishing/publish.ts';

/** Adds a post, for browsers without script. */
export async function action({ request, context }: ActionFunctionArgs) {
  const arrived = await request.formData();
  return await answerForm(arrived, {
    form: simplePostForm,
    check: (post) => checkPost(post, { contentRequired: true }),
    takesKey: true,
    send: (post, key) => publish(postCalls.add, bare(post), { form: arrived, key, context }),
    sent: () => seeOther(sentPage(href(paths.simpleBlog))),
    otherwise:
      'We do not know whether the post was added. Your text is still here; trying again does not add it twice.',
  });
}
