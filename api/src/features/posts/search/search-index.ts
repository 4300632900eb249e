/** The full-text index of the posts: FTS5 in SQLite, a `tsvector` in PostgreSQL, with the same words in both. */
import { sql } from 'kysely';
import { kindOf } from '../../../database/kind.ts';
import type { Db } from '../../../database/schema.ts';
import { textOf } from 'shared/rules/posts/post-text';
import { type SearchWord, wordsOf } from './search-words.ts';
import { summaryColumns, type StoredSummary } from '../repository.ts';

/** The words that a post is found by. @param post its content as it is stored */
export function wordsOfPost({ title, content }: { title: string; content: string }): string[] {
  return wordsOf(`${title} ${textOf(content)}`);
}

/** Makes new posts, at least one, findable by their words. Call it in the transaction that inserts them. */
export async function indexPosts(db: Db, posts: { id: number; words: string[] }[]): Promise<void> {
  await (kindOf(db) === 'sqlite'
    ? sql`
        insert into post_search (rowid, words)
        values ${sql.join(posts.map(({ id, words }) => sql`(${id}, ${words.join(' ')})`))}`
    : sql`
        insert into post_search (post_id, words)
        values ${sql.join(posts.map(({ id, words }) => sql`(${id}, array_to_tsvector(${words}::text[]))`))}`
  ).execute(db);
}

/** Gives a post other words. Call it in the transaction that edits it. */
export async function reindexPost(db: Db, post: { id: number; words: string[] }): Promise<void> {
  if (kindOf(db) === 'postgres')
    await sql`
      update post_search set words = array_to_tsvector(${post.words}::text[])
      where post_id = ${post.id}`.execute(db);
  else {
    await forgetPost(db, post.id);
    await indexPosts(db, [post]);
  }
}

/** Takes a post out of the index. Call it in the transaction that deletes it. */
export async function forgetPost(db: Db, id: number): Promise<void> {
  // In PostgreSQL it goes with the post.
  if (kindOf(db) === 'sqlite') await sql`delete from post_search where rowid = ${id}`.execute(db);
}

/** Posts that contain every word, newest first. */
export async function searchSummaries(
  db: Db,
  { words, before, limit }: { words: SearchWord[]; before: number; limit: number },
): Promise<StoredSummary[]> {
  // PostgreSQL gathers the matches first: reading posts from the newest on until enough match may mean reading all.
  const found =
    kindOf(db) === 'sqlite'
      ? sql<number>`(
          select rowid from post_search where post_search match ${ftsQuery(words)} and rowid < ${before}
          order by rowid desc limit ${limit})`
      : sql<number>`(
          with found as materialized (select post_id from post_search where words @@ ${tsQuery(words)}::tsquery)
          select post_id from found where post_id < ${before} order by post_id desc limit ${limit})`;
  return await db.selectFrom('posts').select(summaryColumns).where('id', 'in', found).orderBy('id', 'desc').execute();
}

function ftsQuery(words: SearchWord[]): string {
  return words.map(({ word, isPrefix }) => `"${word}"${isPrefix ? ' *' : ''}`).join(' ');
}

function tsQuery(words: SearchWord[]): string {
  return words.map(({ word, isPrefix }) => `'${word}'${isPrefix ? ':*' : ''}`).join(' & ');
}
