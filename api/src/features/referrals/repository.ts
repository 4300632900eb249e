/** Referrals, payments, refunds, and the ledger of tokens: it is only appended to; balances are its sums. */
import { type Insertable, type Selectable, sql } from 'kysely';
import type { RedemptionUse } from 'shared/contracts/referrals';
import { lockingRows } from '../../database/locks.ts';
import type { Db, Schema } from '../../database/schema.ts';

export async function findCode(db: Db, userId: string): Promise<string | undefined> {
  return (await db.selectFrom('referralCodes').select('code').where('userId', '=', userId).executeTakeFirst())?.code;
}

/** Keeps the first code of a user. @returns it */
export async function insertCode(
  db: Db,
  { userId, code, now }: { userId: string; code: string; now: string },
): Promise<string> {
  const kept = await db
    .insertInto('referralCodes')
    .values({ userId, code, createdAt: now })
    // An update that changes nothing, since otherwise nothing is returned.
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ userId }))
    .returning('code')
    .executeTakeFirstOrThrow();
  return kept.code;
}

/** The owner of the link. */
export async function findCodeOwner(db: Db, code: string): Promise<{ id: string; email: string } | undefined> {
  return await db
    .selectFrom('referralCodes')
    .innerJoin('users', 'users.id', 'userId')
    .select(['users.id', 'users.email'])
    .where('code', '=', code)
    .executeTakeFirst();
}

/** The first referral of a person stays. */
export async function insertReferral(
  db: Db,
  referral: { id: string; referrerId: string; personKey: string; registeredAt: string },
): Promise<void> {
  await db
    .insertInto('referrals')
    .values(referral)
    .onConflict((conflict) => conflict.column('personKey').doNothing())
    .execute();
}

