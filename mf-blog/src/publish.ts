import { callApi } from 'shared/api-client/api';
import { IDEMPOTENCY_HEADER } from 'shared/contracts/idempotency';
import type { CreatedPost } from 'shared/contracts/posts';
import { readForm, trimForm } from 'shared/rules/form';
import { type NewPost, postForm } from 'shared/rules/post-form';

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

/** A form's post: what was typed, without the space around it. */
export function postOf(form: FormData): NewPost {
  return bare(trimForm(postForm, readForm(postForm, form)));
}

/** A post without an author who is none, and without space around its text, which shows nowhere. */
export function bare({ title, content, author }: NewPost): NewPost {
  return { title, content: content.trim(), ...(author ? { author } : {}) };
}
