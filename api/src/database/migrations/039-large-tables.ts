import { type Expression, type Kysely, type SqlBool, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Few rows are found among very many without a look at all of them. SQLite takes an index of some rows only for a query
 * that has its condition: `state <> 'pending'` was no help to one that asks for what is sent.
 */
export function largeTables(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      const index = async (name: string, table: string, columns: string[], only?: Expression<SqlBool>) => {
        const made = db.schema.createIndex(name).on(table).columns(columns);
        await (only ? made.where(only) : made).execute();
      };
      for (const name of ['outbox_due', 'outbox_finished']) await db.schema.dropIndex(name).execute();
      // With the other columns, what is asked of all that wait is in the index: an issue has one for each subscriber.
      const ofWaiting = ['next_attempt_at', 'created_at', 'topic', 'attempts', 'revived_at'];
      await index('outbox_due', 'outbox', ofWaiting, sql`state = 'pending'`);
      await index('outbox_sent', 'outbox', ['finished_at'], sql`state = 'sent'`);
      await index('outbox_dead', 'outbox', ['finished_at'], sql`state = 'dead'`);
      await index('outbox_recipient', 'outbox', ['recipient'], sql`state <> 'sent'`);
      await index('outbox_revived', 'outbox', ['revived_at'], sql`revived_at is not null`);
      await index('posts_edited', 'posts', ['edited_at'], sql`edited_at is not null`);
      await index('sessions_age', 'sessions', ['created_at']);
      await index('provider_states_age', 'provider_states', ['created_at']);
      await index('users_unconfirmed', 'users', ['created_at'], sql`email_verified = 0`);
      await index('subscribers_ended', 'subscribers', ['unsubscribed_at'], sql`state = 'unsubscribed'`);
      await index('subscribers_open', 'subscribers', ['id'], sql`state = 'unsubscribed' and email <> ''`);
      // What no row names is looked for by key, part by part.
      for (const name of ['images_age', 'stored_files_age']) await db.schema.dropIndex(name).execute();
      await index('post_reports_waiting', 'post_reports', ['post_id'], sql`mailed_at is null`);
      // Before a CV is deleted, the database looks whether another application has it.
      await index('applications_cv', 'applications', ['cv_id']);
    },
  };
}
