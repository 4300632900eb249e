/** Requests that named a key, with the answer they got, so that a repetition gets the same one. */
import { compiledOnce } from './compiled-once.ts';
import { lockingFreeRows } from './locks.ts';
import type { Db } from './schema.ts';

interface KeyUse {
  key: string;
  requestHash: string;
  createdAt: string;
}

/** Of a key that has just been claimed: answers are JSON, and never empty. */
const NO_ANSWER = '';

const insertOrLock = compiledOnce((db, use: KeyUse) =>
  db
    .insertInto('idempotencyKeys')
    .values({ key: use.key, requestHash: use.requestHash, createdAt: use.createdAt, answer: NO_ANSWER })
    // An update that changes nothing locks the row until the transaction ends: it is not deleted before it is read.
    .onConflict((conflict) => conflict.column('key').doUpdateSet((row) => ({ key: row.ref('idempotencyKeys.key') })))
    .returning(['requestHash', 'answer']),
);
const updateAnswer = compiledOnce((db, kept: { key: string; answer: string }) =>
  db.updateTable('idempotencyKeys').set({ answer: kept.answer }).where('key', '=', kept.key),
);
const deleteBefore = compiledOnce((db, limit: { time: string }) => {
  const old = db.selectFrom('idempotencyKeys').select('key').where('createdAt', '<', limit.time);
  // A submission does not wait while a person's old keys are deleted, which may take long.
  return db.deleteFrom('idempotencyKeys').where('key', 'in', old.$call(lockingFreeRows(db)));
});

/**
 * Claims the key within the caller's transaction. While another transaction holds the same key, this waits for
 * its end.
 * @returns the earlier use if there is one, otherwise nothing: the key is now the caller's
 */
export async function claimKey(db: Db, use: KeyUse): Promise<{ requestHash: string; answer: string } | undefined> {
  const { rows } = await insertOrLock(db, use);
  const stored = rows[0]!;
  return stored.answer === NO_ANSWER ? undefined : stored;
}

/** Call it within the transaction that claimed the key. @param answer JSON */
export async function keepAnswer(db: Db, key: string, answer: string): Promise<void> {
  await updateAnswer(db, { key, answer });
}

export async function forgetKeysBefore(db: Db, time: string): Promise<void> {
  await deleteBefore(db, { time });
}
