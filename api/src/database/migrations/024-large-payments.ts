import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '../schema.ts';

/** PostgreSQL's `integer` ends at 21 million naira in kobo; SQLite's does not. */
export function largePayments(kind: DatabaseKind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      if (kind === 'postgres')
        await db.schema
          .alterTable('payments')
          .alterColumn('amount', (column) => column.setDataType('bigint'))
          .execute();
    },
  };
}
