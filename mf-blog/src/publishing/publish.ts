import { answerOf, requestApi } from 'shared/api-client/api';
import { IDEMPOTENCY_HEADER } from 'shared/contracts/idempotency';
import { href, paths } from 'shared/contracts/paths';
import { postCalls, PUBLISH_AS_HEADER, type CreatedPost } from 'shared/contracts/posts';
import type { FormResult } from 'shared/forms/answer-form';
import type { NewPost, simplePostForm } from 'shared/rules/posts/post-form';

interface Attempt {
  /** The form, which names the member as whom the page says it publishes (`publish-as.tsx`). */
  form: FormData;
  /** Names the attempt: the same post sent again with the same key is published once. */
  key?: string | undefined;
  /** The action's context. */
  context?: unknown;
}

/**
 * Publishes a post.
 * @param call `postCalls.posts` for HTML, `postCalls.add` for plain text
 * @returns the post's id, if the API says it: any status from 200 to 299 is success (specification, section 9)
 * @throws ApiError
 */
export async function publish(
  call: string,
  post: NewPost,
  { form, key, context }: Attempt,
): Promise<number | undefined> {
  const member = form.get(PUBLISH_AS_HEADER);
  const headers = {
    ...(typeof member === 'string' && { [PUBLISH_AS_HEADER]: member }),
    ...(key !== undefined && { [IDEMPOTENCY_HEADER]: key }),
  };
  const response = await requestApi(call, { method: 'POST', body: post, headers, context });
  const created = await answerOf<CreatedPost | undefined>(response).catch(() => undefined);
  return created?.postId;
}

/** The call for a post without formatting. The one for plain text wants content, but a title alone is a post, too. */
export function plainCall({ content }: NewPost): string {
  return content.trim() === '' ? postCalls.posts : postCalls.add;
}

/** Where to read a post that has just been published. */
export function publishedHref(id: number | undefined): string {
  return id === undefined ? href(paths.posts) : href(paths.post, { id });
}

/** A post without surrounding white space in its fields, and without an empty author. */
export function bare({ title, content, author = '' }: NewPost): NewPost {
  const name = author.trim();
  return { title: title.trim(), content: content.trim(), ...(name && { author: name }) };
}

/**
 * The key with which the browser itself has sent this post, if it is unknown what became of that.
 * @param answer what the page came back with
 * @param post as {@link bare} makes it
 */
export function keyBefore(answer: FormResult<typeof simplePostForm> | undefined, post: NewPost): string | undefined {
  if (!answer?.isUnsure || JSON.stringify(bare(answer.values)) !== JSON.stringify(post)) return undefined;
  return answer.attempt?.split('.', 1)[0];
}
