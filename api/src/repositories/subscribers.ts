/** Subscribers of the newsletter, and the tokens of the links that were mailed to them: stored as hashes. */
import type { Db, SubscribersTable, SubscriberTokensTable } from '../database/schema.ts';

export interface Subscriber {
  id: string;
  /** As it was typed first. */
  email: string;
  state: SubscribersTable['state'];
}

interface Token {
  hash: string;
  purpose: SubscriberTokensTable['purpose'];
}

/** What a link leads to. */
interface FoundToken {
  subscriberId: string;
  state: Subscriber['state'];
  createdAt: string;
  used: boolean;
}

/**
 * Makes the subscriber, waiting for confirmation, or finds the one with the same key. Within a transaction nobody else
 * does the same for this key until its end.
 */
export async function findOrAddSubscriber(
  db: Db,
  { id, email, key, now }: { id: string; email: string; key: string; now: string },
): Promise<Subscriber> {
  return await db
    .insertInto('subscribers')
    .values({ id, email, email_key: key, state: 'pending', asked_at: now })
    .onConflict((conflict) => conflict.column('email_key').doUpdateSet({ asked_at: now }))
    .returning(['id', 'email', 'state'])
    .executeTakeFirstOrThrow();
}

/** @returns the subscriber if this call has confirmed it, nothing if it was confirmed before */
export async function confirmSubscriber(db: Db, id: string, now: string): Promise<Subscriber | undefined> {
  return await db
    .updateTable('subscribers')
    .set({ state: 'confirmed', confirmed_at: now })
    .where('id', '=', id)
    .where('state', '<>', 'confirmed')
    .returning(['id', 'email', 'state'])
    .executeTakeFirst();
}

export async function unsubscribeSubscriber(db: Db, id: string, now: string): Promise<void> {
  await db
    .updateTable('subscribers')
    .set({ state: 'unsubscribed', unsubscribed_at: now })
    .where('id', '=', id)
    .where('state', '<>', 'unsubscribed')
    .execute();
}

export async function insertToken(db: Db, { hash, purpose }: Token, { subscriberId, now }: { subscriberId: string; now: string }): Promise<void> {
  await db.insertInto('subscriber_tokens').values({ hash, purpose, subscriber_id: subscriberId, created_at: now }).execute();
}

export async function findToken(db: Db, { hash, purpose }: Token): Promise<FoundToken | undefined> {
  const row = await db
    .selectFrom('subscriber_tokens as token')
    .innerJoin('subscribers as subscriber', 'subscriber.id', 'token.subscriber_id')
    .select(['token.subscriber_id', 'token.created_at', 'token.used_at', 'subscriber.state'])
    .where('token.hash', '=', hash)
    .where('token.purpose', '=', purpose)
    .executeTakeFirst();
  return row && { subscriberId: row.subscriber_id, state: row.state, createdAt: row.created_at, used: row.used_at !== null };
}

export async function markTokenUsed(db: Db, hash: string, now: string): Promise<void> {
  await db.updateTable('subscriber_tokens').set({ used_at: now }).where('hash', '=', hash).where('used_at', 'is', null).execute();
}

/** When the subscriber's last `limit` tokens were made, newest first: every mail carries one. */
export async function newestTokenTimes(db: Db, subscriberId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('subscriber_tokens')
    .select('created_at')
    .where('subscriber_id', '=', subscriberId)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ created_at }) => created_at);
}

/** Forgets who never confirmed, and links to confirm with, if they are older than `time`. */
export async function forgetUnconfirmedBefore(db: Db, time: string): Promise<void> {
  await db.deleteFrom('subscribers').where('state', '=', 'pending').where('asked_at', '<', time).execute();
  await db.deleteFrom('subscriber_tokens').where('purpose', '=', 'confirm').where('created_at', '<', time).execute();
}
