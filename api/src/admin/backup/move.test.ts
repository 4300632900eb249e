/** A move to PostgreSQL loses nothing, wherever it is interrupted, and never lets two databases be used at once. */
import { once } from 'node:events';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '../../database/migrate.ts';
import { openDatabase } from '../../database/open.ts';
import { startApi } from '../../../test/support/api.ts';
import { dump, fill, post } from '../../../test/support/content.ts';
import { makeMigratedPlace, makePlace, openMigrated, type Place } from '../../../test/support/database.ts';
import { adminProcess, command, startAndFail, startProcess } from '../../../test/support/process.ts';
import { move } from './move.ts';

let source: Place;
let target: Place;
beforeEach(async () => {
  source = await makeMigratedPlace('sqlite');
  target = await makePlace('postgres');
});
afterEach(async () => {
  await source.remove();
  await target.remove();
});

const both = () => ({ dataDir: source.dataDir, databaseUrl: target.url });
const moved = () => ({ ...target, dataDir: source.dataDir });
const quietly = async () => {
  const said: string[] = [];
  await move({ ...both(), say: (line) => said.push(line) });
  return said.join('\n');
};
const inside = async <Result>(place: Place, work: (db: ReturnType<typeof openDatabase>) => Promise<Result>) => {
  const db = openDatabase(place);
  return await work(db).finally(() => db.destroy());
};

test('every row arrives, numbers go on, search works; the API takes the new database and refuses the old', async () => {
  const clock = { time: Date.now() - 60 * 24 * 60 * 60 * 1000 };
  const api = await startApi('sqlite', {}, { clock: () => clock.time, beside: undefined });
  await fill(api, clock);
  const before = await dump(api.db);
  const last = Math.max(...(await api.db.selectFrom('hiddenPosts').select('id').execute()).map(({ id }) => id)) + 1;
  await api.db.destroy();
  source = { ...api.place };
  expect(await quietly()).toMatch(/^posts: \d+ rows.*^Every row was read again/ms);

  const db = await openMigrated(target);
  expect(await dump(db)).toEqual(before);
  await db.destroy();
  const after = await startApi('postgres', {}, { beside: { ...api, place: moved() } });
  expect(await post(after, 'New')).toBe(last + 1);
  expect(await (await after.fetch('/api/blogs/posts?q=clinic')).json()).not.toEqual([]);
  await after.close();

  const { status, output } = await startAndFail({ DATA_DIR: source.dataDir });
  expect(status).toBe(1);
  expect(output).toMatch(/^API: The database in DATA_DIR was moved to PostgreSQL at .*: set DATABASE_URL\./m);
  await expect(quietly()).rejects.toThrow('was moved to PostgreSQL');
  expect((await command(source, {}, 'move', '--back')).output).toContain('in use again');
  expect(await inside(source, async (db) => (await migrate(db), await dump(db)))).toEqual(before);
  api.server.close();
});

test('while the API, or another program, has the database open, nothing begins', async () => {
  const api = await startProcess(source);
  const { status, output } = await command(moved(), {}, 'move');
  expect([status, output]).toEqual([
    1,
    expect.stringMatching(/API, or another program, has .*site\.db open\. Stop it/),
  ]);
  expect((await api.fetch('/readyz')).status).toBe(200);
  await api.end('SIGTERM');
  expect(await inside(target, (db) => db.introspection.getTables())).toEqual([]);

  // And the other way round: the API cannot start on it in the meantime.
  const holder = new DatabaseSync(join(source.dataDir, 'site.db'));
  holder.exec('pragma journal_mode = delete; pragma locking_mode = exclusive; begin exclusive; commit');
  expect((await startAndFail({ DATA_DIR: source.dataDir, DATABASE_URL: '' })).output).toContain('database is locked');
  holder.close();
});

