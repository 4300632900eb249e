/** The visitor's own post, for the pages that change it. */
import { data, type LoaderFunctionArgs } from 'react-router-dom';
import { ApiError, callApi, isOffline } from 'shared/api-client/api';
import { postCalls, type OwnPost } from 'shared/contracts/posts';
import { sanitised } from '../article/sanitised.ts';
import { isNoPost } from '../loading/failure.ts';

/** What prevents it: nobody is logged in, they have no such post, the API is away, or the network is. */
export type Obstacle = 'signed-out' | 'missing' | 'failed' | 'offline';

export type OwnPostResult = { post: OwnPost } | { obstacle: Obstacle };

const STATUSES: Record<Obstacle, number> = { 'signed-out': 401, missing: 404, failed: 503, offline: 503 };

/** Loader data. An obstacle is data too: whatever was typed into a form without script is shown beside it. */
export async function loadOwnPost({ params, request, context }: LoaderFunctionArgs) {
  try {
    return { post: await getOwnPost(params['id'] ?? '', { context, signal: request.signal }) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const obstacle = obstacleOf(error);
    return data({ obstacle }, { status: STATUSES[obstacle] });
  }
}

function obstacleOf(error: ApiError): Obstacle {
  if (error.status === 401) return 'signed-out';
  if (isNoPost(error)) return 'missing';
  return isOffline(error) ? 'offline' : 'failed';
}

/** The post as it is now, with its content sanitised. @throws ApiError */
export async function getOwnPost(
  id: string | number,
  request: { context?: unknown; signal?: AbortSignal } = {},
): Promise<OwnPost> {
  const post = await callApi<OwnPost>(postCalls.ownPost(id), request);
  return { ...post, content: await sanitised(post.content) };
}
