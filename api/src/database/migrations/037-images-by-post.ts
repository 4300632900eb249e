import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A post that is edited, hidden or deleted finds its images without a look at those of all others. */
export function imagesByPost(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const table of ['post_images', 'hidden_post_images'])
        await db.schema.createIndex(`${table}_post`).on(table).column('post_id').execute();
    },
  };
}
