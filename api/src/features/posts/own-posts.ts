/** Authors keep their posts: who published one while logged in may edit and delete it. */
import type { EditedPost } from 'shared/contracts/posts';
import { EXCERPT_MAX, PAGE_SIZE } from 'shared/rules/limits';
import { firstWords } from 'shared/rules/posts/post-text';
import type { NewPost } from 'shared/rules/posts/post-form';
import { POST_ID_MAX } from 'shared/rules/posts/post-id';
import type { Db } from '../../database/schema.ts';
import { ifMatch } from '../../http/if-match.ts';
import { ProblemError } from '../../problem.ts';
import { replacePostImages } from './images/image-repository.ts';
import { deletePostRows } from './moderation/moderation.ts';
import * as owned from './own-post-repository.ts';
import { reindexPost, wordsOfPost } from './search/search-index.ts';
import { tellOfEdit } from './moderation/watching.ts';
import { noSuchPost, postId } from './post-id.ts';
import { acceptRichText, asStored, type Page, type PublishDependencies } from './service.ts';

/** A request to change a post. */
interface Change {
  /** As in the URL. */
  id: string;
  /** Id of the account that asks. */
  userId: string;
  /** `If-Match`. */
  match: string;
}

export async function listOwnPosts(db: Db, userId: string, before = POST_ID_MAX): Promise<Page<owned.OwnedSummary>> {
  const found = await owned.listOwnedPosts(db, userId, { before, limit: PAGE_SIZE + 1 });
  const items = found.slice(0, PAGE_SIZE);
  return { items, next: found.length > PAGE_SIZE ? items.at(-1)?.id : undefined };
}

/** @throws ProblemError `not-found`, also for a post of anybody else */
export async function readOwnPost(db: Db, id: string, userId: string): Promise<owned.OwnedPost> {
  const post = await owned.findAnyPost(db, postId(id));
  if (post?.ownerId !== userId) throw noSuchPost();
  return post;
}

/** The entity tag that `If-Match` wants. */
export const versionOf = ({ id, version }: { id: number; version: number }): string => `"${id}.${version}"`;

/**
 * Replaces a post. One that is already the same stays as it is: the answer to an earlier request may have been lost.
 * @throws ProblemError 403, 404, 412, 422
 */
export async function editPost(
  { watching, publicUrl }: PublishDependencies,
  change: Change,
  post: NewPost,
): Promise<EditedPost> {
  const { title, html, author } = acceptRichText(post);
  return await watching.mailer.transaction(async (tx) => {
    const stored = await lockOwn(tx, change);
    if (stored.hiddenAt !== null) throw hidden();
    const { id } = stored;
    const { content, images } = await asStored(tx, publicUrl, html);
    const isSame = stored.title === title && stored.content === content && stored.author === author;
    if (isSame) return { postId: id, version: versionOf(stored) };
    if (!ifMatch(change.match, versionOf(stored))) throw changedMeanwhile();
    const version = await owned.updatePost(tx, stored, {
      title,
      content,
      excerpt: firstWords(content, EXCERPT_MAX),
      author,
      editedAt: new Date().toISOString(),
    });
    if (version === undefined) throw changedMeanwhile();
    await reindexPost(tx, { id, words: wordsOfPost({ title, content }) });
    await replacePostImages(tx, id, images);
    await tellOfEdit(tx, watching, id);
    return { postId: id, version: versionOf({ id, version }) };
  });
}

/**
 * Deletes a post for good, hidden or not.
 * @returns ids of the mails about it, some of which may be files @throws ProblemError 403, 404, 412
 */
export async function deleteOwnPost(db: Db, change: Change): Promise<string[]> {
  return await db.transaction().execute(async (tx) => {
    const stored = await lockOwn(tx, change);
    if (!ifMatch(change.match, versionOf(stored))) throw changedMeanwhile();
    return (await deletePostRows(tx, stored.id)).mailIds;
  });
}

/**
 * Deletes the posts of an account that is being deleted.
 * @param tx the transaction that deletes it
 * @returns how many there were, and ids of the mails about them, some of which may be files
 */
export async function deletePostsOf(tx: Db, userId: string): Promise<{ count: number; mailIds: string[] }> {
  await owned.lockOutOwner(tx, userId);
  const ids = await owned.idsOfOwnedPosts(tx, userId);
  const mailIds: string[] = [];
  for (const id of ids) mailIds.push(...(await deletePostRows(tx, id)).mailIds);
  return { count: ids.length, mailIds };
}

/** A public post is no secret, so others are told that it is not theirs; for them a hidden one does not exist. */
async function lockOwn(tx: Db, { id, userId }: Change): Promise<owned.OwnedPost> {
  const post = await owned.lockAnyPost(tx, postId(id));
  if (post?.ownerId === userId) return post;
  throw post && post.hiddenAt === null ? notYours() : noSuchPost();
}

function notYours(): ProblemError {
  return new ProblemError({
    status: 403,
    code: 'not-yours',
    detail: 'Only the author who published this post while logged in can change it.',
  });
}

function hidden(): ProblemError {
  return new ProblemError({
    status: 403,
    code: 'post-hidden',
    detail: 'We have taken this post off the site. You can delete it, but not edit it.',
  });
}

function changedMeanwhile(): ProblemError {
  return new ProblemError({
    status: 412,
    code: 'precondition-failed',
    detail: 'This post has changed since you opened it. Nothing has been overwritten.',
  });
}
