/**
 * What can be listed. Every column is named here, so that nothing else can be printed: no password, no token, no
 * session, no text of a mail.
 */
import { sql } from 'kysely';
import { referenceOf } from 'shared/rules/reference';
import { redeemableFrom } from 'shared/rules/referrals/referral';
import type { Db } from '../database/schema.ts';

export type Row = Record<string, string | number | null>;

/** Newest first. */
export const lists = {
  messages: (db: Db) =>
    db
      .selectFrom('contactMessages')
      .select(['id', 'createdAt', 'fullName', 'email', 'phone', 'subject', 'message'])
      .orderBy('createdAt', 'desc')
      .execute(),
  subscribers: (db: Db) =>
    db
      .selectFrom('subscribers')
      .select(['email', 'state', 'askedAt', 'confirmedAt', 'unsubscribedAt'])
      .orderBy('askedAt', 'desc')
      .execute(),
  applications: async (db: Db) => {
    const rows = await db
      .selectFrom('applications')
      .innerJoin('files', 'files.id', 'cvId')
      .select([
        'applications.id',
        'applications.createdAt',
        'role',
        'firstName',
        'lastName',
        'email',
        'phone',
        'linkedin',
        'about',
        'files.name as cv',
        'files.size as cvBytes',
      ])
      .orderBy('applications.createdAt', 'desc')
      .execute();
    return rows.map(({ id, ...row }) => ({ reference: referenceOf(id), id, ...row }));
  },
  referrals: async (db: Db) => {
    const rows = await db
      .selectFrom('referrals')
      .leftJoin('users', 'users.id', 'referrals.referrerId')
      .leftJoin('tokenLedger as entry', 'entry.referralId', 'referrals.id')
      .select([
        'referrals.id',
        'users.email as referrer',
        'registeredAt',
        sql<number | null>`sum(case when entry.kind in ('reward', 'reversal') then entry.amount end)`.as('earnedCents'),
        sql<string | null>`max(case when entry.kind = 'reversal' then entry.created_at end)`.as('takenBackAt'),
        sql<string | null>`max(case when entry.kind = 'redemption' then entry.created_at end)`.as('redeemedAt'),
      ])
      .groupBy(['referrals.id', 'users.email', 'registeredAt'])
      .orderBy('registeredAt', 'desc')
      .execute();
    return rows.map((row) => ({ ...row, redeemableFrom: redeemableFrom(row.registeredAt) }));
  },
  redemptions: (db: Db) =>
    db
      .selectFrom('redemptions')
      .leftJoin('users', 'users.id', 'referrerId')
      .select(['code', 'use', 'amount as cents', 'users.email as referrer', 'redemptions.createdAt', 'usedAt'])
      .orderBy('redemptions.createdAt', 'desc')
      .execute(),
  payments: (db: Db) =>
    db
      .selectFrom('payments')
      .select(['id', 'paidAt', 'amount', 'currency', 'source', 'receivedAt'])
      .orderBy('receivedAt', 'desc')
      .execute(),
  refunds: (db: Db) =>
    db
      .selectFrom('refunds')
      .select(['id', 'paymentId', 'refundedAt', 'amount', 'source', 'receivedAt'])
      .orderBy('receivedAt', 'desc')
      .execute(),
  posts: (db: Db) =>
    db
      .selectFrom('posts')
      .select(['id', 'title', 'author', 'createdAt', sql<string | null>`null`.as('hiddenAt')])
      .unionAll(db.selectFrom('hiddenPosts').select(['id', 'title', 'author', 'createdAt', 'hiddenAt']))
      .orderBy('id', 'desc')
      .execute(),
  images: (db: Db) =>
    db
      .selectFrom('images')
      .select(['id', 'width', 'height', 'createdAt', 'hiddenAt'])
      .orderBy('createdAt', 'desc')
      .execute(),
  'dead-letters': (db: Db) =>
    db
      .selectFrom('outbox')
      .select(['id', 'topic', 'topicId', 'recipient', 'attempts', 'finishedAt', 'lastError'])
      .where('state', '=', 'dead')
      .orderBy('finishedAt', 'desc')
      .execute(),
} satisfies Record<string, (db: Db) => Promise<Row[]>>;

export type ListName = keyof typeof lists;

/** Rows under the database's names, which is how they are printed: spreadsheets and scripts rely on them. */
export function asColumns(rows: Row[]): Row[] {
  const nameOf = (key: string) => key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [nameOf(key), value])));
}
