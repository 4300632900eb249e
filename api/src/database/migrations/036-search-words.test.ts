/** Posts from before the migration are found by the words that searches are made of today. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { beginBeside, databaseKinds, lockAwaited, makePlace } from '../../../test/support/database.ts';
import { countTurns } from '../../../test/support/turns.ts';
import { readSummaries } from '../../features/posts/service.ts';
import { kindOf } from '../kind.ts';
import { migrate, migrateAnyway } from '../migrate.ts';
import { openDatabase } from '../open.ts';
import type { Db } from '../schema.ts';

/** More than are read at a time. */
const POSTS = 60;

/** As the version before did, its words aside. */
async function publish(db: Db, title: string, content = ''): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into posts (title, content, excerpt, created_at)
    values (${title}, ${content}, 'x', '2026-01-01T00:00:00.000Z')
    returning id`.execute(db);
  await (kindOf(db) === 'sqlite'
    ? sql`insert into post_search (rowid, words) values (${rows[0]!.id}, 'older')`
    : sql`insert into post_search (post_id, words) values (${rows[0]!.id}, array_to_tsvector('{older}'::text[]))`
  ).execute(db);
}

test.each(databaseKinds)('older posts are found by plain letters on %s', async (kind) => {
  const place = await makePlace(kind);
  const db = openDatabase({ ...place, isMeasured: true });
  try {
    await migrateAnyway(db, '035-encrypted-files');
    for (let n = 0; n < POSTS; n += 1) await publish(db, `Straße ${n}`, '<p>Ƙasa, Sil\u00adben &amp; O&#39;Brien</p>');
    const turns = await countTurns(kind === 'sqlite' ? 'insert' : 'update', () => migrate(db));
    expect(turns, 'meanwhile the program can answer that it is alive').toBeGreaterThanOrEqual(POSTS);
    for (const query of ['strasse', 'STRAẞE kasa', 'silben brien'])
      expect((await readSummaries(db, { query })).next, query).toBeDefined();
    expect((await readSummaries(db, { query: 'strasse 0' })).items).toMatchObject([{ title: 'Straße 0' }]);
    expect((await readSummaries(db, { query: 'older' })).items).toEqual([]);
    expect((await readSummaries(db, { query: 'founder' })).items, 'the site’s own').not.toEqual([]);
  } finally {
    await db.destroy();
    await place.remove();
  }
});

test('an instance of the version before may publish meanwhile, on postgres', async () => {
  const place = await makePlace('postgres');
  const db = openDatabase(place);
  try {
    await migrateAnyway(db, '035-encrypted-files');
    const other = await beginBeside(db);
    await sql`update post_search set words = words where post_id = 1`.execute(other);
    const migrating = migrate(db);
    await lockAwaited(db);
    await publish(db, 'Okapi');
    await other.commit().execute();
    expect(await migrating).toContain('036-search-words');
    expect((await readSummaries(db, { query: 'okapi' })).items).toMatchObject([{ title: 'Okapi' }]);
  } finally {
    await db.destroy();
    await place.remove();
  }
});
