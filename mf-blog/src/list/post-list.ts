import type { LoaderFunctionArgs } from 'react-router-dom';
import { answerOf, requestApi } from 'shared/api-client/api';
import { olderThan } from 'shared/api-client/older';
import { SEARCH_MAX } from 'shared/rules/limits';
import { isPostId } from 'shared/rules/posts/post-id';

/** One page of a list of posts. */
export interface PostList<T> {
  posts: T[];
  /** Id to ask for posts older than this page (`?before=`); null on the last page. */
  before: string | null;
}

/** What a page's URL asks for in a list. */
export interface ListQuery {
  /** Only posts older than the one with this id. */
  before: string | null;
  /** Only posts that contain these words. */
  q: string;
}

/**
 * What a URL asks for. A `before` that is no post's number is ignored, and so are parts of a search that do not count,
 * which could make an address that is too long. U+0000, which the API refuses, is read as in HTML: as a character that
 * is in no word.
 */
export function listQuery(search: URLSearchParams): ListQuery {
  const before = search.get('before');
  return {
    before: before !== null && isPostId(before) ? before : null,
    q: search.get('q')?.replaceAll('\0', '\uFFFD').trim().slice(0, SEARCH_MAX) ?? '',
  };
}

/** The URL of one page of a list, either on the site or in the API. */
export function listUrl(path: string, { before, q }: ListQuery): string {
  const query = new URLSearchParams({ ...(q ? { q } : {}), ...(before === null ? {} : { before }) });
  return query.size > 0 ? `${path}?${query}` : path;
}

/**
 * Gets one page of posts, newest first.
 * @param call URL of the list
 * @throws ApiError
 */
export async function getPosts<T>(
  call: string,
  query: ListQuery,
  { context, request: { signal } }: Pick<LoaderFunctionArgs, 'context' | 'request'>,
): Promise<PostList<T>> {
  const response = await requestApi(listUrl(call, query), { signal, context });
  return { posts: await answerOf<T[]>(response), before: olderThan(response) };
}
