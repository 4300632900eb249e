import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The name of the key that a file is encrypted with; what is stored already is not encrypted. */
export function encryptedFiles(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('stored_files').addColumn('key_name', 'text').execute();
    },
  };
}
