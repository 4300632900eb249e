/** Posts: what is stored, and what a page of a list holds. */
import type { CreatedPost, PostLink } from 'shared/contracts/posts';
import { trimForm } from 'shared/rules/form';
import { EXCERPT_MAX, PAGE_CONTENT_MAX, PAGE_SIZE } from 'shared/rules/limits';
import { firstWords } from 'shared/rules/posts/post-text';
import { plainTextToHtml } from 'shared/rules/posts/plain-text';
import { checkDecodedContent, checkPost, checkStoredContent } from 'shared/rules/posts/post';
import { type NewPost, postForm } from 'shared/rules/posts/post-form';
import { POST_ID_MAX } from 'shared/rules/posts/post-id';
import { isVisible } from 'shared/rules/text';
import type { Db } from '../../database/schema.ts';
import { usePostImages } from './images/image-repository.ts';
import { findAnyPost, lockOwner } from './own-post-repository.ts';
import { indexPosts, wordsOfPost, searchSummaries } from './search/search-index.ts';
import { noSuchPost, postId } from './post-id.ts';
import * as posts from './repository.ts';
import { once } from '../../database/idempotency.ts';
import { placeImages } from './images/image-places.ts';
import { fieldsRefused, ProblemError } from '../../problem.ts';
import { costlyBecause, ELEMENTS_MAX } from './html/sanitise.ts';
import { tellOfNewPost, type Watching } from './moderation/watching.ts';
import { searchWords } from './search/search-words.ts';
import { storableHtml } from './html/storable-html.ts';

export interface PublishDependencies {
  db: Db;
  /** Who hears of posts. */
  watching: Watching;
  /** Origin of the site's own images. */
  publicUrl: string;
}

/** One page of a list, and where the next one begins, if there is more. */
export interface Page<Item> {
  items: Item[];
  /** `before` of the next page. */
  next: number | undefined;
}

interface Submission {
  /** The same key with the same post gives the first answer again and publishes nothing. */
  idempotencyKey?: string | undefined;
  /** The account of the author who is logged in. */
  ownerId: string | null;
}

/** A post that was accepted, its content as HTML. */
interface AcceptedPost {
  title: string;
  html: string;
  author: string | null;
}

/** Publishes rich text: what the allow-list lets pass. @throws ProblemError */
export async function publishRichText(to: PublishDependencies, post: NewPost, by: Submission): Promise<CreatedPost> {
  return await publish(to, acceptRichText(post), { ...by, sent: [false, post] });
}

/** Publishes plain text: nothing in it is markup. Otherwise as {@link publishRichText}. */
export async function publishPlainText(to: PublishDependencies, post: NewPost, by: Submission): Promise<CreatedPost> {
  return await publish(to, accept(post, { contentRequired: true, toHtml: plainTextToHtml }), {
    ...by,
    sent: [true, post],
  });
}

/** Rich text as it is stored, except for its images. @throws ProblemError for what the rules refuse */
export function acceptRichText(post: NewPost): AcceptedPost {
  const costly = costlyBecause(post.content);
  if (costly) {
    const limit = ELEMENTS_MAX.toLocaleString('en-GB');
    const what = costly === 'depth' ? 'is nested too deeply' : `has more than ${limit} pieces of formatting`;
    throw fieldsRefused([
      { field: 'content', message: `The content ${what}. Remove its formatting, then publish again.` },
    ]);
  }
  return accept(post, { contentRequired: false, toHtml: storableHtml });
}

function accept(
  post: NewPost,
  { contentRequired, toHtml }: { contentRequired: boolean; toHtml: (content: string) => string },
): AcceptedPost {
  const problems = checkPost(post, { contentRequired });
  if (problems.length > 0) throw fieldsRefused(problems);
  const { title, content: typed, author } = trimForm(postForm, post);
  const html = toHtml(typed);
  const hidden = checkDecodedContent(html);
  if (hidden.length > 0) throw fieldsRefused(hidden);
  return { title, html, author: isVisible(author) ? author : null };
}

async function publish(
  { watching, publicUrl }: PublishDependencies,
  { title, html, author }: AcceptedPost,
  { idempotencyKey, ownerId, sent }: Submission & { sent: unknown },
): Promise<CreatedPost> {
  return await watching.mailer.transaction((tx) => {
    const store = async (): Promise<CreatedPost> => {
      if (ownerId !== null && !(await lockOwner(tx, ownerId))) throw accountGone();
      const { content, images } = await asStored(tx, publicUrl, html);
      const id = await posts.insertPost(tx, {
        title,
        content,
        excerpt: firstWords(content, EXCERPT_MAX),
        author,
        createdAt: new Date().toISOString(),
        ownerId,
      });
      await indexPosts(tx, [{ id, words: wordsOfPost({ title, content }) }]);
      if (images.length > 0) await usePostImages(tx, id, images);
      await tellOfNewPost(tx, watching, id);
      return { postId: id };
    };
    // Its author may have deleted it since, and wants it back.
    const isThere = async ({ postId: id }: CreatedPost) => (await findAnyPost(tx, id)) !== undefined;
    return once(tx, { scope: 'post', key: idempotencyKey, content: sent }, store, isThere);
  });
}

/** The content as it is stored, and the ids of its images. @throws ProblemError */
export async function asStored(tx: Db, publicUrl: string, html: string): ReturnType<typeof placeImages> {
  const placed = await placeImages(tx, publicUrl, html);
  const problems = checkStoredContent(placed.content);
  if (problems.length > 0) throw fieldsRefused(problems);
  return placed;
}

function accountGone(): ProblemError {
  return new ProblemError({
    status: 401,
    code: 'login-required',
    detail: 'Your account was deleted before this post was published. Nothing has changed.',
  });
}

/** @param id as in the URL @throws ProblemError `not-found`, also for what cannot be an id */
export async function readPost(
  db: Db,
  id: string,
): Promise<{ post: posts.FoundPost; older: PostLink | null; newer: PostLink | null }> {
  const post = await posts.findPost(db, postId(id));
  if (!post) throw noSuchPost();
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
      : await search(db, { query, before: before ?? POST_ID_MAX, limit });
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
