import type { Kysely, Migration } from 'kysely';

/** A mail belongs to the trace of the request that it tells about. */
export function traceparent(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('outbox').addColumn('traceparent', 'text').execute();
    },
  };
}
