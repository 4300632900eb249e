import fs from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { makeMigratedPlace, openMigrated, type Place } from '../../test/support/database.ts';
import { storeMessage } from '../../test/support/contact.ts';
import type { Db } from './schema.ts';

let place: Place;
let db: Db;
beforeEach(async () => {
  place = await makeMigratedPlace('sqlite');
  db = await openMigrated(place);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await db.destroy();
  await place.remove();
});

const inTransaction = (work: (tx: Db) => Promise<unknown> = storeMessage) => db.transaction().execute(work);
const stored = async () => (await db.selectFrom('contactMessages').select('id').execute()).length;
/** What another process sees. */
const durable = () => {
  const other = new DatabaseSync(`${place.dataDir}/site.db`, { readOnly: true });
  const { count } = other.prepare('select count(*) as count from contact_messages').get() as { count: number };
  other.close();
  return count;
};
const countCommits = () => {
  const exec = vi.spyOn(DatabaseSync.prototype, 'exec');
  return () => exec.mock.calls.filter(([statement]) => statement === 'commit').length;
};
/** The folder's own handle, which is listed as well, is closed by now. */
const linkOf = (file: string) => {
  try {
    return fs.readlinkSync(`/proc/self/fd/${file}`);
  } catch {
    return '';
  }
};
const soon = () => new Promise((resolve) => setTimeout(resolve, 20));

test('transactions of one turn share a commit, and so do single statements', async () => {
  const commits = countCommits();
  await Promise.all([
    ...Array.from({ length: 30 }, () => inTransaction()),
    ...Array.from({ length: 10 }, () => storeMessage(db)),
  ]);
  expect(commits()).toBe(1);
  expect(durable()).toBe(40);
});

test('none is reported before the commit, and no one reads what is not committed', async () => {
  const seen: [told: number, durable: number][] = [];
  let told = 0;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const all = [
    inTransaction().then(() => (told += 1)),
    inTransaction(async (tx) => {
      await storeMessage(tx);
      await held;
    }).then(() => (told += 1)),
  ];
  await soon();
  seen.push([told, durable()]);
  expect(await stored()).toBe(0);
  release();
  await Promise.all(all);
  seen.push([told, durable()]);
  expect(seen).toEqual([
    [0, 0],
    [2, 2],
  ]);
});

test('reading is not held up by a transaction that takes long', async () => {
  let isOver = false;
  const long = inTransaction(async (tx) => {
    await storeMessage(tx);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }).then(() => (isOver = true));
  await soon();
  await db.selectFrom('posts').select('id').execute();
  expect(isOver).toBe(false);
  await long;
});

