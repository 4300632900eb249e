/** Posts: who may publish, what is kept, what a page of a list holds. */
import type { CreatedPost, NewPost } from 'shared/contracts/posts';
import { EXCERPT_MAX, PAGE_CONTENT_MAX, PAGE_SIZE } from 'shared/rules/limits';
import { checkPost } from 'shared/rules/post';
import type { Db } from '../database/schema.ts';
import type { Env } from '../env.ts';
import * as posts from '../repositories/posts.ts';
import { fieldsRefused, ProblemError } from './problem.ts';
import { excerptOf, isNestedTooDeeply, plainTextToHtml, sanitise } from './sanitise.ts';

/** One page of a list, and where the next one begins, if there is more. */
interface Page<Item> {
  items: Item[];
  /** `before` of the next page. */
  next: number | undefined;
}

/** Largest id that both databases hold. */
const ID_MAX = 2 ** 31 - 1;

/** Publishes rich text: what the allow-list lets pass. @throws ProblemError */
export async function publishRichText(db: Db, posting: Env['POSTING'], post: NewPost): Promise<CreatedPost> {
  if (isNestedTooDeeply(post.content)) {
    throw fieldsRefused([{ field: 'content', message: 'The content is nested too deeply. Remove its formatting, then publish again.' }]);
  }
  return await publish(db, posting, post, { contentRequired: false, toHtml: sanitise });
}

/** Publishes plain text: nothing in it is markup. @throws ProblemError */
export async function publishPlainText(db: Db, posting: Env['POSTING'], post: NewPost): Promise<CreatedPost> {
  return await publish(db, posting, post, { contentRequired: true, toHtml: plainTextToHtml });
}

async function publish(
  db: Db,
  posting: Env['POSTING'],
  post: NewPost,
  { contentRequired, toHtml }: { contentRequired: boolean; toHtml: (content: string) => string },
): Promise<CreatedPost> {
  if (posting !== 'public') throw postingClosed(posting);
  const problems = checkPost(post, { contentRequired });
  if (problems.length > 0) throw fieldsRefused(problems);
  const content = toHtml(post.content);
  const postId = await posts.insertPost(db, {
    title: post.title.trim(),
    content,
    excerpt: excerptOf(content, EXCERPT_MAX),
    author: post.author?.trim() || null,
    created_at: new Date().toISOString(),
  });
  return { postId };
}

/** @param id as it stands in the address @throws ProblemError `not-found`, for what cannot be an id too */
export async function readPost(db: Db, id: string): Promise<posts.StoredPost> {
  const number = /^[1-9]\d{0,9}$/.test(id) ? Number(id) : undefined;
  const post = number !== undefined && number <= ID_MAX ? await posts.findPost(db, number) : undefined;
  if (!post) throw new ProblemError({ status: 404, code: 'not-found', detail: 'There is no post at this address.' });
  return post;
}

export async function readSummaries(db: Db, before?: number): Promise<Page<posts.StoredSummary>> {
  const found = await posts.listSummaries(db, { before, limit: PAGE_SIZE + 1 });
  const items = found.slice(0, PAGE_SIZE);
  return { items, next: found.length > PAGE_SIZE ? items.at(-1)?.id : undefined };
}

/** Full posts: a page ends early when its contents grow large. */
export async function readPosts(db: Db, before?: number): Promise<Page<posts.StoredPost>> {
  const items = await posts.listPosts(db, { before, limit: PAGE_SIZE, maxContent: PAGE_CONTENT_MAX });
  const last = items.at(-1)?.id;
  const older = last === undefined ? [] : await posts.listSummaries(db, { before: last, limit: 1 });
  return { items, next: older.length > 0 ? last : undefined };
}

function postingClosed(posting: 'members' | 'off'): ProblemError {
  return new ProblemError({
    status: 403,
    code: 'posting-closed',
    detail: posting === 'off' ? 'Publishing posts is switched off on this site.' : 'Only members may publish posts on this site.',
  });
}
