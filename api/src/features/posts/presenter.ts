/** Posts as they leave the API. */
import { createHash } from 'node:crypto';
import type { LinkedPost } from 'shared/contracts/moderation';
import type { OwnPost, OwnPostSummary, Post, PostDetail, PostLink, PostSummary } from 'shared/contracts/posts';
import { type OwnedPost, type OwnedSummary } from './own-post-repository.ts';
import { versionOf } from './own-posts.ts';
import type { StoredPost, StoredSummary } from './repository.ts';
import { sanitise } from './html/sanitise.ts';

/** How much is remembered of contents that were sanitised, in characters: hashes, and what became of changed ones. */
const CACHE_MAX = 4_000_000;

export function presentSummary({ id, title, author, createdAt, excerpt }: StoredSummary): PostSummary {
  return { id, title, author, created_at: createdAt, excerpt };
}

/** For the company, which decides what to do about it. */
export function presentLinkedPost({ id, title, author, excerpt }: StoredSummary): LinkedPost {
  return { id, title, author, excerpt };
}

/** Sanitised again: a row may come from an older version of the allow-list, or from outside the API. */
export function presentPost({ id, title, content, author, createdAt }: StoredPost): Post {
  return { id, title, content: sanitiseCached(content), author, created_at: createdAt };
}

/** A post with the posts beside it. @param isOwn the visitor who asks has published it */
export function presentDetail({
  post,
  older,
  newer,
  isOwn,
}: {
  post: StoredPost;
  older: PostLink | null;
  newer: PostLink | null;
  isOwn: boolean;
}): PostDetail {
  return {
    ...presentPost(post),
    edited_at: post.editedAt,
    older: older && presentLink(older),
    newer: newer && presentLink(newer),
    ...(isOwn && { is_own: true as const }),
  };
}

export function presentOwnSummary({ id, title, createdAt, editedAt, hiddenAt }: OwnedSummary): OwnPostSummary {
  return { id, title, created_at: createdAt, edited_at: editedAt, is_hidden: hiddenAt !== null };
}

export function presentOwnPost(post: OwnedPost): OwnPost {
  const { content, author } = presentPost(post);
  return { ...presentOwnSummary(post), content, author, version: versionOf(post) };
}

function presentLink({ id, title }: PostLink): PostLink {
  return { id, title };
}

/** By the content's hash; null for content that stayed as it was, like nearly all. */
const cache = new Map<string, string | null>();
let cached = 0;

/** The least recently used results are forgotten first. */
function sanitiseCached(content: string): string {
  const key = createHash('sha256').update(content).digest('base64');
  const known = cache.get(key);
  const clean = known === undefined ? sanitise(content) : (known ?? content);
  const kept = clean === content ? null : clean;
  if (known === undefined) cached += sizeOf(key, kept);
  else cache.delete(key);
  cache.set(key, kept);
  for (const [oldest, value] of cache) {
    if (cached <= CACHE_MAX) break;
    cache.delete(oldest);
    cached -= sizeOf(oldest, value);
  }
  return clean;
}

const sizeOf = (key: string, kept: string | null): number => key.length + (kept?.length ?? 0);
