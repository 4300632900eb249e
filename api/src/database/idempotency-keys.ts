/** Requests that named a key, with the answer they got, so that a repetition gets the same one. */
import type { Db } from './schema.ts';

interface KeyUse {
  key: string;
  requestHash: string;
  createdAt: string;
}

/**
 * Claims the key within the caller's transaction. While another transaction holds the same key, this waits for
 * its end.
 * @returns the earlier use if there is one, otherwise nothing: the key is now the caller's
 */
export async function claimKey(db: Db, use: KeyUse): Promise<{ requestHash: string; answer: string } | undefined> {
  const claimed = await db
    .insertInto('idempotencyKeys')
    .values({ ...use, answer: '' })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst();
  if (claimed) return undefined;
  return await db
    .selectFrom('idempotencyKeys')
    .select(['requestHash', 'answer'])
    .where('key', '=', use.key)
    .executeTakeFirstOrThrow();
}

/** @param answer JSON; belongs into the transaction that claimed the key */
export async function keepAnswer(db: Db, key: string, answer: string): Promise<void> {
  await db.updateTable('idempotencyKeys').set({ answer }).where('key', '=', key).execute();
}

export async function forgetKeysBefore(db: Db, time: string): Promise<void> {
  await db.deleteFrom('idempotencyKeys').where('createdAt', '<', time).execute();
}
