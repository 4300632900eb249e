/** The index that posts are searched by, and images of posts. */
import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '../schema.ts';
import { wordsOfPost } from './021-words.ts';

/** What is read of existing posts. */
interface Before {
  posts: { id: number; title: string; content: string };
}

/** Posts indexed at a time: their contents are in memory together. */
const BATCH = 50;

export function searchAndImages(kind: DatabaseKind): Migration {
  return {
    async up(db: Kysely<Before>) {
      if (kind === 'sqlite') await sqliteIndex(db);
      else await postgresIndex(db);
      await indexExistingPosts(db, kind);

      const bytes = kind === 'sqlite' ? 'blob' : 'bytea';
      await db.schema
        .createTable('images')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('data', bytes, (column) => column.notNull())
        .addColumn('width', 'integer', (column) => column.notNull())
        .addColumn('height', 'integer', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('images_age').on('images').column('created_at').execute();
      await db.schema
        .createTable('post_images')
        .addColumn('image_id', 'text', (column) => column.notNull().references('images.id'))
        .addColumn('post_id', 'integer', (column) => column.notNull().references('posts.id').onDelete('cascade'))
        .addPrimaryKeyConstraint('post_images_key', ['image_id', 'post_id'])
        .execute();
    },
  };
}

/**
 * The words alone, without text or positions. They come prepared (`021-words.ts`): FTS5's tokenizer for ASCII leaves
 * everything else as it is.
 */
async function sqliteIndex(db: Kysely<Before>): Promise<void> {
  await sql`
    create virtual table post_search using fts5(
      words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii', prefix = '3 4 5'
    )`.execute(db);
}

/** Without GIN's list of pending entries, which every search would read through. */
async function postgresIndex(db: Kysely<Before>): Promise<void> {
  await sql`
    create table post_search (
      post_id integer primary key references posts (id) on delete cascade,
      words tsvector not null
    )`.execute(db);
  await sql`create index post_search_words on post_search using gin (words) with (fastupdate = off)`.execute(db);
}

async function indexExistingPosts(db: Kysely<Before>, kind: DatabaseKind): Promise<void> {
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
    const rows = posts.map(({ id, title, content }) => ({ id, words: wordsOfPost(title, content) }));
    await (kind === 'sqlite'
      ? sql`
          insert into post_search (rowid, words)
          values ${sql.join(rows.map(({ id, words }) => sql`(${id}, ${words.join(' ')})`))}`
      : sql`
          insert into post_search (post_id, words)
          values ${sql.join(rows.map(({ id, words }) => sql`(${id}, array_to_tsvector(${words}::text[]))`))}`
    ).execute(db);
    after = last.id;
  }
}