test('one that fails undoes itself alone', async () => {
  const results = await Promise.allSettled([
    inTransaction(),
    inTransaction(async (tx) => {
      await storeMessage(tx);
      throw new Error('changed its mind');
    }),
    db.insertInto('posts').values({ id: 1, title: 'twice', content: '', excerpt: '', createdAt: '' }).execute(),
    inTransaction(),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  expect(durable()).toBe(2);
});

test('later ones see what earlier ones of the group have done', async () => {
  const counts: number[] = [];
  const addAndCount = () =>
    inTransaction(async (tx) => {
      await storeMessage(tx);
      counts.push((await tx.selectFrom('contactMessages').select('id').execute()).length);
    });
  await Promise.all([addAndCount(), addAndCount(), addAndCount()]);
  expect(counts).toEqual([1, 2, 3]);
});

test('when the disk is full the whole group fails, nothing is half stored, and the next one works', async () => {
  const { rows } = await sql<{ pageCount: number }>`pragma page_count`.execute(db);
  await sql`pragma max_page_count = ${sql.lit(rows[0]!.pageCount + 2)}`.execute(db);
  const results = await Promise.allSettled([
    inTransaction(),
    inTransaction((tx) => storeMessage(tx, 'x'.repeat(100_000))),
    inTransaction(),
  ]);
  const reasons = results.map((result) => (result.status === 'rejected' ? String(result.reason) : 'stored'));
  expect(reasons).toEqual([expect.stringContaining('full'), expect.stringContaining('full'), 'stored']);
  expect(durable()).toBe(1);
  await sql`pragma max_page_count = 1000000`.execute(db);
  await inTransaction();
  expect(durable()).toBe(2);
});

test('when the commit fails all of the group hear it, and the next one is as usual', async () => {
  await storeMessage(db);
  const exec = DatabaseSync.prototype.exec;
  vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementationOnce(function (this: DatabaseSync, statements: string) {
    // From here on the shared commit breaks a constraint that is checked only at that point.
    exec.call(this, statements);
    exec.call(
      this,
      `pragma defer_foreign_keys = on;
       insert into sessions (id, user_id, token, expires_at, created_at, updated_at)
       values ('x', 'nobody', 'x', '', '', '')`,
    );
  });
  const results = await Promise.allSettled([inTransaction(), inTransaction(), storeMessage(db)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(durable()).toBe(1);
  await inTransaction();
  expect(durable()).toBe(2);
});

// /proc names a process's open files, and only Linux has it.
test.runIf(process.platform === 'linux')('a transaction that changes many pages needs no temporary file', async () => {
  await Promise.all(Array.from({ length: 40 }, () => storeMessage(db, 'x'.repeat(4_000))));
  let open: string[] = [];
  await inTransaction(async (tx) => {
    await tx
      .updateTable('contactMessages')
      .set({ message: 'y'.repeat(4_000) })
      .execute();
    open = fs.readdirSync('/proc/self/fd').map(linkOf);
  });
  expect(open.filter((path) => path.includes('site.db-wal'))).not.toEqual([]);
  expect(open.filter((path) => path.includes('etilqs'))).toEqual([]);
});

test('what no transaction can contain runs between groups', async () => {
  const all = await Promise.all([inTransaction(), sql`pragma wal_checkpoint(truncate)`.execute(db), inTransaction()]);
  expect(all).toHaveLength(3);
  await sql`vacuum`.execute(db);
  expect(durable()).toBe(2);
});

/** Counts turns of the event loop, until the test ends. */
function countTurns(): () => number {
  let turn = 0;
  const count = () => {
    turn += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  onTestFinished(() => clearImmediate(counting));
  return () => turn;
}

/** A transaction that needs more processor time than writing gets in one turn of the event loop. */
const busyTransaction = (seen: () => void) =>
  inTransaction(async (tx) => {
    const begun = performance.now();
    await storeMessage(tx);
    while (performance.now() - begun < 2);
    seen();
  });

test('a burst of transactions leaves the event loop to others in between, and still shares its commit', async () => {
  const turn = countTurns();
  const commits = countCommits();
  const turns: number[] = [];
  const order: string[] = [];
  const burst = Array.from({ length: 12 }, () => busyTransaction(() => turns.push(turn())).then(() => order.push('w')));
  const reading = db.selectFrom('posts').select('id').execute();
  await Promise.all([...burst, reading.then(() => order.push('read'))]);
  expect(new Set(turns).size).toBe(12);
  expect(order[0]).toBe('read');
  expect(commits()).toBe(1);
  expect(durable()).toBe(12);
});

test('those who share a commit are told in their order, a few in each turn', async () => {
  const turn = countTurns();
  const told: { index: number; turn: number }[] = [];
  await Promise.all(
    Array.from({ length: 20 }, (_, index) => inTransaction().then(() => told.push({ index, turn: turn() }))),
  );
  expect(told.map(({ index }) => index)).toEqual(Array.from({ length: 20 }, (_, index) => index));
  const perTurn = Map.groupBy(told, (each) => each.turn).values();
  expect(Math.max(...[...perTurn].map(({ length }) => length))).toBeLessThanOrEqual(4);
});

test('later callers do not keep a burst from its commit', async () => {
  const burst = Array.from({ length: 4 }, () => busyTransaction(() => {}));
  const later: Promise<unknown>[] = [];
  let waited = 0;
  const all = Promise.all(burst).then(() => (waited = later.length));
  // Each turn adds one more than it serves, so that one is always waiting.
  for (let turn = 0; turn < 50; turn += 1) {
    later.push(
      busyTransaction(() => {}),
      busyTransaction(() => {}),
    );
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all([all, ...later]);
  expect(waited).toBeLessThan(100);
  expect(durable()).toBe(104);
});
