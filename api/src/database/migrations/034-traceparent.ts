import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A mail belongs to the trace of the request that it tells about. */
export function traceparent(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('outbox').addColumn('traceparent', 'text').execute();
    },
  };
}
