import { Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeMigratedPlace, makePlace } from '../../test/support/database.ts';
import { appliedMigrations, migrate, migrateWithin } from './migrate.ts';
import { openDatabase } from './open.ts';
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

test('a connection that takes no writes, as one to a former primary, gives way to a new one', async () => {
  const place = await makeMigratedPlace('postgres');
  const db = openDatabase(place);
  const admin = openDatabase(place);
  const write = () => db.transaction().execute((tx) => tx.deleteFrom('posts').where('id', '=', 7).execute());
  try {
    const name = sql.id(new URL(place.url!).pathname.slice(1));
    await sql`alter database ${name} set default_transaction_read_only = on`.execute(admin);
    await expect(write()).rejects.toMatchObject({ code: '25006' });
    await sql`alter database ${name} reset default_transaction_read_only`.execute(admin);
    await write();
  } finally {
    await Promise.all([db.destroy(), admin.destroy()]);
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
    await db.transaction().execute((tx) => migrateWithin(tx as unknown as Db, ['001-slow'], { '001-slow': slow }));
    expect(limitWithin).toEqual([{ statement_timeout: '0' }]);
    expect(await limit(db)).toEqual([{ statement_timeout: '10s' }]);
  } finally {
    await db.destroy();
    await place.remove();
  }
});

test('the lock of migrations ends with their transaction: a pooler gives others another connection', async () => {
  const place = await makePlace('postgres');
  const db = openDatabase(place);
  let locks: unknown;
  const up = async (tx: Kysely<never>) => {
    // A lock that belongs to the connection can be given back, one that belongs to the transaction cannot.
    const { rows } = await sql`
      select pg_advisory_unlock((classid::bigint << 32) | objid::bigint) as is_of_connection from pg_locks
      where locktype = 'advisory' and pid = pg_backend_pid()`.execute(tx);
    locks = rows;
  };
  try {
    await db.transaction().execute((tx) => migrateWithin(tx, ['001-locked'], { '001-locked': { up } }));
    expect(locks).toEqual([{ is_of_connection: false }]);
  } finally {
    await db.destroy();
    await place.remove();
  }
});

test('two sites share a database, each in its own schema', async () => {
  const place = await makePlace('postgres');
  const all = openDatabase(place);
  const [one, two] = ['one', 'two'].map((schema) =>
    openDatabase({ ...place, url: `${place.url!}?options=-c%20search_path%3D${schema}` }),
  ) as [Db, Db];
  try {
    await sql`create schema one; create schema two`.execute(all);
    expect(await migrate(one)).toContain('001-posts');
    expect(await appliedMigrations(two)).toEqual([]);
    expect(await migrate(two)).toEqual(await appliedMigrations(one));
    await one.deleteFrom('posts').execute();
    expect(await two.selectFrom('posts').select('id').execute()).toHaveLength(7);
  } finally {
    await Promise.all([all, one, two].map((each) => each.destroy()));
    await place.remove();
  }
});

test('a database whose encoding has no place for our texts is refused with a message, and left as it was', async () => {
  const place = await makePlace('postgres');
  const admin = openDatabase(place);
  const name = `${new URL(place.url!).pathname.slice(1)}_latin1`;
  const db = openDatabase({ ...place, url: place.url!.replace(/[^/]+$/, name) });
  try {
    await sql`create database ${sql.id(name)} template template0 encoding 'LATIN1' locale 'C'`.execute(admin);
    await expect(migrate(db)).rejects.toThrow('DATABASE_URL names a database with the encoding LATIN1');
    expect(await appliedMigrations(db)).toEqual([]);
  } finally {
    await db.destroy();
    await sql`drop database ${sql.id(name)} with (force)`.execute(admin);
    await admin.destroy();
    await place.remove();
  }
});
