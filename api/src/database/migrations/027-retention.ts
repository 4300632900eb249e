import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { withoutAddresses } from './027-addresses.ts';

interface Before {
  outbox: {
    id: string;
    state: string;
    recipient: string;
    reply_to: string | null;
    subject: string;
    attachment_id: string | null;
    last_error: string | null;
  };
}

/** From now on sent mails are emptied, servers' replies name nobody, and expired rows are found by their age. */
export function retention(): Migration {
  return {
    async up(db: Kysely<Before>) {
      await db
        .updateTable('outbox')
        .set({ recipient: '', reply_to: null, subject: '', attachment_id: null })
        .where('state', '=', 'sent')
        .execute();
      const failed = await db
        .selectFrom('outbox')
        .select(['id', 'recipient', 'reply_to', 'subject', 'last_error'])
        .where('last_error', 'is not', null)
        .execute();
      for (const { id, last_error, ...mail } of failed) {
        await db
          .updateTable('outbox')
          .set({ last_error: withoutAddresses(last_error!, mail) })
          .where('id', '=', id)
          .execute();
      }
      await db.schema
        .createIndex('outbox_finished')
        .on('outbox')
        .column('finished_at')
        .where(sql.ref('state'), '<>', sql.lit('pending'))
        .execute();
      await db.schema.createIndex('contact_messages_age').on('contact_messages').column('created_at').execute();
      await db.schema.createIndex('applications_age').on('applications').column('created_at').execute();
      await db.schema.createIndex('outbox_topic').on('outbox').column('topic_id').execute();
    },
  };
}
