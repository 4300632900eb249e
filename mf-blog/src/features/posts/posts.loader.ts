import type { LoaderFunctionArgs } from 'react-router-dom';
import { postCalls, type PostSummary } from 'shared/contracts/posts';
import { loadPostList } from '../../list/load-post-list.ts';
import { getPosts, listQuery } from '../../list/post-list.ts';

/** One page of posts; `?before=` asks for older ones, `?q=` for those that contain words. */
export function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url);
  return loadPostList(getPosts<PostSummary>(postCalls.posts, listQuery(searchParams), args), args.request);
}
