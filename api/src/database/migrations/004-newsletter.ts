import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export function newsletter(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('subscribers')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('email', 'text', (column) => column.notNull())
        .addColumn('email_key', 'text', (column) => column.notNull().unique())
        .addColumn('state', 'text', (column) =>
          column.notNull().check(sql`state in ('pending', 'confirmed', 'unsubscribed')`),
        )
        .addColumn('asked_at', 'text', (column) => column.notNull())
        .addColumn('confirmed_at', 'text')
        .addColumn('unsubscribed_at', 'text')
        .execute();
      await db.schema
        .createIndex('subscribers_waiting')
        .on('subscribers')
        .column('asked_at')
        .where(sql.ref('state'), '=', sql.lit('pending'))
        .execute();

      await db.schema
        .createTable('subscriber_tokens')
        .addColumn('hash', 'text', (column) => column.primaryKey())
        .addColumn('subscriber_id', 'text', (column) =>
          column.notNull().references('subscribers.id').onDelete('cascade'),
        )
        .addColumn('purpose', 'text', (column) => column.notNull().check(sql`purpose in ('confirm', 'unsubscribe')`))
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('used_at', 'text')
        .execute();
      await db.schema
        .createIndex('subscriber_tokens_newest')
        .on('subscriber_tokens')
        .columns(['subscriber_id', 'created_at'])
        .execute();
      await db.schema
        .createIndex('subscriber_tokens_confirming')
        .on('subscriber_tokens')
        .column('created_at')
        .where(sql.ref('purpose'), '=', sql.lit('confirm'))
        .execute();

      await db.schema.alterTable('outbox').addColumn('unsubscribe_url', 'text').execute();
    },
  };
}
