/** Brings the database to the newest schema. */
import { Migrator } from 'kysely';
import { migrationsFor } from '../migrations/list.ts';
import type { OpenDatabase } from './open.ts';

/**
 * Applies what is missing, in one transaction. Instances that start together wait for each other (an advisory
 * lock in PostgreSQL, the write lock in SQLite).
 * @returns names of the migrations that were applied now
 */
export async function migrate({ db, kind }: OpenDatabase): Promise<string[]> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrationsFor(kind)) },
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) throw error;
  return results.map(({ migrationName }) => migrationName);
}
