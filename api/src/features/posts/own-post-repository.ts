/** Posts as their owners see them, hidden ones included. */
import { sql } from 'kysely';
import { kindOf } from '../../database/kind.ts';
import type { Db } from '../../database/schema.ts';
import { keepUser } from '../accounts/repository.ts';
import type { StoredPost } from './repository.ts';

export interface OwnedPost extends StoredPost {
  ownerId: string | null;
  version: number;
  /** When the company took it from the site. */
  hiddenAt: string | null;
}

export type OwnedSummary = Pick<OwnedPost, 'id' | 'title' | 'createdAt' | 'editedAt' | 'hiddenAt'>;

const summary = ['id', 'title', 'createdAt', 'editedAt'] as const;
const whole = [...summary, 'content', 'author', 'ownerId', 'version'] as const;
const shown = sql<string | null>`null`.as('hiddenAt');

/** Newest first. */
export async function listOwnedPosts(
  db: Db,
  ownerId: string,
  { before, limit }: { before: number; limit: number },
): Promise<OwnedSummary[]> {
  const hidden = db
    .selectFrom('hiddenPosts')
    .select([...summary, 'hiddenAt'])
    .where('ownerId', '=', ownerId)
    .where('id', '<', before);
  return await db
    .selectFrom('posts')
    .select([...summary, shown])
    .where('ownerId', '=', ownerId)
    .where('id', '<', before)
    .unionAll(hidden)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** A post of any owner, published or hidden. */
export async function findAnyPost(db: Db, id: number): Promise<OwnedPost | undefined> {
  const hidden = db
    .selectFrom('hiddenPosts')
    .select([...whole, 'hiddenAt'])
    .where('id', '=', id);
  return await db
    .selectFrom('posts')
    .select([...whole, shown])
    .where('id', '=', id)
    .unionAll(hidden)
    .executeTakeFirst();
}

/** The same; nothing else changes or hides it until the transaction ends. */
export async function lockAnyPost(tx: Db, id: number): Promise<OwnedPost | undefined> {
  await lockPost(tx, id);
  return await findAnyPost(tx, id);
}

/** Nothing else changes or hides the post until the transaction ends. */
export async function lockPost(tx: Db, id: number): Promise<void> {
  // SQLite has one writer at a time anyway.
  if (kindOf(tx) !== 'postgres') return;
  for (const table of ['posts', 'hiddenPosts'] as const)
    await tx.selectFrom(table).select('id').where('id', '=', id).forUpdate().execute();
}

/** Whether the account is still there. It then stays until the transaction ends. */
export async function lockOwner(tx: Db, id: string): Promise<boolean> {
  return (await keepUser(tx, id)) !== undefined;
}

/**
 * The account that published the post, if it is still there, stays until the transaction ends. Call it before the post
 * is locked: an account that is deleted is locked before its posts, and in another order the two may deadlock.
 */
export async function lockOwnerOf(tx: Db, postId: number): Promise<void> {
  // SQLite has one writer at a time anyway.
  if (kindOf(tx) !== 'postgres') return;
  const hidden = tx.selectFrom('hiddenPosts').select('ownerId').where('id', '=', postId);
  const posts = tx.selectFrom('posts').select('ownerId').where('id', '=', postId);
  const post = await posts.unionAll(hidden).executeTakeFirst();
  if (post?.ownerId) await lockOwner(tx, post.ownerId);
}

/** Until the transaction ends, which deletes the account, no post is published for it. */
export async function lockOutOwner(tx: Db, id: string): Promise<void> {
  if (kindOf(tx) === 'postgres') await tx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute();
}

/** @param seen the version that is replaced @returns the new version; undefined if the stored one was another */
export async function updatePost(
  tx: Db,
  seen: { id: number; version: number },
  post: { title: string; content: string; excerpt: string; author: string | null; editedAt: string },
): Promise<number | undefined> {
  const row = await tx
    .updateTable('posts')
    .set({ ...post, version: seen.version + 1 })
    .where('id', '=', seen.id)
    .where('version', '=', seen.version)
    .returning('version')
    .executeTakeFirst();
  return row?.version;
}

export async function idsOfOwnedPosts(db: Db, ownerId: string): Promise<number[]> {
  const hidden = db.selectFrom('hiddenPosts').select('id').where('ownerId', '=', ownerId);
  const rows = await db.selectFrom('posts').select('id').where('ownerId', '=', ownerId).unionAll(hidden).execute();
  return rows.map(({ id }) => id);
}
