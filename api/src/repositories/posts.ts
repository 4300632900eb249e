/** Posts in the database. Ids rise with time, so that they also order the lists: newest first. */
import { sql } from 'kysely';
import type { Db } from '../database/schema.ts';

export interface StoredPost {
  id: number;
  title: string;
  content: string;
  author: string | null;
  created_at: string;
}

export type StoredSummary = Omit<StoredPost, 'content'> & { excerpt: string };

interface Page {
  /** Only posts older than the one with this id. */
  before?: number | undefined;
  limit: number;
}

export async function insertPost(db: Db, post: Omit<StoredPost, 'id'> & { excerpt: string }): Promise<number> {
  const { id } = await db.insertInto('posts').values(post).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function findPost(db: Db, id: number): Promise<StoredPost | undefined> {
  return await db
    .selectFrom('posts')
    .select(['id', 'title', 'content', 'author', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function listSummaries(db: Db, { before, limit }: Page): Promise<StoredSummary[]> {
  return await db
    .selectFrom('posts')
    .select(['id', 'title', 'excerpt', 'author', 'created_at'])
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Full posts, as many as fit into `maxContent` characters of content, but at least one. */
export async function listPosts(db: Db, { before, limit, maxContent }: Page & { maxContent: number }): Promise<StoredPost[]> {
  const newest = db
    .selectFrom('posts')
    .select(['id', 'title', 'content', 'author', 'created_at'])
    .select(sql<number>`sum(length(content)) over (order by id desc) - length(content)`.as('content_before'))
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .orderBy('id', 'desc')
    .limit(limit);
  return await db
    .selectFrom(newest.as('newest'))
    .select(['id', 'title', 'content', 'author', 'created_at'])
    .where('content_before', '<', maxContent)
    .orderBy('id', 'desc')
    .execute();
}
