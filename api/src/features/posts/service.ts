/** Posts: what is kept of them, what a page of a list holds. */
import type { CreatedPost, PostLink } from 'shared/contracts/posts';
import { trimForm } from 'shared/rules/form';
import { EXCERPT_MAX, PAGE_CONTENT_MAX, PAGE_SIZE } from 'shared/rules/limits';
import { checkDecodedContent, checkPost } from 'shared/rules/post';
import { type NewPost, postForm } from 'shared/rules/post-form';
import type { Db } from '../../database/schema.ts';
import { usePostImages } from './image-repository.ts';
import { indexPosts, searchSummaries } from './search-index.ts';
import * as posts from './repository.ts';
import { once } from '../../database/idempotency.ts';
import { placeImages } from './image-places.ts';
import { fieldsRefused, ProblemError } from '../../problem.ts';
import { excerptOf, isNestedTooDeeply, plainTextToHtml, sanitise, textOf } from './sanitise.ts';
import { searchWords, wordsOf } from './search-words.ts';
import { semanticHtml } from './semantic-html.ts';

export interface PublishDependencies {
  db: Db;
  /** Origin of the site's own pictures. */
  publicUrl: string;
}

/** One page of a list, and where the next one begins, if there is more. */
interface Page<Item> {
  items: Item[];
  /** `before` of the next page. */
  next: number | undefined;
}

/** Largest id that both databases hold. */
const ID_MAX = 2 ** 31 - 1;

/**
 * Publishes rich text: what the allow-list lets pass.
 * @param idempotencyKey the same key with the same post gives the first answer again and publishes nothing
 * @throws ProblemError
 */
export async function publishRichText(
  to: PublishDependencies,
  post: NewPost,
  idempotencyKey?: string,
): Promise<CreatedPost> {
  if (isNestedTooDeeply(post.content)) {
    throw fieldsRefused([
      { field: 'content', message: 'The content is nested too deeply. Remove its formatting, then publish again.' },
    ]);
  }
  const toHtml = (content: string) => sanitise(semanticHtml(content));
  return await publish(to, post, { idempotencyKey, contentRequired: false, toHtml });
}

/** Publishes plain text: nothing in it is markup. Otherwise as {@link publishRichText}. */
export async function publishPlainText(
  to: PublishDependencies,
  post: NewPost,
  idempotencyKey?: string,
): Promise<CreatedPost> {
  return await publish(to, post, { idempotencyKey, contentRequired: true, toHtml: plainTextToHtml });
}

async function publish(
  { db, publicUrl }: PublishDependencies,
  post: NewPost,
  {
    idempotencyKey,
    contentRequired,
    toHtml,
  }: { idempotencyKey: string | undefined; contentRequired: boolean; toHtml: (content: string) => string },
): Promise<CreatedPost> {
  const problems = checkPost(post, { contentRequired });
  if (problems.length > 0) throw fieldsRefused(problems);
  const { title, content: typed, author } = trimForm(postForm, post);
  const html = toHtml(typed);
  const hidden = checkDecodedContent(html);
  if (hidden.length > 0) throw fieldsRefused(hidden);
  return await db.transaction().execute((tx) =>
    once(tx, { scope: 'post', key: idempotencyKey, content: [contentRequired, post] }, async () => {
      const { content, images } = await placeImages(tx, publicUrl, html);
      const postId = await posts.insertPost(tx, {
        title,
        content,
        excerpt: excerptOf(content, EXCERPT_MAX),
        author: author || null,
        createdAt: new Date().toISOString(),
      });
      await indexPosts(tx, [{ id: postId, words: wordsOf(`${title} ${textOf(content)}`) }]);
      if (images.length > 0) await usePostImages(tx, postId, images);
      return { postId };
    }),
  );
}

/** @param id as it stands in the address @throws ProblemError `not-found`, for what cannot be an id too */
export async function readPost(
  db: Db,
  id: string,
): Promise<{ post: posts.StoredPost; older: PostLink | null; newer: PostLink | null }> {
  const number = /^[1-9]\d{0,9}$/.test(id) ? Number(id) : undefined;
  const post = number !== undefined && number <= ID_MAX ? await posts.findPost(db, number) : undefined;
  if (!post) throw new ProblemError({ status: 404, code: 'not-found', detail: 'There is no post at this address.' });
  return { post, ...(await posts.findNeighbours(db, post.id)) };
}

/** @param query what a visitor looks for, whatever it is; blank means everything */
export async function readSummaries(
  db: Db,
  { before, query = '' }: { before?: number | undefined; query?: string | undefined },
): Promise<Page<posts.StoredSummary>> {
  const limit = PAGE_SIZE + 1;
  const found =
    query.trim() === ''
      ? await posts.listSummaries(db, { before, limit })
      : await search(db, { query, before: before ?? ID_MAX, limit });
  const items = found.slice(0, PAGE_SIZE);
  return { items, next: found.length > PAGE_SIZE ? items.at(-1)?.id : undefined };
}

async function search(
  db: Db,
  { query, ...page }: { query: string; before: number; limit: number },
): Promise<posts.StoredSummary[]> {
  const words = searchWords(query);
  return words.length === 0 ? [] : await searchSummaries(db, { words, ...page });
}

/** Full posts: a page ends early when its contents grow large. */
export async function readPosts(db: Db, before?: number): Promise<Page<posts.StoredPost>> {
  const items = await posts.listPosts(db, { before, limit: PAGE_SIZE, maxContent: PAGE_CONTENT_MAX });
  const last = items.at(-1)?.id;
  const older = last === undefined ? [] : await posts.listSummaries(db, { before: last, limit: 1 });
  return { items, next: older.length > 0 ? last : undefined };
}
