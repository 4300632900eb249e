import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Who owns a post, when it was last edited, and how often: `If-Match` is compared with `version`. Also visitors'
 * reports about posts, and the mailed links that hide them.
 */
export function ownedPosts(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const table of ['posts', 'hidden_posts']) {
        await db.schema
          .alterTable(table)
          .addColumn('owner_id', 'text', (column) => column.references('users.id').onDelete('set null'))
          .execute();
        await db.schema.alterTable(table).addColumn('edited_at', 'text').execute();
        await db.schema
          .alterTable(table)
          .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
          .execute();
        await db.schema.createIndex(`${table}_owner`).on(table).column('owner_id').execute();
      }
      // A post that is hidden moves to another table, so nothing here refers to one.
      await db.schema
        .createTable('post_reports')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('post_id', 'integer', (column) => column.notNull())
        .addColumn('reason', 'text', (column) => column.notNull())
        .addColumn('details', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('mailed_at', 'text')
        .execute();
      await db.schema.createIndex('post_reports_post').on('post_reports').column('post_id').execute();
      await db.schema.createIndex('post_reports_age').on('post_reports').column('created_at').execute();
      await db.schema
        .createTable('hide_links')
        .addColumn('hash', 'text', (column) => column.primaryKey())
        .addColumn('post_id', 'integer', (column) => column.notNull())
        .addColumn('expires_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('hide_links_post').on('hide_links').column('post_id').execute();
      await db.schema.createIndex('hide_links_end').on('hide_links').column('expires_at').execute();
    },
  };
}
