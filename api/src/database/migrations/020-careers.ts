import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '../schema.ts';

export function careers(kind: DatabaseKind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('files')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('media_type', 'text', (column) => column.notNull())
        .addColumn('size', 'integer', (column) => column.notNull())
        .addColumn('content', kind === 'postgres' ? 'bytea' : 'blob', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .execute();

      await db.schema
        .createTable('applications')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('role', 'text', (column) => column.notNull())
        .addColumn('first_name', 'text', (column) => column.notNull())
        .addColumn('last_name', 'text', (column) => column.notNull())
        .addColumn('email', 'text', (column) => column.notNull())
        .addColumn('phone', 'text', (column) => column.notNull())
        .addColumn('linkedin', 'text', (column) => column.notNull())
        .addColumn('about', 'text', (column) => column.notNull())
        .addColumn('cv_id', 'text', (column) => column.notNull().references('files.id'))
        .addColumn('created_at', 'text', (column) => column.notNull())
        .execute();

      await db.schema
        .alterTable('outbox')
        .addColumn('attachment_id', 'text', (column) => column.references('files.id').onDelete('set null'))
        .execute();
      await db.schema
        .createIndex('outbox_attachment')
        .on('outbox')
        .column('attachment_id')
        .where(sql.ref('attachment_id'), 'is not', null)
        .execute();
    },
  };
}
