import type { LoaderFunctionArgs } from 'react-router-dom';
import { postCalls, type Post, type PostSummary } from 'shared/contracts/posts';
import { EXCERPT_MAX } from 'shared/rules/limits';
import { failure } from '../../failure.ts';
import { getPosts, type PostList } from '../../post-list.ts';
import { firstWords } from './first-words.ts';

/** One page of posts, from the call that carries whole posts; the page needs their first words only. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const before = new URL(request.url).searchParams.get('before');
  try {
    const list = await getPosts<Post>(postCalls.list, before, { context, signal: request.signal });
    const posts = list.posts.map(
      ({ content, ...post }): PostSummary => ({ ...post, excerpt: firstWords(content, EXCERPT_MAX) }),
    );
    return { ...list, posts } satisfies PostList<PostSummary>;
  } catch (error) {
    if (request.signal.aborted) throw error;
    return failure(error);
  }
}
