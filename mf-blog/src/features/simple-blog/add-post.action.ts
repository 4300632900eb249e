import { data, type ActionFunctionArgs } from 'react-router-dom';
import { ApiError } from 'shared/api-client/api';
import { href, paths } from 'shared/contracts/paths';
import { postCalls, type NewPost } from 'shared/contracts/posts';
import { checkPost } from 'shared/rules/post';
import { postOf, publish } from '../../publish.ts';

/** What /apy shows again: what was typed, and why it was not added. */
export interface AddPostAnswer {
  post: NewPost;
  problem: string;
}

/** Adds a post, for browsers without script. */
export async function action({ request, context }: ActionFunctionArgs) {
  const post = postOf(await request.formData());
  const [problem] = checkPost(post, { contentRequired: true });
  if (problem) return data<AddPostAnswer>({ post, problem: problem.message }, { status: 422 });
  try {
    await publish(postCalls.add, post, undefined, context);
    return new Response(null, { status: 303, headers: { location: `${href(paths.simpleBlog)}?added` } });
  } catch (error) {
    const { status, problem: refused } = error instanceof ApiError ? error : { status: 0, problem: undefined };
    const sentence = 'We could not add the post. Your text is still here: try again.';
    return data<AddPostAnswer>({ post, problem: refused?.detail ?? sentence }, { status: status >= 400 ? status : 503 });
  }
}
