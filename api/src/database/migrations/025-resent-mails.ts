import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A mail that an administrator sends again is tried as long as a new one. */
export function resentMails(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('outbox').addColumn('revived_at', 'text').execute();
    },
  };
}
