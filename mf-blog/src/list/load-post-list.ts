import type { PostSummary } from 'shared/contracts/posts';
import { allLoaded } from 'shared/ui/server-rendered';
import { LoomDrawing, PostRows } from '../components/static-parts.ts';
import { failed, withStatus } from '../loading/failure.ts';
import type { PostList } from './post-list.ts';

/**
 * What a page with a list of posts gets from its loader: the posts, or why there are none.
 * @param posts on their way
 */
export async function loadPostList(posts: Promise<PostList<PostSummary>>, { signal }: Request) {
  const code = allLoaded(PostRows, LoomDrawing);
  const shown = Promise.all([posts, code]).then(([list]) => list);
  return withStatus(await shown.catch((error: unknown) => failed(error, signal, code)));
}
