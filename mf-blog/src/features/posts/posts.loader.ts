import type { LoaderFunctionArgs } from 'react-router-dom';
import { postCalls, type PostSummary } from 'shared/contracts/posts';
import { failure } from '../../failure.ts';
import { getPosts } from '../../post-list.ts';

/** One page of posts; `?before=` asks for older ones. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const before = new URL(request.url).searchParams.get('before');
  try {
    return await getPosts<PostSummary>(postCalls.posts, before, { context, signal: request.signal });
  } catch (error) {
    if (request.signal.aborted) throw error;
    return failure(error);
  }
}
