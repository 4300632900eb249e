import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '../schema.ts';

const isReward = sql`(kind = 'reward' and amount > 0 and redemption_id is null)`;
const isRedemption = sql`(kind = 'redemption' and amount < 0 and redemption_id is not null)`;

export function referrals(kind: DatabaseKind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('referral_codes')
        .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
        .addColumn('code', 'text', (column) => column.notNull().unique())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .execute();

      await db.schema
        .createTable('pending_referrals')
        .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
        .addColumn('referrer_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
        .addColumn('registered_at', 'text', (column) => column.notNull())
        .execute();

      // Without foreign keys: what was earned stays when an account goes.
      await db.schema
        .createTable('referrals')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('referrer_id', 'text', (column) => column.notNull())
        .addColumn('person_key', 'text', (column) => column.notNull().unique())
        .addColumn('registered_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('referrals_referrer')
        .on('referrals')
        .columns(['referrer_id', 'registered_at'])
        .execute();

      await db.schema
        .createTable('payments')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('person_key', 'text', (column) => column.notNull())
        .addColumn('amount', 'integer', (column) => column.notNull())
        .addColumn('currency', 'text', (column) => column.notNull())
        .addColumn('paid_at', 'text', (column) => column.notNull())
        .addColumn('source', 'text', (column) => column.notNull().check(sql`source in ('event', 'by-hand')`))
        .addColumn('received_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('payments_person').on('payments').column('person_key').execute();

      await db.schema
        .createTable('redemptions')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('referrer_id', 'text', (column) => column.notNull())
        .addColumn('use', 'text', (column) => column.notNull().check(sql`use in ('payments', 'discount')`))
        .addColumn('code', 'text', (column) => column.notNull().unique())
        .addColumn('amount', 'integer', (column) => column.notNull().check(sql`amount > 0`))
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('used_at', 'text')
        .execute();
      await db.schema
        .createIndex('redemptions_referrer')
        .on('redemptions')
        .columns(['referrer_id', 'created_at'])
        .execute();

      await db.schema
        .createTable('token_ledger')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('referrer_id', 'text', (column) => column.notNull())
        .addColumn('referral_id', 'text', (column) => column.notNull().references('referrals.id'))
        .addColumn('kind', 'text', (column) => column.notNull().check(sql`kind in ('reward', 'redemption')`))
        .addColumn('amount', 'integer', (column) => column.notNull())
        .addColumn('redemption_id', 'text', (column) => column.references('redemptions.id'))
        .addColumn('created_at', 'text', (column) => column.notNull())
        // One reward, and one redemption of it: whatever the code above does.
        .addUniqueConstraint('token_ledger_once', ['referral_id', 'kind'])
        .addCheckConstraint('token_ledger_sign', sql`${isReward} or ${isRedemption}`)
        .execute();
      await db.schema.createIndex('token_ledger_referrer').on('token_ledger').column('referrer_id').execute();
      for (const statement of kind === 'postgres' ? appendOnlyInPostgres : appendOnlyInSqlite)
        await sql.raw(statement).execute(db);
    },
  };
}

const appendOnlyInSqlite = ['update', 'delete'].map(
  (change) =>
    `create trigger token_ledger_no_${change} before ${change} on token_ledger begin select raise(abort, 'the ledger is only appended to'); end`,
);

const appendOnlyInPostgres = [
  `create function token_ledger_fixed() returns trigger language plpgsql as $$ begin raise exception 'the ledger is only appended to'; end $$`,
  'create trigger token_ledger_fixed before update or delete or truncate on token_ledger for each statement execute function token_ledger_fixed()',
];
