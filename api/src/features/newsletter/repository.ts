/**
 * Subscribers of the newsletter, and the tokens of the links that were mailed to them: stored as hashes. Unsubscribing
 * seals a subscriber: a keyed hash takes the place of the address (`sealedKey`).
 */
import { type RawBuilder, sql } from 'kysely';
import { kindOf } from '../../database/kind.ts';
import { lockUntilEnd } from '../../database/locks.ts';
import type { Db } from '../../database/schema.ts';
import type { SubscribersTable, SubscriberTokensTable } from '../../database/tables/newsletter.ts';

export interface Subscriber {
  id: string;
  /** As it was typed last before it was confirmed; empty if it is sealed. */
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
  isSealed: boolean;
  createdAt: string;
  used: boolean;
  /** Whether they have unsubscribed since it was mailed. */
  isRevoked: boolean;
}

/**
 * Adds the subscriber, waiting for confirmation, or finds the one with the same key; a sealed one gets its address
 * back. Within a transaction, no other one can do the same for this key until it ends.
 * @param subscriber `sealed` are the keys that it may have been sealed as (`sealedKeys`)
 * @returns `askedAt`: when links that are mailed now were made
 */
export async function findOrAddSubscriber(
  db: Db,
  { id, email, key, sealed, now }: { id: string; email: string; key: string; sealed: string[]; now: string },
): Promise<Subscriber & { askedAt: string }> {
  await lockEmail(db, sealed[0]!);
  const opened = await db
    .updateTable('subscribers')
    .set({ email, emailKey: key, askedAt: notRevoked(now) })
    .where('id', '=', (query) =>
      query.selectFrom('subscribers').select('id').where('emailKey', 'in', sealed).orderBy('id').limit(1),
    )
    // Two rows for one address: see {@link sealSubscriber}.
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('subscribers as other').select('other.id').where('other.emailKey', '=', key))),
    )
    .returning(['id', 'email', 'state', 'askedAt'])
    .executeTakeFirst();
  if (opened) return opened;
  return await db
    .insertInto('subscribers')
    .values({ id, email, emailKey: key, state: 'pending', askedAt: now })
    .onConflict((conflict) =>
      conflict.column('emailKey').doUpdateSet((row) => ({
        askedAt: notRevoked(now),
        // Not every spelling arrives: a stranger's must not stand in the way of the owner's.
        email: row
          .case()
          .when('subscribers.state', '=', 'confirmed')
          .then(row.ref('subscribers.email'))
          .else(row.ref('excluded.email'))
          .end(),
      })),
    )
    .returning(['id', 'email', 'state', 'askedAt'])
    .executeTakeFirstOrThrow();
}

/**
 * Now, but not before they unsubscribed, which would revoke the new link: the clock by which that was may have been set
 * back since, or be another instance's.
 */
function notRevoked(now: string): RawBuilder<string> {
  const unsubscribedAt = sql.ref('subscribers.unsubscribedAt');
  return sql`case when ${unsubscribedAt} > ${now} then ${unsubscribedAt} else ${now} end`;
}

/** @returns the subscriber if this call has confirmed it, nothing if it was confirmed before */
export async function confirmSubscriber(db: Db, id: string, now: string): Promise<Subscriber | undefined> {
  return await db
    .updateTable('subscribers')
    .set({ state: 'confirmed', confirmedAt: now })
    .where('id', '=', id)
    .where('state', '<>', 'confirmed')
    .where('email', '<>', '')
    .returning(['id', 'email', 'state'])
    .executeTakeFirst();
}

/** @returns the id of the subscriber with this key, confirmed or waiting for that */
export async function findSubscription(db: Db, key: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('subscribers')
    .select('id')
    .where('emailKey', '=', key)
    .where('state', '<>', 'unsubscribed')
    .executeTakeFirst();
  return found?.id;
}

/**
 * @param sealedKeyOf gives the key that replaces the address from then on
 * @returns the address until then, empty if it was sealed before; undefined if they have been deleted
 */
