import { Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { makePlace } from '../../test/support/database.ts';
import { takeTime } from '../admin/backup/snapshot.ts';
import { postgresDialect } from './postgres.ts';
import type { Db } from './schema.ts';

test('a transaction whose database does not answer in time is over: nobody else commits its half', async () => {
  const place = await makePlace('postgres');
  const dialect = postgresDialect({ url: place.url!, onError: () => {}, answerMs: 1_000 });
  const db = new Kysely<{ notes: { text: string } }>({ dialect });
  try {
    await db.schema.createTable('notes').addColumn('text', 'text').execute();
    const half = db.transaction().execute(async (tx) => {
      await tx.insertInto('notes').values({ text: 'half' }).execute();
      await sql`select pg_sleep(2.5)`.execute(tx);
    });
    const patient = db.transaction().execute(async (tx) => {
      await takeTime(tx as unknown as Db);
      await sql`select pg_sleep(1.5)`.execute(tx);
      return 'a backup may take its time';
    });
    await expect(half).rejects.toThrow('Query read timeout');
    await expect(patient).resolves.toBeTruthy();
    await db.transaction().execute((tx) => tx.insertInto('notes').values({ text: 'whole' }).execute());
    expect(await db.selectFrom('notes').select('text').execute()).toEqual([{ text: 'whole' }]);
  } finally {
    await db.destroy();
    await place.remove();
  }
});
