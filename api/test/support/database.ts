/** Databases that a test makes and deletes itself. */
import { randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ControlledTransaction, sql } from 'kysely';
import pg from 'pg';
import { expect, inject, onTestFinished } from 'vitest';
import { migrate } from '../../src/database/migrate.ts';
import { DATABASE_FILE, openDatabase } from '../../src/database/open.ts';
import type { DatabaseKind, Db, Schema } from '../../src/database/schema.ts';

export const databaseKinds: DatabaseKind[] = ['sqlite', 'postgres'];

export interface Place {
  kind: DatabaseKind;
  dataDir: string;
  /** Address of the PostgreSQL database; nothing for SQLite. */
  url: string | undefined;
  remove: () => Promise<void>;
}

/** A new data folder, and with PostgreSQL a new database. */
export function makePlace(kind: DatabaseKind): Promise<Place> {
  return placeFrom(kind);
}

/** The same with the newest schema, as a copy: migrating takes ten times as long. */
export function makeMigratedPlace(kind: DatabaseKind): Promise<Place> {
  return placeFrom(kind, inject('migrated'));
}

async function placeFrom(kind: DatabaseKind, template?: Record<DatabaseKind, string>): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'api-test-'));
  const removeFolder = () => rm(dataDir, { recursive: true, force: true });
  if (kind === 'sqlite') {
    if (template) await copyFile(template.sqlite, join(dataDir, DATABASE_FILE));
    return { kind, dataDir, url: undefined, remove: removeFolder };
  }
  const name = `test_${randomBytes(8).toString('hex')}`;
  // Page by page through the log, which is the default, costs twice as much.
  await asAdmin(`create database ${name} template ${template?.postgres ?? 'template1'} strategy file_copy`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return {
    kind,
    dataDir,
    url: url.href,
    remove: async () => {
      await removeFolder();
      await asAdmin(`drop database ${name} with (force)`);
    },
  };
}

/** Opens and migrates. */
export async function openMigrated(place: Place): Promise<Db> {
  const db = openDatabase(place);
  await migrate(db);
  return db;
}

/** A transaction of PostgreSQL that runs beside the test's other calls. It ends with the test at the latest. */
export async function beginBeside(db: Db): Promise<ControlledTransaction<Schema>> {
  const tx = await db.startTransaction().execute();
  onTestFinished(async () => {
    if (!tx.isCommitted && !tx.isRolledBack) await tx.rollback().execute();
  });
  return tx;
}

/** Waits until that many transactions of this PostgreSQL database wait for others' locks. */
export async function lockAwaited(db: Db, times = 1): Promise<void> {
  const waiting = sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await waiting.execute(db)).rows.length, { timeout: 10_000 }).toBe(times);
}

async function asAdmin(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
