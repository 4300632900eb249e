import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '../schema.ts';

export function posts(kind: DatabaseKind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('posts')
        .addColumn('id', 'integer', (id) =>
          kind === 'sqlite' ? id.primaryKey().autoIncrement() : id.primaryKey().generatedByDefaultAsIdentity(),
        )
        .addColumn('title', 'text', (column) => column.notNull())
        .addColumn('content', 'text', (column) => column.notNull())
        .addColumn('excerpt', 'text', (column) => column.notNull())
        .addColumn('author', 'text')
        .addColumn('created_at', 'text', (column) => column.notNull())
        .execute();
    },
  };
}
