import { callApi } from 'shared/api-client/api';
import { IDEMPOTENCY_HEADER } from 'shared/contracts/idempotency';
import type { CreatedPost } from 'shared/contracts/posts';
import type { NewPost } from 'shared/rules/post-form';

/**
 * Publishes a post.
 * @param call `postCalls.posts` for HTML, `postCalls.add` for plain text
 * @param key names the attempt: the same post sent again with the same key is published once
 * @returns the post's id
 * @throws ApiError
 */
export async function publish(call: string, post: NewPost, key?: string, context?: unknown): Promise<number> {
  const headers: Record<string, string> = key === undefined ? {} : { [IDEMPOTENCY_HEADER]: key };
  const { postId } = await callApi<CreatedPost>(call, { method: 'POST', body: post, headers, context });
  return postId;
}

/** A post without the space around what was typed, and without an empty author. */
export function bare({ title, content, author = '' }: NewPost): NewPost {
  const name = author.trim();
  return { title: title.trim(), content: content.trim(), ...(name && { author: name }) };
}
