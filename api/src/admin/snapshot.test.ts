import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '../database/open.ts';
import type { Db } from '../database/schema.ts';
import { storeMessage } from '../../test/support/contact.ts';
import { databaseKinds, makeMigratedPlace, openMigrated } from '../../test/support/database.ts';
import { inSnapshot } from './snapshot.ts';

test.each(databaseKinds)('whatever reads in a snapshot on %s sees the same moment', async (kind) => {
  const place = await makeMigratedPlace(kind);
  const [site, db] = [await openMigrated(place), openDatabase(place)];
  try {
    await storeMessage(site);
    const seen = await inSnapshot(db, async (snapshot) => {
      const first = await written(snapshot);
      await storeMessage(site);
      return [first, await built(snapshot), await written(snapshot)];
    });
    expect(seen).toEqual([1, 1, 1]);
    expect(await built(db), 'afterwards').toBe(2);
  } finally {
    await Promise.all([site.destroy(), db.destroy()]);
    await place.remove();
  }
});

const built = async (db: Db) => (await db.selectFrom('contactMessages').select('id').execute()).length;
const written = async (db: Db) => (await sql`select id from contact_messages`.execute(db)).rows.length;
