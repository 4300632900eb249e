import { data, type ActionFunctionArgs } from 'react-router-dom';
import { ApiError } from 'shared/api-client/api';
import { href, paths } from 'shared/contracts/paths';
import { postCalls } from 'shared/contracts/posts';
import { checkPost } from 'shared/rules/post';
import { postOf, publish } from '../../publish.ts';
import { CONTINUE } from './intent.ts';

/** What /new shows again: what was typed, and why it was not published. */
export interface NewPostAnswer {
  title: string;
  content: string;
  titleProblem?: string;
  problem?: string;
}

/** Publishes plain text, for browsers without script; what /write sends comes to be given a title first. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const post = postOf(form);
  if (form.get('intent') === CONTINUE) return post satisfies NewPostAnswer;

  const [problem] = checkPost(post, { contentRequired: false });
  if (problem) {
    const where = problem.field === 'title' ? 'titleProblem' : 'problem';
    return data<NewPostAnswer>({ ...post, [where]: problem.message }, { status: 422 });
  }
  try {
    // The call for plain text wants some; a title alone may be published too.
    const id = await publish(post.content === '' ? postCalls.posts : postCalls.add, post, undefined, context);
    return new Response(null, { status: 303, headers: { location: href(paths.post, { id }) } });
  } catch (error) {
    const { status, problem: refused } = error instanceof ApiError ? error : { status: 0, problem: undefined };
    const sentence = 'We could not publish the post. Your text is still here: try again.';
    return data<NewPostAnswer>({ ...post, problem: refused?.detail ?? sentence }, { status: status >= 400 ? status : 503 });
  }
}
