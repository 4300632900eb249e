import { callApi } from 'shared/api-client/api';
import type { ServerLoaderContext } from 'shared/contracts/shell';

/** One page of a list of posts. */
export interface PostList<T> {
  posts: T[];
  /** Id to ask for posts older than this page (`?before=`); null on the last page. */
  before: string | null;
}

/**
 * Gets one page of posts, newest first.
 * @param call address of the list
 * @param before only posts older than the one with this id
 * @param context the loader's context
 * @throws ApiError
 */
export async function getPosts<T>(
  call: string,
  before: string | null,
  { context, signal }: { context: unknown; signal: AbortSignal },
): Promise<PostList<T>> {
  const apiFetch = (context as Partial<ServerLoaderContext> | undefined)?.apiFetch ?? fetch;
  let link: string | null = null;
  const query = before === null ? '' : `?${new URLSearchParams({ before })}`;
  const posts = await callApi<T[]>(call + query, {
    signal,
    context: {
      async apiFetch(path, init) {
        const response = await apiFetch(path, init);
        link = response.headers.get('link');
        return response;
      },
    } satisfies ServerLoaderContext,
  });
  return { posts, before: olderThan(link) };
}

/** The `before` of a header like `</api/blogs/posts?before=12>; rel="next"` (RFC 8288). */
export function olderThan(link: string | null): string | null {
  return /<[^>]*[?&]before=(\d+)[^>]*>;\s*rel="?next"?/.exec(link ?? '')?.[1] ?? null;
}
