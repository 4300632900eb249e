/** Who referred whom, payments, and the ledger of tokens: entries are added and never changed; balances are their sums. */
import type { RedemptionUse } from 'shared/contracts/referrals';
import type { Db } from '../database/schema.ts';

export async function findCode(db: Db, userId: string): Promise<string | undefined> {
  return (await db.selectFrom('referral_codes').select('code').where('user_id', '=', userId).executeTakeFirst())?.code;
}

/** Keeps the first code of a user. */
export async function insertCode(db: Db, { userId, code, now }: { userId: string; code: string; now: string }): Promise<void> {
  await db.insertInto('referral_codes').values({ user_id: userId, code, created_at: now }).onConflict((conflict) => conflict.column('user_id').doNothing()).execute();
}

/** Whose link it is. */
export async function findCodeOwner(db: Db, code: string): Promise<{ id: string; email: string } | undefined> {
  return await db.selectFrom('referral_codes').innerJoin('users', 'users.id', 'user_id').select(['users.id', 'users.email']).where('code', '=', code).executeTakeFirst();
}

export async function insertPending(db: Db, pending: { userId: string; referrerId: string; now: string }): Promise<void> {
  await db
    .insertInto('pending_referrals')
    .values({ user_id: pending.userId, referrer_id: pending.referrerId, registered_at: pending.now })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}

/** Takes it: whoever asks again finds nothing. */
export async function takePending(db: Db, userId: string): Promise<{ referrerId: string; registeredAt: string } | undefined> {
  const row = await db.deleteFrom('pending_referrals').where('user_id', '=', userId).returningAll().executeTakeFirst();
  return row && { referrerId: row.referrer_id, registeredAt: row.registered_at };
}

/** The first referral of a person stays. */
export async function insertReferral(
  db: Db,
  referral: { id: string; referrerId: string; personKey: string; registeredAt: string },
): Promise<void> {
  await db
    .insertInto('referrals')
    .values({ id: referral.id, referrer_id: referral.referrerId, person_key: referral.personKey, registered_at: referral.registeredAt })
    .onConflict((conflict) => conflict.column('person_key').doNothing())
    .execute();
}

interface NewPayment {
  id: string;
  personKey: string;
  amount: number;
  currency: string;
  paidAt: string;
  source: 'event' | 'by-hand';
  now: string;
}

/** @returns whether it is new */
export async function insertPayment(db: Db, payment: NewPayment): Promise<boolean> {
  const row = await db
    .insertInto('payments')
    .values({
      id: payment.id,
      person_key: payment.personKey,
      amount: payment.amount,
      currency: payment.currency,
      paid_at: payment.paidAt,
      source: payment.source,
      received_at: payment.now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The person's referral, if that person has paid and nothing was earned with it yet. */
export async function findUnrewarded(
  db: Db,
  personKey: string,
): Promise<{ id: string; referrerId: string; registeredAt: string } | undefined> {
  const row = await db
    .selectFrom('referrals')
    .select(['id', 'referrer_id', 'registered_at'])
    .where('person_key', '=', personKey)
    .where(({ exists, selectFrom }) => exists(selectFrom('payments').select('payments.id').whereRef('payments.person_key', '=', 'referrals.person_key')))
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('token_ledger').select('token_ledger.id').whereRef('referral_id', '=', 'referrals.id'))))
    .executeTakeFirst();
  return row && { id: row.id, referrerId: row.referrer_id, registeredAt: row.registered_at };
}

interface NewEntry {
  id: string;
  referrerId: string;
  referralId: string;
  kind: 'reward' | 'redemption';
  /** US cents; negative for what is redeemed. */
  amount: number;
  redemptionId: string | null;
  now: string;
}

export async function appendEntries(db: Db, entries: NewEntry[]): Promise<void> {
  await db
    .insertInto('token_ledger')
    .values(
      entries.map((entry) => ({
        id: entry.id,
        referrer_id: entry.referrerId,
        referral_id: entry.referralId,
        kind: entry.kind,
        amount: entry.amount,
        redemption_id: entry.redemptionId,
        created_at: entry.now,
      })),
    )
    .execute();
}

export interface ReferralState {
  id: string;
  registeredAt: string;
  /** What was earned with it, in US cents; 0 before that person paid. */
  earned: number;
  /** What is left of it. */
  left: number;
}

/** Newest first. */
export async function listReferrals(db: Db, referrerId: string): Promise<ReferralState[]> {
  const rows = await db
    .selectFrom('referrals')
    .leftJoin('token_ledger as reward', (join) => join.onRef('reward.referral_id', '=', 'referrals.id').on('reward.kind', '=', 'reward'))
    .leftJoin('token_ledger as taken', (join) => join.onRef('taken.referral_id', '=', 'referrals.id').on('taken.kind', '=', 'redemption'))
    .select(['referrals.id', 'registered_at', 'reward.amount as earned', 'taken.amount as taken'])
    .where('referrals.referrer_id', '=', referrerId)
    .orderBy('registered_at', 'desc')
    .orderBy('referrals.id')
    .execute();
  return rows.map(({ id, registered_at, earned, taken }) => ({ id, registeredAt: registered_at, earned: earned ?? 0, left: (earned ?? 0) + (taken ?? 0) }));
}

export interface StoredRedemption {
  code: string;
  use: RedemptionUse;
  amount: number;
  createdAt: string;
  usedAt: string | null;
}

export async function insertRedemption(db: Db, redemption: StoredRedemption & { id: string; referrerId: string }): Promise<void> {
  await db
    .insertInto('redemptions')
    .values({
      id: redemption.id,
      referrer_id: redemption.referrerId,
      use: redemption.use,
      code: redemption.code,
      amount: redemption.amount,
      created_at: redemption.createdAt,
      used_at: redemption.usedAt,
    })
    .execute();
}

/** Newest first. */
export async function listRedemptions(db: Db, referrerId: string): Promise<StoredRedemption[]> {
  const rows = await db.selectFrom('redemptions').selectAll().where('referrer_id', '=', referrerId).orderBy('created_at', 'desc').execute();
  return rows.map(({ code, use, amount, created_at, used_at }) => ({ code, use, amount, createdAt: created_at, usedAt: used_at }));
}

/** Marks it used, once. @returns whether it was there and unused */
export async function markRedemptionUsed(db: Db, code: string, now: string): Promise<boolean> {
  const result = await db.updateTable('redemptions').set({ used_at: now }).where('code', '=', code).where('used_at', 'is', null).executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
