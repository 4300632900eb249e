/** Calls that change the visitor's own post. Each names the version that the visitor has seen. */
import { ApiError, callApi, requestApi } from 'shared/api-client/api';
import { postCalls, type EditedPost } from 'shared/contracts/posts';
import type { NewPost } from 'shared/rules/posts/post-form';

interface Seen {
  id: string | number;
  version: string;
  /** The action's context. */
  context?: unknown;
}

/** @throws ApiError */
export async function editPost({ id, version, context }: Seen, body: NewPost): Promise<EditedPost> {
  return await callApi<EditedPost>(postCalls.post(id), {
    method: 'PUT',
    body,
    headers: { 'if-match': version },
    context,
  });
}

/** @throws ApiError */
export async function deletePost({ id, version, context }: Seen): Promise<void> {
  await requestApi(postCalls.post(id), { method: 'DELETE', headers: { 'if-match': version }, context });
}

/** Whether the post has changed since the visitor saw it. */
export function hasChanged(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'precondition-failed';
}
