/** Files that were stored in the rows themselves end up where every file is, byte for byte. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { databaseKinds, makePlace } from '../../../test/support/database.ts';
import { countTurns } from '../../../test/support/turns.ts';
import { openFiles } from '../../files/open-files.ts';
import { migrate, migrateAnyway } from '../migrate.ts';
import { openDatabase } from '../open.ts';

/** Of each kind. */
const FILES = 40;
/** In order of `n`, as the database orders them. */
const idOf = (n: number): string => `id-${String(n).padStart(3, '0')}`;

test.each(databaseKinds)('files are carried over on %s', async (kind) => {
  const place = await makePlace(kind);
  const db = openDatabase({ ...place, isMeasured: true });
  try {
    await migrateAnyway(db, '028-refunds');
    const contents = Array.from({ length: FILES }, (_, n) => randomBytes(n * 2_500));
    for (const [n, content] of contents.entries()) {
      await sql`insert into files (id, name, media_type, size, content, created_at)
        values (${idOf(n)}, ${`cv-${n}.pdf`}, 'application/pdf', ${content.length}, ${content}, '2026-01-01')`.execute(
        db,
      );
      await sql`insert into images (id, data, width, height, created_at)
        values (${idOf(n)}, ${content}, 1, 1, '2026-01-01')`.execute(db);
    }
    const pages = async () =>
      kind === 'sqlite' ? (await sql<{ pageCount: number }>`pragma page_count`.execute(db)).rows[0]!.pageCount : 1;
    const before = await pages();
    const turns = await countTurns(kind === 'sqlite' ? 'update' : 'insert', () => migrate(db));
    // Until then the program can answer that it is alive, and the space that a file frees is used for the next one.
    expect(turns).toBeGreaterThanOrEqual(2 * FILES);
    expect((await pages()) / before).toBeLessThan(1.6);
    const files = openFiles(db);
    const named = [
      ...(await db.selectFrom('files').select(['id', 'storedAs']).orderBy('id').execute()),
      ...(await db.selectFrom('images').select(['id', 'storedAs']).orderBy('id').execute()),
    ];
    expect(named).toHaveLength(2 * FILES);
    for (const [n, { id, storedAs }] of named.entries()) {
      expect(id).toBe(idOf(n % FILES));
      const file = await files.get(storedAs);
      expect(file?.type).toBe(n < FILES ? 'application/pdf' : 'image/webp');
      expect(file?.bytes.equals(contents[n % FILES]!)).toBe(true);
    }
    const tables = await db.introspection.getTables();
    const columnsOf = (name: string) =>
      tables.find((table) => table.name === name)?.columns.map((column) => column.name);
    expect(columnsOf('files')).not.toContain('content');
    expect(columnsOf('images')).not.toContain('data');
  } finally {
    await db.destroy();
    await place.remove();
  }
});

test('on PostgreSQL the previous version reads, stores and deletes files while they are copied', async () => {
  const place = await makePlace('postgres');
  const [db, previous, other] = [openDatabase(place), openDatabase(place), openDatabase(place)];
  try {
    await migrateAnyway(db, '028-refunds');
    const add = (id: string) =>
      sql`insert into files (id, name, media_type, size, content, created_at)
        values (${id}, 'cv.pdf', 'application/pdf', 2, ${Buffer.from(id)}, '2026-01-01')`;
    for (const id of ['b', 'c', 'd']) await add(id).execute(db);

    // Images cannot be read at the moment, so the migration waits when it has copied the CVs.
    const isWaiting = Promise.withResolvers<void>();
    const isDone = Promise.withResolvers<void>();
    const holding = other.transaction().execute(async (tx) => {
      await sql`lock table images in access exclusive mode`.execute(tx);
      isWaiting.resolve();
      await isDone.promise;
    });
    await isWaiting.promise;
    const migrated = migrate(db);
    migrated.catch(() => {});
    await vi.waitFor(async () => {
      const waiting = sql`select 1 from pg_locks where relation = 'images'::regclass and not granted`;
      expect((await waiting.execute(previous)).rows).toHaveLength(1);
    }, 10_000);

    const seen = await previous
      .transaction()
      .execute(async (tx) => {
        await sql`set local lock_timeout = '2s'`.execute(tx);
        const { rows } = await sql<{ content: Buffer }>`select content from files order by id`.execute(tx);
        await add('a').execute(tx);
        await sql`delete from files where id = 'c'`.execute(tx);
        return rows.map(({ content }) => content.toString());
      })
      .finally(() => isDone.resolve());
    expect(seen).toEqual(['b', 'c', 'd']);
    await holding;
    await migrated;

    const named = await db.selectFrom('files').select(['id', 'storedAs']).orderBy('id').execute();
    expect(named.map(({ id }) => id)).toEqual(['a', 'b', 'd']);
    for (const { id, storedAs } of named) expect((await openFiles(db).get(storedAs))?.bytes.toString()).toBe(id);
    const { rows } = await sql`select name from stored_files`.execute(db);
    expect(rows, 'what was deleted has no copy').toHaveLength(3);
  } finally {
    await Promise.all([db, previous, other].map((each) => each.destroy()));
    await place.remove();
  }
});
