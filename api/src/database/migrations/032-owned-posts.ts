import type { Kysely, Migration } from 'kysely';

/** Whose a post is, when it was last edited, and how often: `version` is what `If-Match` is compared with. */
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
    },
  };
}
