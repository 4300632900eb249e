import fs from 'node:fs';
import { stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { contactCall } from 'shared/contracts/contact';
import { postCalls } from 'shared/contracts/posts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { json, startApi } from '../../test/support/api.ts';
import { goodMessage, storeMessage } from '../../test/support/contact.ts';
import { makeMigratedPlace, openMigrated, type Place } from '../../test/support/database.ts';
import { problemOf } from '../../test/support/visitor.ts';
import { openDatabase } from './open.ts';
import type { Db } from './schema.ts';
import { UnknownOutcomeError } from './unknown-outcome.ts';

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

const PAGE_BYTES = 4_096;

const stored = async (from: Db = db) => (await from.selectFrom('contactMessages').select('id').execute()).length;
const logBytes = async () => (await stat(`${place.dataDir}/site.db-wal`)).size;

/** A disk whose syncs end only when they are told to. */
function slowDisk() {
  const real = fs.fdatasync;
  const held: { file: number; end: () => void }[] = [];
  vi.spyOn(fs, 'fdatasync').mockImplementation((file, done) => {
    held.push({ file, end: () => real(file, done) });
  });
  const atWork = async () => {
    await expect.poll(() => held.length).toBeGreaterThan(0);
    return held.shift()!;
  };
  return { held, atWork };
}

/** A disk that takes its time: temporary files may be in memory, where a sync takes none. */
function ordinaryDisk(): void {
  const real = fs.fdatasync;
  vi.spyOn(fs, 'fdatasync').mockImplementation((file, done) => void setTimeout(() => real(file, done), 2));
}

const brokenDisk = () =>
  vi.spyOn(fs, 'fdatasync').mockImplementation((_file, done) => void setImmediate(done, new Error('EIO: i/o error')));

test('a commit is reported and readable once the log is synced after it; reading goes on meanwhile', async () => {
  const disk = slowDisk();
  let isTold = false;
  const before = await logBytes();
  const written = storeMessage(db).then(() => (isTold = true));
  const sync = await disk.atWork();
  expect(fs.fstatSync(sync.file).ino).toBe((await stat(`${place.dataDir}/site.db-wal`)).ino);
  expect(await logBytes()).toBeGreaterThan(before);
  expect(await stored()).toBe(0);
  expect(isTold).toBe(false);
  sync.end();
  await written;
  expect(await stored()).toBe(1);
});

test('those that come while the disk is at work share the next commit, and wait for it', async () => {
  const disk = slowDisk();
  const told: string[] = [];
  const first = storeMessage(db).then(() => told.push('first'));
  const sync = await disk.atWork();
  const others = ['second', 'third'].map((name) =>
    db
      .transaction()
      .execute((tx) => storeMessage(tx))
      .then(() => told.push(name)),
  );
  await delay(30);
  expect(disk.held).toHaveLength(0);
  sync.end();
  await first;
  const next = await disk.atWork();
  await delay(30);
  expect(told).toEqual(['first']);
  next.end();
  await Promise.all(others);
  expect(disk.held).toHaveLength(0);
  expect(told).toEqual(['first', 'second', 'third']);
});

test('what is written outside a transaction is synced, too', async () => {
  const sync = vi.spyOn(fs, 'fdatasync');
  await sql`create table notes (text text)`.execute(db);
  expect(sync).toHaveBeenCalled();
});

test('after a failed sync nothing counts as stored, and nothing that may be lost is read, till a restart', async () => {
  await storeMessage(db);
  const disk = brokenDisk();
  const others = Promise.allSettled([storeMessage(db), db.transaction().execute((tx) => storeMessage(tx))]);
  await delay(0);
  const later = Promise.allSettled([storeMessage(db), sql`create table notes (text text)`.execute(db)]);
  for (const [results, isUnknown] of [
    [await others, true],
    [await later, false],
  ] as const) {
    for (const { status, ...result } of results) {
      expect(status).toBe('rejected');
      expect(result).toMatchObject({ reason: { errcode: 10 } });
      expect('reason' in result && result.reason instanceof UnknownOutcomeError).toBe(isUnknown);
    }
  }
  disk.mockRestore();
  await expect(storeMessage(db)).rejects.toThrow('nothing is written until the next start');
  expect(await stored()).toBe(1);
  await db.destroy();

  db = openDatabase(place);
  // Nothing is written after a possible gap.
  expect(await logBytes()).toBe(0);
  const there = await stored();
  await storeMessage(db);
  expect(await stored()).toBe(there + 1);
});

test('a disk that does not sync means 503 and not ready, but reading goes on', async () => {
  const api = await startApi('sqlite');
  try {
    brokenDisk();
    const send = async () => await problemOf(await api.fetch(contactCall, json(goodMessage)));
    expect(await send(), 'this may be on the disk').toMatchObject({ status: 503, code: 'outcome-unknown' });
    vi.restoreAllMocks();
    expect(await send()).toMatchObject({ status: 503, code: 'unavailable' });
    expect((await api.fetch('/readyz')).status).toBe(503);
    expect((await api.fetch(postCalls.post(1))).status).toBe(200);
  } finally {
    await api.close();
  }
});

test.each([
  ['copied by another thread', false],
  ['copied by this one, since no other is available', true],
])('the log does not grow while everybody writes, and what it held is in the database: %s', async (_by, isAlone) => {
  if (isAlone)
    vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(() => {
      throw new Error('no memory for another thread');
    });
  ordinaryDisk();
  const text = 'x'.repeat(100_000);
  const writer = async () => {
    for (let n = 0; n < 300; n += 1) await db.transaction().execute((tx) => storeMessage(tx, text));
  };
  await Promise.all([writer(), writer()]);
  // 600 messages of 25 pages.
  expect(await logBytes()).toBeLessThan(12_000 * PAGE_BYTES);
  expect((await stat(`${place.dataDir}/site.db`)).size).toBeGreaterThan(4_000 * PAGE_BYTES);
  expect(await stored()).toBe(600);
});
