import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Better Auth's table of passkeys, under our names (decision 020). */
export function passkeys(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('passkeys')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
        .addColumn('name', 'text')
        .addColumn('credential_id', 'text', (column) => column.notNull().unique())
        .addColumn('public_key', 'text', (column) => column.notNull())
        // Up to 2^32 - 1.
        .addColumn('counter', 'bigint', (column) => column.notNull())
        .addColumn('device_type', 'text', (column) => column.notNull())
        .addColumn('backed_up', 'integer', (column) => column.notNull())
        .addColumn('transports', 'text')
        .addColumn('aaguid', 'text')
        .addColumn('created_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('passkeys_user').on('passkeys').column('user_id').execute();
    },
  };
}