/** @returns whether it is new */
export async function insertPayment(db: Db, payment: Insertable<Schema['payments']>): Promise<boolean> {
  const row = await db
    .insertInto('payments')
    .values(payment)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns whether it is new */
export async function insertRefund(db: Db, refund: Insertable<Schema['refunds']>): Promise<boolean> {
  const row = await db
    .insertInto('refunds')
    .values(refund)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The payer: a person's key, which stays the same until the transaction ends. */
export async function findPayer(tx: Db, paymentId: string): Promise<string | undefined> {
  const query = tx.selectFrom('payments').select('personKey').where('id', '=', paymentId);
  return (await query.$call(lockingRows(tx)).executeTakeFirst())?.personKey;
}

/** Ids of what was paid by persons with these keys. */
export async function findPayments(tx: Db, personKeys: string[]): Promise<string[]> {
  const query = tx.selectFrom('payments').select('id').where('personKey', 'in', personKeys);
  return (await query.orderBy('id').execute()).map(({ id }) => id);
}

/** What a person has paid and not got back, by currency, in its smallest unit. */
export async function sumsPaid(db: Db, personKey: string): Promise<Map<string, number>> {
  const [payments, refunds] = await Promise.all([
    db.selectFrom('payments').select(['id', 'amount', 'currency']).where('personKey', '=', personKey).execute(),
    db
      .selectFrom('refunds')
      .innerJoin('payments', 'payments.id', 'paymentId')
      .select(['paymentId', 'refunds.amount'])
      .where('personKey', '=', personKey)
      .execute(),
  ]);
  const sums = new Map<string, number>();
  for (const { id, amount, currency } of payments) {
    const refunded = refunds
      .filter(({ paymentId }) => paymentId === id)
      .reduce((sum, refund) => sum + refund.amount, 0);
    // More than was paid cannot be given back.
    sums.set(currency, (sums.get(currency) ?? 0) + Math.max(0, amount - refunded));
  }
  return sums;
}

/**
 * Moves what is stored under a person's former key to the current one. If both keys have a referral, the one that
 * earned tokens remains, otherwise the first one: a person is referred once.
 */
export async function takeOverKey(tx: Db, former: string, current: string): Promise<void> {
  if (former === current) return;
  await tx.updateTable('payments').set({ personKey: current }).where('personKey', '=', former).execute();
  const found = await statesOf(tx)
    .where('personKey', 'in', [former, current])
    .orderBy('registeredAt')
    .orderBy('referrals.id')
    .execute();
  const kept = found.find(({ rounds }) => rounds > 0) ?? found[0];
  const rekey = (id: string, key: string) =>
    tx.updateTable('referrals').set({ personKey: key }).where('id', '=', id).execute();
  for (const { id } of found) if (id !== kept?.id) await rekey(id, `superseded ${id}`);
  if (kept) await rekey(kept.id, current);
}

type NewEntry = Selectable<Schema['tokenLedger']>;

export async function appendEntries(db: Db, entries: NewEntry[]): Promise<void> {
  await db.insertInto('tokenLedger').values(entries).execute();
}

export interface ReferralState {
  id: string;
  referrerId: string;
  registeredAt: string;
  /** How often it was rewarded. */
  rounds: number;
  /** What was earned with it and not taken back, in US cents; 0 before that person has paid. */
  earned: number;
  /** What was redeemed of it: negative, until it was taken back and settled. */
  used: number;
  /** The sum of both. Negative if redeemed tokens were taken back. */
  left: number;
}

/** A row for each referral, with the sums of its entries. */
function statesOf(db: Db) {
  const sumOf = (...kinds: NewEntry['kind'][]) =>
    sql<number>`coalesce(sum(case when entry.kind in (${sql.join(kinds)}) then entry.amount end), 0)`;
  return db
    .selectFrom('referrals')
    .leftJoin('tokenLedger as entry', 'entry.referralId', 'referrals.id')
    .select([
      'referrals.id',
      'referrals.referrerId',
      'registeredAt',
      sql<number>`coalesce(sum(case when entry.kind = 'reward' then 1 end), 0)`.as('rounds'),
      sumOf('reward', 'reversal').as('earned'),
      sumOf('redemption', 'settlement').as('used'),
    ])
    .groupBy(['referrals.id', 'referrals.referrerId', 'registeredAt']);
}

type StateRow = Awaited<ReturnType<ReturnType<typeof statesOf>['execute']>>[number];

function stateFrom(row: StateRow): ReferralState {
  return { ...row, left: row.earned + row.used };
}

/** The person's referral. */
export async function findReferral(db: Db, personKey: string): Promise<ReferralState | undefined> {
  const row = await statesOf(db).where('personKey', '=', personKey).executeTakeFirst();
  return row && stateFrom(row);
}

/** Newest first. */
export async function listReferrals(db: Db, referrerId: string): Promise<ReferralState[]> {
  const rows = await statesOf(db)
    .where('referrals.referrerId', '=', referrerId)
    .orderBy('registeredAt', 'desc')
    .orderBy('referrals.id')
    .execute();
  return rows.map(stateFrom);
}

export interface StoredRedemption {
  code: string;
  use: RedemptionUse;
  amount: number;
  createdAt: string;
  usedAt: string | null;
}

export async function insertRedemption(
  db: Db,
  redemption: StoredRedemption & { id: string; referrerId: string },
): Promise<void> {
  await db.insertInto('redemptions').values(redemption).execute();
}

/** Newest first. */
export async function listRedemptions(db: Db, referrerId: string): Promise<StoredRedemption[]> {
  return await db
    .selectFrom('redemptions')
    .select(['code', 'use', 'amount', 'createdAt', 'usedAt'])
    .where('referrerId', '=', referrerId)
    .orderBy('createdAt', 'desc')
    .execute();
}

/** Marks it used, once. @returns whether it existed and was unused */
export async function markRedemptionUsed(db: Db, code: string, now: string): Promise<boolean> {
  const result = await db
    .updateTable('redemptions')
    .set({ usedAt: now })
    .where('code', '=', code)
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
