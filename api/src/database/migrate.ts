/** Brings the database to the newest schema. */
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator, sql } from 'kysely';
import { migrationsFor } from './migrations/list.ts';
import { kindOf } from './kind.ts';
import { refuseMoved } from './moved.ts';
import type { DatabaseKind, Db } from './schema.ts';
import { takeTime } from './take-time.ts';
import { databaseProblem } from './problem.ts';
import { clearSearchIndex, clearTraces } from './traces.ts';

/**
 * Applies what is missing, in one transaction. Instances that start together wait for each other (an advisory
 * lock in PostgreSQL, the write lock in SQLite).
 * @returns names of the migrations that were applied now
 * @throws NewerDatabaseError
 * @throws MovedDatabaseError when it was moved, or is being moved to
 */
export async function migrate(db: Db): Promise<string[]> {
  await refuseMoved(db);
  return await migrateAnyway(db);
}

/** The same for a database that is being moved to. */
export async function migrateAnyway(db: Db): Promise<string[]> {
  const kind = kindOf(db);
  const { error, results = [] } = await migratorFor(db).migrateToLatest();
  if (error) throw await explained(db, error);
  const applied = results.map(({ migrationName }) => migrationName);
  if (kind === 'sqlite' && applied.includes('027-retention')) await forgetDeleted(db);
  return applied;
}

/** A newer version has migrated the database: what this one would write may not mean the same there. */
export class NewerDatabaseError extends Error {
  constructor(unknown: string[]) {
    super(
      `A newer version of the program has migrated the database (${unknown.join(', ')}). ` +
        'Start that version, or restore a backup from before; nothing was changed.',
    );
  }
}

async function explained(db: Db, error: unknown): Promise<unknown> {
  const known = migrationsFor(kindOf(db));
  const table = sql.table(DEFAULT_MIGRATION_TABLE);
  const { rows } = await sql<{ name: string }>`select name from ${table} order by name`
    .execute(db)
    .catch(() => ({ rows: [] }));
  const unknown = rows.map(({ name }) => name).filter((name) => !(name in known));
  return unknown.length > 0 ? new NewerDatabaseError(unknown) : error;
}

/** All migrations by name, in order. */
export const migrationNames = (kind: DatabaseKind): string[] => Object.keys(migrationsFor(kind)).toSorted();

/** Makes the tables that say which migrations a database has, and applies none. */
export async function prepareMigrations(db: Db): Promise<void> {
  const provider = { getMigrations: () => Promise.resolve({}) };
  const { error } = await new Migrator({ db: db.withoutPlugins(), provider }).migrateToLatest();
  if (error) throw error;
}

/**
 * Applies what is missing within the caller's transaction, which Kysely's own migrator cannot do: everything in that
 * transaction is done, or nothing. Only for databases that nobody else uses yet, after {@link prepareMigrations}.
 * @param names which ones; all by default
 */
export async function migrateWithin(tx: Db, names?: readonly string[]): Promise<void> {
  const migrations = migrationsFor(kindOf(tx));
  const applied = await sql<{ name: string }>`select name from kysely_migration`.execute(tx);
  const isApplied = new Set(applied.rows.map(({ name }) => name));
  for (const name of names ?? migrationNames(kindOf(tx))) {
    if (isApplied.has(name)) continue;
    await migrations[name]!.up(tx.withoutPlugins());
    await sql`insert into kysely_migration (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(tx);
  }
}

/**
 * Migrations name tables and columns as the database does: queries may change their spelling, migrations never do. They
 * may take longer than a request: with its limits, a long one would fail at each start.
 */
export function migratorFor(db: Db, migrations = migrationsFor(kindOf(db))): Migrator {
  const unhurried = Object.entries(migrations).map(([name, migration]): [string, Migration] => [
    name,
    {
      ...migration,
      up: async (tx: Db) => {
        await takeTime(tx);
        await migration.up(tx);
      },
    },
  ]);
  return new Migrator({
    db: db.withoutPlugins(),
    provider: { getMigrations: () => Promise.resolve(Object.fromEntries(unhurried)) },
  });
}

/** Before this migration, deleted data stayed in SQLite's file until something else took its place. */
async function forgetDeleted(db: Db): Promise<void> {
  try {
    await clearSearchIndex(db);
    // The writing connection keeps temporary data in memory: here that would be the whole database.
    await sql`pragma temp_store = file`.execute(db);
    await sql`vacuum`.execute(db);
    await sql`pragma temp_store = memory`.execute(db);
    await clearTraces(db);
  } catch (error) {
    // `vacuum` needs as much space again as the database. Without it the site works as before.
    if (!databaseProblem(error)) throw error;
  }
}
