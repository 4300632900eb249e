import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '../schema.ts';
import { wordsOfPost } from './036-words.ts';

/** What is read of existing posts. */
interface Before {
  posts: { id: number; title: string; content: string };
}

/** Posts read at a time: their contents are in memory together. */
const BATCH = 50;

/** Posts are found by plain letters too (`strasse`, `kasa`), and by words with soft hyphens in them. */
export function searchWords(kind: DatabaseKind): Migration {
  return {
    async up(db: Kysely<Before>) {
      if (kind === 'sqlite') await sql`delete from post_search`.execute(db);
      for (let after = 0; ; ) {
        const posts = await db
          .selectFrom('posts')
          .select(['id', 'title', 'content'])
          .where('id', '>', after)
          .orderBy('id')
          .limit(BATCH)
          .execute();
        const last = posts.at(-1);
        if (!last) return;
        for (const { id, title, content } of posts) {
          await index(db, kind, id, wordsOfPost(title, content));
          // Thousands of posts take seconds: lets the program answer in between that it is alive.
          await nextTurn();
        }
        after = last.id;
      }
    },
  };
}

/**
 * In PostgreSQL, instances of the version before may publish and delete during this: a row is changed if it exists.
 */
async function index(db: Kysely<Before>, kind: DatabaseKind, id: number, words: string[]): Promise<void> {
  await (kind === 'sqlite'
    ? sql`insert into post_search (rowid, words) values (${id}, ${words.join(' ')})`
    : sql`update post_search set words = array_to_tsvector(${words}::text[]) where post_id = ${id}`
  ).execute(db);
}
