/** Counts attempts for all instances together: at most a given number within any period of a given length. */
import { createHash } from 'node:crypto';
import { limitReached } from '../measured.ts';
import { compiledOnce } from './compiled-once.ts';
import { lockingRows } from './locks.ts';
import type { Db } from './schema.ts';

export interface Limit {
  /** What is counted: `login-account ada@example.com`. */
  of: string;
  max: number;
  /** In milliseconds. */
  within: number;
}

/** An update that changes nothing locks the row until the transaction ends, in both databases. */
const lockOrInsert = compiledOnce((db, { key, lastAt }: { key: string; lastAt: string }) =>
  db
    .insertInto('attempts')
    .values({ key, times: '[]', lastAt })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((current) => ({ times: current.ref('attempts.times') })),
    )
    .returning('times'),
);

const setTimes = compiledOnce((db, { key, times, lastAt }: { key: string; times: string; lastAt: string }) =>
  db.updateTable('attempts').set({ times, lastAt }).where('key', '=', key),
);

/**
 * Counts one try against every limit, or against none if one of them is reached.
 * @returns 0, or how long to wait, in milliseconds
 */
export async function countAttempt(db: Db, limits: Limit[], now = Date.now()): Promise<number> {
  return await db.transaction().execute((tx) => countWithin(tx, limits, now));
}

/** The same within the caller's transaction: if that is rolled back, nothing is counted. */
export async function countWithin(tx: Db, limits: Limit[], now = Date.now()): Promise<number> {
  const lastAt = new Date(now).toISOString();
  const counted: { key: string; times: number[] }[] = [];
  // In one order everywhere, so that two transactions never wait for each other.
  for (const limit of limits
    .map((each) => ({ ...each, key: keyOf(each.of) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
    const { key } = limit;
    const [row] = (await lockOrInsert(tx, { key, lastAt })).rows;
    // Other servers' clocks may be ahead a little; what is further ahead is from before this one was set back.
    const times = (JSON.parse(row!.times) as number[]).filter((time) => Math.abs(time - now) < limit.within);
    if (times.length >= limit.max) {
      limitReached.tell({ limit: kindOfLimit(limit) });
      return times[times.length - limit.max]! + limit.within - now;
    }
    counted.push({ key, times: [...times, now] });
  }
  for (const { key, times } of counted) await setTimes(tx, { key, times: JSON.stringify(times), lastAt });
  return 0;
}

/** Takes one attempt back: it turned out to be legitimate. */
export async function giveBackAttempt(db: Db, of: string): Promise<void> {
  await db.transaction().execute((tx) => giveBackWithin(tx, of));
}

/** The same within the caller's transaction. */
export async function giveBackWithin(tx: Db, of: string): Promise<void> {
  const key = keyOf(of);
  const times = await timesOf(tx, key);
  if (!times) return;
  await tx
    .updateTable('attempts')
    .set({ times: JSON.stringify(times.slice(0, -1)) })
    .where('key', '=', key)
    .execute();
}

/** Until the transaction ends, nothing else changes them. */
async function timesOf(tx: Db, key: string): Promise<number[] | undefined> {
  const row = await tx
    .selectFrom('attempts')
    .select('times')
    .where('key', '=', key)
    .$call(lockingRows(tx))
    .executeTakeFirst();
  return row && (JSON.parse(row.times) as number[]);
}

/** The first word of `of`, which is one of ours; the rest is about a visitor. */
function kindOfLimit({ of }: Limit): string {
  return of.split(' ', 1)[0] ?? '';
}

function keyOf(of: string): string {
  return createHash('sha256').update(of).digest('base64url');
}
