import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '../schema.ts';

/** Issues of the newsletter, and who got which: nobody gets one twice. */
export function newsletterIssues(kind: DatabaseKind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('newsletter_issues')
        .addColumn('id', 'integer', (id) =>
          kind === 'sqlite' ? id.primaryKey().autoIncrement() : id.primaryKey().generatedByDefaultAsIdentity(),
        )
        .addColumn('subject', 'text', (column) => column.notNull())
        .addColumn('markdown', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull().check(sql`state in ('draft', 'sending', 'stopped')`))
        .addColumn('next_due_at', 'text')
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('started_at', 'text')
        .execute();
      await db.schema
        .createTable('newsletter_deliveries')
        .addColumn('issue_id', 'integer', (column) => column.notNull().references('newsletter_issues.id'))
        .addColumn('subscriber_id', 'text', (column) =>
          column.notNull().references('subscribers.id').onDelete('cascade'),
        )
        .addColumn('mail_id', 'text', (column) => column.notNull().unique())
        .addColumn('token_hash', 'text', (column) => column.notNull().unique())
        .addColumn('refused_at', 'text')
        .addColumn('unsubscribed_at', 'text')
        .addPrimaryKeyConstraint('newsletter_deliveries_once', ['issue_id', 'subscriber_id'])
        .execute();
      await db.schema
        .createIndex('newsletter_deliveries_subscriber')
        .on('newsletter_deliveries')
        .column('subscriber_id')
        .execute();
      await db.schema.alterTable('outbox').addColumn('html', 'text').execute();
    },
  };
}
