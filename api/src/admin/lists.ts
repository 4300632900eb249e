/**
 * What can be listed. Every column is named here, so that nothing else can be printed: no password, no token, no session,
 * no text of a mail.
 */
import { sql } from 'kysely';
import { redeemableFrom } from 'shared/rules/referral';
import type { Db } from '../database/schema.ts';

export type Row = Record<string, string | number | null>;

/** Newest first. */
export const lists = {
  messages: (db: Db) =>
    db
      .selectFrom('contact_messages')
      .select(['id', 'created_at', 'full_name', 'email', 'phone', 'subject', 'message'])
      .orderBy('created_at', 'desc')
      .execute(),
  subscribers: (db: Db) =>
    db
      .selectFrom('subscribers')
      .select(['email', 'state', 'asked_at', 'confirmed_at', 'unsubscribed_at'])
      .orderBy('asked_at', 'desc')
      .execute(),
  applications: (db: Db) =>
    db
      .selectFrom('applications')
      .innerJoin('files', 'files.id', 'cv_id')
      .select([
        'applications.id',
        'applications.created_at',
        'role',
        'first_name',
        'last_name',
        'email',
        'phone',
        'linkedin',
        'about',
        'files.name as cv',
        'files.size as cv_bytes',
      ])
      .orderBy('applications.created_at', 'desc')
      .execute(),
  referrals: async (db: Db) => {
    const rows = await db
      .selectFrom('referrals')
      .leftJoin('users', 'users.id', 'referrals.referrer_id')
      .leftJoin('token_ledger as entry', 'entry.referral_id', 'referrals.id')
      .select([
        'referrals.id',
        'users.email as referrer',
        'registered_at',
        sql<number | null>`sum(case when entry.kind in ('reward', 'reversal') then entry.amount end)`.as(
          'earned_cents',
        ),
        sql<string | null>`max(case when entry.kind = 'reversal' then entry.created_at end)`.as('taken_back_at'),
        sql<string | null>`max(case when entry.kind = 'redemption' then entry.created_at end)`.as('redeemed_at'),
      ])
      .groupBy(['referrals.id', 'users.email', 'registered_at'])
      .orderBy('registered_at', 'desc')
      .execute();
    return rows.map((row) => ({ ...row, redeemable_from: redeemableFrom(row.registered_at) }));
  },
  redemptions: (db: Db) =>
    db
      .selectFrom('redemptions')
      .leftJoin('users', 'users.id', 'referrer_id')
      .select(['code', 'use', 'amount as cents', 'users.email as referrer', 'redemptions.created_at', 'used_at'])
      .orderBy('redemptions.created_at', 'desc')
      .execute(),
  payments: (db: Db) =>
    db
      .selectFrom('payments')
      .select(['id', 'paid_at', 'amount', 'currency', 'source', 'received_at'])
      .orderBy('received_at', 'desc')
      .execute(),
  refunds: (db: Db) =>
    db
      .selectFrom('refunds')
      .select(['id', 'payment_id', 'refunded_at', 'amount', 'source', 'received_at'])
      .orderBy('received_at', 'desc')
      .execute(),
  posts: (db: Db) =>
    db
      .selectFrom('posts')
      .select(['id', 'title', 'author', 'created_at', sql<string | null>`null`.as('hidden_at')])
      .unionAll(db.selectFrom('hidden_posts').select(['id', 'title', 'author', 'created_at', 'hidden_at']))
      .orderBy('id', 'desc')
      .execute(),
  images: (db: Db) =>
    db
      .selectFrom('images')
      .select(['id', 'width', 'height', 'created_at', 'hidden_at'])
      .orderBy('created_at', 'desc')
      .execute(),
  'dead-letters': (db: Db) =>
    db
      .selectFrom('outbox')
      .select(['id', 'topic', 'topic_id', 'recipient', 'attempts', 'finished_at', 'last_error'])
      .where('state', '=', 'dead')
      .orderBy('finished_at', 'desc')
      .execute(),
} satisfies Record<string, (db: Db) => Promise<Row[]>>;

export type ListName = keyof typeof lists;
