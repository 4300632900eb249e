/** Refunds, the entries that take tokens back, and persons known by every spelling of their Gmail address. */
import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '../schema.ts';
import { keyAfter, keyBefore } from './028-keys.ts';

interface Before {
  users: { email: string; created_at: string };
  payments: { person_key: string };
  referrals: { id: string; person_key: string; registered_at: string };
  token_ledger: { id: string; referral_id: string; kind: string };
}

export function refunds(kind: DatabaseKind): Migration {
  return {
    async up(db: Kysely<Before>) {
      // Without a foreign key: a refund may arrive before its payment.
      await db.schema
        .createTable('refunds')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('payment_id', 'text', (column) => column.notNull())
        .addColumn('amount', 'bigint', (column) => column.notNull().check(sql`amount > 0`))
        .addColumn('refunded_at', 'text', (column) => column.notNull())
        .addColumn('source', 'text', (column) => column.notNull().check(sql`source in ('event', 'by-hand')`))
        .addColumn('received_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('refunds_payment').on('refunds').column('payment_id').execute();

      if (kind === 'postgres') await widenInPostgres(db);
      else await widenInSqlite(db);
      await recogniseSpellings(db);
    },
  };
}

const KINDS = sql`kind in ('reward', 'redemption', 'reversal', 'settlement')`;
const SIGNS = sql`(kind = 'reward' and amount > 0 and redemption_id is null)
  or (kind = 'redemption' and amount < 0 and redemption_id is not null)
  or (kind = 'reversal' and amount < 0 and redemption_id is null)
  or (kind = 'settlement' and amount > 0 and redemption_id is not null)`;

async function widenInPostgres(db: Kysely<Before>): Promise<void> {
  const ledger = () => db.schema.alterTable('token_ledger');
  await ledger()
    .addColumn('round', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
  for (const name of ['token_ledger_kind_check', 'token_ledger_sign', 'token_ledger_once'])
    await ledger().dropConstraint(name).execute();
  await ledger().addCheckConstraint('token_ledger_kind', KINDS).execute();
  await ledger().addCheckConstraint('token_ledger_sign', SIGNS).execute();
  await ledger().addUniqueConstraint('token_ledger_once', ['referral_id', 'kind', 'round']).execute();
}

/** SQLite cannot change constraints: the entries move to a table that has the new ones. */
async function widenInSqlite(db: Kysely<Before>): Promise<void> {
  await db.schema
    .createTable('token_ledger_widened')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('referrer_id', 'text', (column) => column.notNull())
    .addColumn('referral_id', 'text', (column) => column.notNull().references('referrals.id'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('amount', 'integer', (column) => column.notNull())
    .addColumn('redemption_id', 'text', (column) => column.references('redemptions.id'))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('round', 'integer', (column) => column.notNull().defaultTo(1))
    .addUniqueConstraint('token_ledger_once', ['referral_id', 'kind', 'round'])
    .addCheckConstraint('token_ledger_kind', KINDS)
    .addCheckConstraint('token_ledger_sign', SIGNS)
    .execute();
  await sql`insert into token_ledger_widened (id, referrer_id, referral_id, kind, amount, redemption_id, created_at)
    select id, referrer_id, referral_id, kind, amount, redemption_id, created_at from token_ledger`.execute(db);
  // Its triggers and its index go with it.
  await db.schema.dropTable('token_ledger').execute();
  await db.schema.alterTable('token_ledger_widened').renameTo('token_ledger').execute();
  await db.schema.createIndex('token_ledger_referrer').on('token_ledger').column('referrer_id').execute();
  for (const change of ['update', 'delete']) {
    const trigger = `create trigger token_ledger_no_${change} before ${change} on token_ledger begin select raise(abort, 'the ledger is only appended to'); end`;
    await sql.raw(trigger).execute(db);
  }
}

/**
 * As far as the address is known: that is, for people who have an account. The rest follow when their address is seen
 * again.
 */
async function recogniseSpellings(db: Kysely<Before>): Promise<void> {
  const users = await db
    .selectFrom('users')
    .select('email')
    .where(sql`email`, 'like', '%@g%mail.com')
    .orderBy('created_at')
    .execute();
  for (const { email } of users) await takeOver(db, keyBefore(email), keyAfter(email));
}

/** Of two referrals of one person, the one that earned tokens stays, otherwise the first one. */
async function takeOver(db: Kysely<Before>, before: string, after: string): Promise<void> {
  if (before === after) return;
  await db.updateTable('payments').set({ person_key: after }).where('person_key', '=', before).execute();
  const found = await db
    .selectFrom('referrals')
    .leftJoin('token_ledger', (join) =>
      join.onRef('referral_id', '=', 'referrals.id').on('token_ledger.kind', '=', 'reward'),
    )
    .select(['referrals.id', 'token_ledger.id as reward'])
    .where('person_key', 'in', [before, after])
    .orderBy('registered_at')
    .orderBy('referrals.id')
    .execute();
  const kept = found.find(({ reward }) => reward !== null) ?? found[0];
  const rekey = (id: string, key: string) =>
    db.updateTable('referrals').set({ person_key: key }).where('id', '=', id).execute();
  for (const { id } of found) if (id !== kept?.id) await rekey(id, `superseded ${id}`);
  if (kept) await rekey(kept.id, after);
}
