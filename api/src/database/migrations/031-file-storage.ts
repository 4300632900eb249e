/** Files get their own place, which need not be the database: rows refer to them by name (decision 086). */
import { createHash, randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '../schema.ts';

/** What is read and written of existing files. */
interface Schema {
  files: { id: string; media_type: string; content: Uint8Array; created_at: string; stored_as: string | null };
  images: { id: string; data: Uint8Array; created_at: string; stored_as: string | null };
  stored_files: {
    name: string;
    media_type: string;
    size: number;
    sha256: string;
    place: string;
    written_at: string;
  };
  file_contents: { name: string; content: Uint8Array };
}

export function fileStorage(kind: DatabaseKind): Migration {
  return {
    async up(db: Kysely<Schema>) {
      await db.schema
        .createTable('stored_files')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('media_type', 'text', (column) => column.notNull())
        .addColumn('size', 'integer', (column) => column.notNull())
        .addColumn('sha256', 'text', (column) => column.notNull())
        .addColumn('place', 'text', (column) => column.notNull())
        .addColumn('written_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('stored_files_age').on('stored_files').column('written_at').execute();
      await db.schema
        .createTable('file_contents')
        .addColumn('name', 'text', (column) => column.primaryKey().references('stored_files.name').onDelete('cascade'))
        .addColumn('content', kind === 'postgres' ? 'bytea' : 'blob', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('doomed_files')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('doomed_at', 'text', (column) => column.notNull())
        .execute();
      if (kind === 'postgres') await moveBeside(db);
      else await moveInPlace(db);
    },
  };
}

const columns = [
  ['files', 'content'],
  ['images', 'data'],
] as const;

/**
 * For use while the previous version of the program reads and stores files: they are copied first, and the tables are
 * locked only to name the copies and to look for files that came or went in between. Until then nothing in the tables
 * changes, or that version would mail an empty CV.
 */
async function moveBeside(db: Kysely<Schema>): Promise<void> {
  await sql`create temporary table copies (of text, id text, name text not null, primary key (of, id))
    on commit drop`.execute(db);
  for (const [table, column] of columns) await copyAll(db, table, column);
  await sql`lock table files, images in access exclusive mode`.execute(db);
  for (const [table, column] of columns) {
    await copyAll(db, table, column);
    await sql`delete from stored_files where name in (select name from copies where of = ${table}
      and not exists (select 1 from ${sql.table(table)} as here where here.id = copies.id))`.execute(db);
    await addName(db, table);
    // Before the rows are rewritten, so that the rewritten ones leave it out.
    await db.schema.alterTable(table).dropColumn(column).execute();
    await sql`update ${sql.table(table)} as here set stored_as = copies.name from copies
      where copies.of = ${table} and copies.id = here.id`.execute(db);
    await addIndex(db, table);
  }
}

/** Copies the files that have no copy yet, one at a time, because each is held in memory. */
async function copyAll(db: Kysely<Schema>, table: Table, column: string): Promise<void> {
  for (let after = ''; ; ) {
    const { rows } = await sql<{ id: string; type: string; content: Uint8Array; at: string }>`
      select id, ${table === 'files' ? sql.ref('media_type') : sql.lit('image/webp')} as type, ${sql.ref(column)} as content,
        created_at as at from ${sql.table(table)} as here where id > ${after}
        and not exists (select 1 from copies where of = ${table} and copies.id = here.id) order by id limit 1`.execute(
      db,
    );
    const [file] = rows;
    if (!file) return;
    const name = `${table === 'files' ? 'cvs' : 'images'}/${randomUUID()}`;
    await store(db, { name, mediaType: file.type, content: file.content, writtenAt: file.at });
    await sql`insert into copies values (${table}, ${file.id}, ${name})`.execute(db);
    after = file.id;
    // Gigabytes take minutes: lets the program answer in between that it is alive.
    await nextTurn();
  }
}

/** SQLite has one writer: no other file could be stored until then. The space of each file is used for the next. */
async function moveInPlace(db: Kysely<Schema>): Promise<void> {
  for (const [table] of columns) await addName(db, table);
  await moveCvs(db);
  await moveImages(db);
  for (const [table, column] of columns) {
    await addIndex(db, table);
    await db.schema.alterTable(table).dropColumn(column).execute();
  }
}

type Table = (typeof columns)[number][0];

async function addName(db: Kysely<Schema>, table: Table): Promise<void> {
  await db.schema
    .alterTable(table)
    .addColumn('stored_as', 'text', (column) => column.references('stored_files.name'))
    .execute();
}

async function addIndex(db: Kysely<Schema>, table: Table): Promise<void> {
  await db.schema.createIndex(`${table}_stored_as`).on(table).column('stored_as').unique().execute();
}

/** What is left in the rows: their column can then be dropped at once, and the next file uses the space. */
const NOTHING = new Uint8Array();

/** One at a time, because each is held in memory. */
async function moveCvs(db: Kysely<Schema>): Promise<void> {
  for (let after = ''; ; ) {
    const file = await db
      .selectFrom('files')
      .select(['id', 'media_type', 'content', 'created_at'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (!file) return;
    const name = `cvs/${randomUUID()}`;
    await store(db, { name, mediaType: file.media_type, content: file.content, writtenAt: file.created_at });
    await db.updateTable('files').set({ stored_as: name, content: NOTHING }).where('id', '=', file.id).execute();
    after = file.id;
    // Gigabytes take minutes: lets the program answer in between that it is alive.
    await nextTurn();
  }
}

async function moveImages(db: Kysely<Schema>): Promise<void> {
  for (let after = ''; ; ) {
    const image = await db
      .selectFrom('images')
      .select(['id', 'data', 'created_at'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (!image) return;
    const name = `images/${randomUUID()}`;
    await store(db, { name, mediaType: 'image/webp', content: image.data, writtenAt: image.created_at });
    await db.updateTable('images').set({ stored_as: name, data: NOTHING }).where('id', '=', image.id).execute();
    after = image.id;
    await nextTurn();
  }
}

async function store(
  db: Kysely<Schema>,
  { name, mediaType, content, writtenAt }: { name: string; mediaType: string; content: Uint8Array; writtenAt: string },
): Promise<void> {
  const sha256 = createHash('sha256').update(content).digest('base64url');
  await db
    .insertInto('stored_files')
    .values({ name, media_type: mediaType, size: content.length, sha256, place: 'database', written_at: writtenAt })
    .execute();
  await db.insertInto('file_contents').values({ name, content }).execute();
}
