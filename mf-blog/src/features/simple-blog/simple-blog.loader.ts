import type { LoaderFunctionArgs } from 'react-router-dom';
import { postCalls, type Post, type PostSummary } from 'shared/contracts/posts';
import { EXCERPT_MAX } from 'shared/rules/limits';
import { firstWords } from 'shared/rules/posts/post-text';
import { loadPostList } from '../../list/load-post-list.ts';
import { getPosts, listQuery, type PostList } from '../../list/post-list.ts';

/** One page of posts, from the call that carries whole posts; the page needs their first words only. */
export function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url);
  const { before } = listQuery(searchParams);
  const posts = getPosts<Post>(postCalls.list, { before, q: '' }, args);
  return loadPostList(posts.then(summaries), args.request);
}

function summaries({ posts, before }: PostList<Post>): PostList<PostSummary> {
  return {
    before,
    posts: posts.map(({ content, ...post }) => ({ ...post, excerpt: firstWords(content, EXCERPT_MAX) })),
  };
}
