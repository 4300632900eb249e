/** One PostgreSQL for the whole run, and a migrated database of each kind, of which test files take copies. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startPostgres } from '../../tooling/postgres/start-postgres.ts';
import { migrate } from '../src/database/migrate.ts';
import { DATABASE_FILE, openDatabase } from '../src/database/open.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of a database whose user may create others. */
    postgresUrl: string;
    /** A migrated database that is not opened. */
    migrated: {
      /** Its name in PostgreSQL. */
      postgres: string;
      /** SQLite's file. */
      sqlite: string;
    };
  }
}

const TEMPLATE = 'migrated';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Surviving a crash of the machine is not tested here, and surviving a kill needs no disk.
  const postgres = await startPostgres({ fsync: 'off', full_page_writes: 'off' });
  const dataDir = await mkdtemp(join(tmpdir(), 'api-migrated-'));
  const stop = async () => {
    await Promise.all([postgres.stop(), rm(dataDir, { recursive: true, force: true })]);
  };
  try {
    await migrated(dataDir);
    await created(postgres.url);
    await migrated(dataDir, postgres.urlOf(TEMPLATE));
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide('postgresUrl', postgres.url);
  project.provide('migrated', { postgres: TEMPLATE, sqlite: join(dataDir, DATABASE_FILE) });
  return stop;
}

/** Migrates, and closes: an open database cannot be copied. */
async function migrated(dataDir: string, url?: string): Promise<void> {
  const db = openDatabase({ dataDir, url });
  await migrate(db).finally(() => db.destroy());
}

async function created(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${TEMPLATE}`).finally(() => client.end());
}