test('killed in the middle, it goes on where it was, even if the site was used in between', async () => {
  const db = await openMigrated(source);
  const now = new Date().toISOString();
  const message = { fullName: 'Ada', email: 'a@example.com', phone: '1', subject: 's', createdAt: now };
  const messages = Array.from({ length: 6_000 }, (_, n) => ({
    id: `m${String(n).padStart(5, '0')}`,
    ...message,
    message: 'x'.repeat(500),
  }));
  for (let n = 0; n < messages.length; n += 500)
    await db
      .insertInto('contactMessages')
      .values(messages.slice(n, n + 500))
      .execute();
  await db.destroy();

  const killed = adminProcess(moved(), {}, 'move');
  const looking = openDatabase(target);
  const arrived = async () =>
    (await sql<{ n: number }>`select count(*) as n from contact_messages`.execute(looking).catch(() => undefined))
      ?.rows[0]!.n ?? 0;
  while ((await arrived()) < 400) expect(killed.exitCode).toBeNull();
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  const there = await arrived();
  expect(there).toBeGreaterThanOrEqual(400);
  expect(there).toBeLessThan(6_000);

  const refused = await startAndFail({
    DATA_DIR: source.dataDir,
    DATABASE_URL: target.url!,
    SESSION_SECRET: 's'.repeat(40),
  });
  expect(refused.output).toMatch(
    /^API: DATABASE_URL names a database that another one is being moved to, .*move` again\.$/m,
  );

  // The company has the site running overnight and goes on with the move in the morning.
  const overnight = await openMigrated(source);
  await overnight.deleteFrom('contactMessages').where('id', '=', 'm00003').execute();
  await overnight.updateTable('contactMessages').set({ subject: 'changed' }).where('id', '=', 'm00005').execute();
  await overnight
    .insertInto('contactMessages')
    .values({ ...messages[0]!, id: 'a-new-one' })
    .execute();
  const before = await dump(overnight);
  await overnight.destroy();

  const { status, output } = await command(moved(), {}, 'move');
  expect([status, output]).toEqual([0, expect.stringContaining('An earlier move was not finished')]);
  expect(Number(/contact_messages: 6000 rows, (\d+) were there/.exec(output)?.[1])).toBeGreaterThanOrEqual(there - 2);
  expect(output).toContain('Start the site with DATABASE_URL as it is now');
  await migrate(looking);
  expect(await dump(looking)).toEqual(before);
  await looking.destroy();
});

test('cut short between its two last steps, it can be finished', async () => {
  await quietly();
  await inside(source, async (db) => {
    const { rows } = await sql<{ id: string }>`select id from moved`.execute(db);
    await inside(target, async (db) => {
      await sql`create table moved (id text primary key, role text not null, finished_at text)`.execute(db);
      await sql`insert into moved values (${rows[0]!.id}, 'target', null)`.execute(db);
    });
  });
  await quietly();
  await (await openMigrated(target)).destroy();
});

test('a target that has other content, or belongs to another move, is refused and stays as it was', async () => {
  await expect(move({ dataDir: source.dataDir, databaseUrl: undefined, say: () => {} })).rejects.toThrow(
    'Set DATABASE_URL',
  );
  await (await openMigrated(target)).destroy();
  const before = await inside(target, dump);
  await expect(quietly()).rejects.toThrow(/The database is not empty: .*posts \(7\)/);
  expect(await inside(target, dump)).toEqual(before);
  await inside(target, async (db) => {
    await sql`create table moved (id text primary key, role text not null, finished_at text)`.execute(db);
    await sql`insert into moved values ('of another', 'target', null)`.execute(db);
  });
  await expect(quietly()).rejects.toThrow('Another database is being moved to');
});

test('what PostgreSQL cannot hold is named, and nothing is changed about the source', async () => {
  const db = await openMigrated(source);
  await db.updateTable('posts').set({ title: 'a\u0000b' }).where('id', '=', 2).execute();
  await db.destroy();
  await expect(quietly()).rejects.toThrow(/PostgreSQL refuses a row of posts between \[1\] and \[7\]: /);
  await (await openMigrated(source)).destroy();
});

test('without a database in DATA_DIR none is made', async () => {
  await rm(join(source.dataDir, 'site.db'));
  await expect(quietly()).rejects.toThrow('There is no database to move');
  await expect(stat(join(source.dataDir, 'site.db'))).rejects.toThrow('ENOENT');
});
