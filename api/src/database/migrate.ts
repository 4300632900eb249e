/** Brings the database to the newest schema. */
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { EnvError } from 'shared/node/env';
import { migrationsFor } from './migrations/list.ts';
import { hasTable } from './has-table.ts';
import { kindOf } from './kind.ts';
import { refuseMoved } from './moved.ts';
import type { DatabaseKind, Db } from './schema.ts';
import { takeTime } from './take-time.ts';
import { databaseProblem } from './problem.ts';
import { clearSearchIndex, clearTraces } from './traces.ts';

/** Names and times of the migrations that a database has. Named by Kysely, whose migrator earlier versions used. */
export const MIGRATION_TABLE = 'kysely_migration';
/** Number of that migrator's lock in PostgreSQL: an instance of an earlier version may start at the same time. */
const LOCK = '3853314791062309107';

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

/**
 * For a command beside the site: a new database gets its tables, but one that is in use stays as it is, since the
 * version that runs could not start with it any more.
 * @throws EarlierDatabaseError
 * @throws NewerDatabaseError
 * @throws MovedDatabaseError
 */
export async function migrateIfNew(db: Db): Promise<void> {
  await refuseMoved(db);
  const names = migrationNames(kindOf(db));
  const applied = await appliedMigrations(db);
  const missing = names.filter((name) => !applied.includes(name));
  const isEarlier = applied.length > 0 && applied.every((name) => names.includes(name));
  if (isEarlier && missing.length > 0) throw new EarlierDatabaseError(missing);
  await migrateAnyway(db);
}

/** As {@link migrate}, for one that is being moved to. @param until the last one to apply; by default there is none */
export async function migrateAnyway(db: Db, until?: string): Promise<string[]> {
  const kind = kindOf(db);
  const names = migrationNames(kind).filter((name) => until === undefined || name <= until);
  const applied = await db.transaction().execute((tx) => migrateWithin(tx, names));
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

/** An earlier version of the program may be running on the database. */
export class EarlierDatabaseError extends Error {
  constructor(missing: string[]) {
    super(
      `The database is that of an earlier version of the program (without ${missing.join(', ')}). Use that version's ` +
        "commands, or start this version's API first, which migrates it; nothing was changed.",
    );
  }
}

/** All migrations by name, in order. */
export const migrationNames = (kind: DatabaseKind): string[] => Object.keys(migrationsFor(kind)).toSorted();

/**
 * Applies what is missing within the caller's transaction: everything in that transaction is done, or nothing.
 *
 * Kysely's own migrator would hold its lock by the connection. Where PgBouncer gives each transaction another one, that
 * lock excludes nothing, and may stay behind until PgBouncer closes the connection.
 * @param names which ones; all by default
 * @returns names of those that were applied now
 * @throws NewerDatabaseError
 */
export async function migrateWithin(
  tx: Db,
  names: readonly string[] = migrationNames(kindOf(tx)),
  migrations: Record<string, Migration> = migrationsFor(kindOf(tx)),
): Promise<string[]> {
  // Migrations name tables and columns as the database does: queries may change their spelling, migrations never do.
  const bare = tx.withoutPlugins();
  if (kindOf(bare) === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(bare);
  const applied = await appliedMigrations(bare);
  const unknown = applied.filter((name) => !(name in migrations));
  if (unknown.length > 0) throw new NewerDatabaseError(unknown);
  const missing = names.filter((name) => !applied.includes(name));
  if (missing.length === 0) return [];

  const [first, last] = [missing[0]!, applied.at(-1)];
  if (last !== undefined && first < last)
    throw new Error(`The migration ${first} comes before ${last}, which the database has: give it a later name.`);
  await refuseOtherEncoding(bare);
  // They may take longer than a request: with its limits, a long one would fail at each start.
  await takeTime(bare);
  const table = sql.table(MIGRATION_TABLE);
  await sql`
    create table if not exists ${table} (
      name varchar(255) not null primary key, timestamp varchar(255) not null
    )`.execute(bare);
  for (const name of missing) {
    await migrations[name]!.up(bare);
    await sql`insert into ${table} (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(bare);
  }
  return missing;
}

/** SQL_ASCII passes, as it keeps any bytes. @throws EnvError for an encoding that does not have every character */
async function refuseOtherEncoding(db: Db): Promise<void> {
  if (kindOf(db) !== 'postgres') return;
  const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(db);
  const encoding = rows[0]!.server_encoding;
  if (encoding === 'UTF8' || encoding === 'SQL_ASCII') return;
  throw new EnvError(
    `DATABASE_URL names a database with the encoding ${encoding}, which does not have every character. ` +
      'Create one with the encoding UTF8.',
  );
}

/** Names of the migrations that the database has, in order; none where it has no table for them. */
export async function appliedMigrations(db: Db): Promise<string[]> {
  if (!(await hasTable(db, MIGRATION_TABLE))) return [];
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(MIGRATION_TABLE)}`.execute(db);
  return rows.map(({ name }) => name).toSorted();
}

/** Removes deleted data, which stayed in SQLite's file before this migration until it was overwritten. */
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
