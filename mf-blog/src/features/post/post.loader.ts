import type { LoaderFunctionArgs } from 'react-router-dom';
import { ApiError, callApi } from 'shared/api-client/api';
import { postCalls, type Post } from 'shared/contracts/posts';
import { failure } from '../../failure.ts';

/** One post, its content sanitised. Each side loads its own sanitiser, the browser only when it needs one. */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  try {
    const post = await callApi<Post>(postCalls.post(params.id ?? ''), { context, signal: request.signal });
    const { sanitise } = import.meta.env.SSR ? await import('./sanitise.server.ts') : await import('./sanitise.client.ts');
    return { post: { ...post, content: sanitise(post.content) } };
  } catch (error) {
    if (request.signal.aborted) throw error;
    // A number that is none is a post that does not exist.
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) {
      throw new Response('There is no such post.', { status: 404 });
    }
    return failure(error);
  }
}
