import type { LoaderFunctionArgs } from 'react-router-dom';
import { postCalls, type PostSummary } from 'shared/contracts/posts';
import { loadDrawings } from '../../components/drawn.ts';
import { failed, withStatus } from '../../loading/failure.ts';
import { getPosts, listQuery } from '../../list/post-list.ts';

/** One page of posts; `?before=` asks for older ones, `?q=` for those that contain words. */
export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url);
  const posts = getPosts<PostSummary>(postCalls.posts, listQuery(searchParams), args);
  const [result] = await Promise.all([
    posts.catch((error: unknown) => failed(error, args.request.signal)),
    loadDrawings(),
  ]);
  return withStatus(result);
}