export async function unsubscribeSubscriber(
  tx: Db,
  id: string,
  now: string,
  sealedKeyOf: (email: string) => string,
): Promise<string | undefined> {
  const found = tx.selectFrom('subscribers').select(['email', 'emailKey']).where('id', '=', id);
  // First, as in subscribing: in another order the two may deadlock.
  const before = await found.executeTakeFirst();
  if (!before) return undefined;
  const key = before.email === '' ? before.emailKey : sealedKeyOf(before.email);
  await lockEmail(tx, key);
  await tx
    .updateTable('subscribers')
    .set({ state: 'unsubscribed', unsubscribedAt: now })
    .where('id', '=', id)
    .where('state', '<>', 'unsubscribed')
    .execute();
  const after = await found.executeTakeFirst();
  if (after && after.email !== '') await sealSubscriber(tx, id, key);
  return after?.email;
}

/**
 * One transaction at a time gives an address its key or takes it away: another one that adds the address while this one
 * seals it would make a second row, which older links do not unsubscribe.
 */
async function lockEmail(tx: Db, sealed: string): Promise<void> {
  await lockUntilEnd(tx, `subscriber ${sealed}`);
}

/** Until the transaction ends, nothing else changes them. */
export async function lockSubscribers(tx: Db, ids: string[]): Promise<void> {
  // SQLite has one writer at a time anyway.
  if (kindOf(tx) !== 'postgres' || ids.length === 0) return;
  await tx.selectFrom('subscribers').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute();
}

/** @param key locked by {@link lockEmail} */
async function sealSubscriber(tx: Db, id: string, key: string): Promise<void> {
  // Two rows for one address, made by an earlier version if a person subscribed while the first one was being sealed:
  // they become one.
  const other = await tx
    .selectFrom('subscribers')
    .select('id')
    .where('emailKey', '=', key)
    .where('id', '<>', id)
    .executeTakeFirst();
  if (other) {
    await tx.updateTable('subscriberTokens').set({ subscriberId: id }).where('subscriberId', '=', other.id).execute();
    await tx.deleteFrom('subscribers').where('id', '=', other.id).execute();
  }
  await tx
    .updateTable('subscribers')
    .set({ email: '', emailKey: key })
    .where('id', '=', id)
    // Not if they have confirmed it at this moment.
    .where('state', '=', 'unsubscribed')
    .execute();
}

/**
 * Seals unsubscribed subscribers whose address is not needed: it was not entered again, or not since `time`.
 * @returns how many it found, at most `limit`
 */
export async function sealUnsubscribed(
  tx: Db,
  { time, limit, sealedKeyOf }: { time: string; limit: number; sealedKeyOf: (email: string) => string },
): Promise<number> {
  const open = tx
    .selectFrom('subscribers')
    .select(['id', 'email'])
    .where('state', '=', 'unsubscribed')
    .where('email', '<>', '')
    .where((row) => row.or([row('askedAt', '<', time), row('askedAt', '<', row.ref('unsubscribedAt'))]));
  // In one order: two instances that clean up at the same time would else wait for each other.
  const found = await open.orderBy('id').limit(limit).execute();
  for (const { id, email } of found) {
    const key = sealedKeyOf(email);
    await lockEmail(tx, key);
    // It may have been entered again since.
    const isStillOpen = await open.where('id', '=', id).executeTakeFirst();
    if (isStillOpen) await sealSubscriber(tx, id, key);
  }
  return found.length;
}

export async function insertToken(
  db: Db,
  { hash, purpose }: Token,
  { subscriberId, now }: { subscriberId: string; now: string },
): Promise<void> {
  await db.insertInto('subscriberTokens').values({ hash, purpose, subscriberId, createdAt: now }).execute();
}

export async function findToken(db: Db, { hash, purpose }: Token): Promise<FoundToken | undefined> {
  const row = await db
    .selectFrom('subscriberTokens as token')
    .innerJoin('subscribers as subscriber', 'subscriber.id', 'token.subscriberId')
    .select(['token.subscriberId', 'token.createdAt', 'token.usedAt'])
    .select(['subscriber.state', 'subscriber.email', 'subscriber.unsubscribedAt'])
    .where('token.hash', '=', hash)
    .where('token.purpose', '=', purpose)
    .executeTakeFirst();
  return (
    row && {
      subscriberId: row.subscriberId,
      state: row.state,
      isSealed: row.email === '',
      createdAt: row.createdAt,
      used: row.usedAt !== null,
      isRevoked: row.unsubscribedAt !== null && row.createdAt < row.unsubscribedAt,
    }
  );
}

export async function markTokenUsed(db: Db, hash: string, now: string): Promise<void> {
  await db
    .updateTable('subscriberTokens')
    .set({ usedAt: now })
    .where('hash', '=', hash)
    .where('usedAt', 'is', null)
    .execute();
}
