import { Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { makePlace } from '../../test/support/database.ts';
import { migratorFor } from './migrate.ts';
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
    await expect(half).rejects.toThrow('Query read timeout');
    await db.transaction().execute((tx) => tx.insertInto('notes').values({ text: 'whole' }).execute());
    expect(await db.selectFrom('notes').select('text').execute()).toEqual([{ text: 'whole' }]);
  } finally {
    await db.destroy();
    await place.remove();
  }
});

test('what is no request, such as a migration, may take longer than one', async () => {
  const place = await makePlace('postgres');
  const db = new Kysely<never>({ dialect: postgresDialect({ url: place.url!, onError: () => {}, answerMs: 1_000 }) });
  try {
    const limit = async (on: Kysely<never>) => (await sql`show statement_timeout`.execute(on)).rows;
    let limitWithin: unknown;
    const slow = {
      up: async (tx: Kysely<never>) => {
        await sql`select pg_sleep(1.5)`.execute(tx);
        limitWithin = await limit(tx);
      },
    };
    const { error } = await migratorFor(db as unknown as Db, { '001-slow': slow }).migrateToLatest();
    expect(error).toBeUndefined();
    expect(limitWithin).toEqual([{ statement_timeout: '0' }]);
    expect(await limit(db)).toEqual([{ statement_timeout: '10s' }]);
  } finally {
    await db.destroy();
    await place.remove();
  }
});
