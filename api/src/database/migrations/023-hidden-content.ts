import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What an administrator has taken from the site and may bring back. */
export function hiddenContent(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('hidden_posts')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('title', 'text', (column) => column.notNull())
        .addColumn('content', 'text', (column) => column.notNull())
        .addColumn('excerpt', 'text', (column) => column.notNull())
        .addColumn('author', 'text')
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('hidden_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('hidden_post_images')
        .addColumn('image_id', 'text', (column) => column.notNull().references('images.id').onDelete('cascade'))
        .addColumn('post_id', 'integer', (column) => column.notNull().references('hidden_posts.id').onDelete('cascade'))
        .addPrimaryKeyConstraint('hidden_post_images_key', ['image_id', 'post_id'])
        .execute();
      await db.schema.alterTable('images').addColumn('hidden_at', 'text').execute();
    },
  };
}
