/** Posts in the database. Ids rise with time, so that they also order the lists: newest first. */
import { sql } from 'kysely';
import type { PostLink } from 'shared/contracts/posts';
import { keepingRows } from '../../database/locks.ts';
import type { Db } from '../../database/schema.ts';

export interface StoredPost {
  id: number;
  title: string;
  content: string;
  author: string | null;
  createdAt: string;
  editedAt: string | null;
}

export type StoredSummary = Omit<StoredPost, 'content' | 'editedAt'> & { excerpt: string };

/** The owner's id means nothing to others. */
export type FoundPost = StoredPost & { ownerId: string | null };

/** A post to be stored. */
export type InsertedPost = Omit<StoredPost, 'id' | 'editedAt'> & { excerpt: string; ownerId?: string | null };

const columns = ['id', 'title', 'content', 'author', 'createdAt', 'editedAt'] as const;

/** What a list shows of a post. */
export const summaryColumns = ['id', 'title', 'excerpt', 'author', 'createdAt'] as const;

export type PostDates = Pick<StoredPost, 'id' | 'createdAt' | 'editedAt'>;

interface Page {
  /** Only posts older than the one with this id. */
  before?: number | undefined;
  limit: number;
}

export async function insertPost(db: Db, post: InsertedPost): Promise<number> {
  const { id } = await db.insertInto('posts').values(post).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function findPost(db: Db, id: number): Promise<FoundPost | undefined> {
  return await db
    .selectFrom('posts')
    .select([...columns, 'ownerId'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** What a list shows of one post. */
export async function findSummary(db: Db, id: number): Promise<StoredSummary | undefined> {
  return await db.selectFrom('posts').select(summaryColumns).where('id', '=', id).executeTakeFirst();
}

/** The same within a transaction. Until it ends, the post is neither hidden nor deleted. */
export async function keepSummary(tx: Db, id: number): Promise<StoredSummary | undefined> {
  const query = tx.selectFrom('posts').select(summaryColumns).where('id', '=', id);
  return await query.$call(keepingRows(tx)).executeTakeFirst();
}

/** The posts published just before and just after the one with this id. */
export async function findNeighbours(db: Db, id: number): Promise<{ older: PostLink | null; newer: PostLink | null }> {
  const older = db.selectFrom('posts').select(['id', 'title']).where('id', '<', id).orderBy('id', 'desc').limit(1);
  const newer = db.selectFrom('posts').select(['id', 'title']).where('id', '>', id).orderBy('id').limit(1);
  const rows = await db
    .selectFrom(older.as('older'))
    .selectAll()
    .unionAll(db.selectFrom(newer.as('newer')).selectAll())
    .execute();
  return { older: rows.find((row) => row.id < id) ?? null, newer: rows.find((row) => row.id > id) ?? null };
}

export async function listSummaries(db: Db, { before, limit }: Page): Promise<StoredSummary[]> {
  return await db
    .selectFrom('posts')
    .select(summaryColumns)
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Zero if there is none. */
export async function newestId(db: Db): Promise<number> {
  const newest = await db.selectFrom('posts').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return newest?.id ?? 0;
}

/** When the posts with ids above `after` and up to `upTo` were published and edited, oldest first. */
export async function listDates(db: Db, { after, upTo }: { after: number; upTo: number }): Promise<PostDates[]> {
  return await db
    .selectFrom('posts')
    .select(['id', 'createdAt', 'editedAt'])
    .where('id', '>', after)
    .where('id', '<=', upTo)
    .orderBy('id')
    .execute();
}

/** Full posts, until their contents together reach `maxContent` characters; at least one. */
export async function listPosts(
  db: Db,
  { before, limit, maxContent }: Page & { maxContent: number },
): Promise<StoredPost[]> {
  const newest = db
    .selectFrom('posts')
    .select(columns)
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .orderBy('id', 'desc')
    .limit(limit);
  const measured = db
    .selectFrom(newest.as('newest'))
    .selectAll()
    .select(sql<number>`sum(length(content)) over (order by id desc) - length(content)`.as('contentBefore'));
  return await db
    .selectFrom(measured.as('measured'))
    .select(columns)
    .where('contentBefore', '<', maxContent)
    .orderBy('id', 'desc')
    .execute();
}

/** Summaries of those posts that exist, in any order. */
export async function listSummariesOf(db: Db, ids: number[]): Promise<StoredSummary[]> {
  if (ids.length === 0) return [];
  return await db.selectFrom('posts').select(summaryColumns).where('id', 'in', ids).execute();
}
