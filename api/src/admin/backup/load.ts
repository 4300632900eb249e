/** Fills an empty database from a backup. */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { sql } from 'kysely';
import { databaseProblem } from '../../database/problem.ts';
import { migrateWithin, migrationNames } from '../../database/migrate.ts';
import { kindOf } from '../../database/kind.ts';
import type { Db } from '../../database/schema.ts';
import { AdminError } from '../admin-error.ts';
import { damaged, type Manifest, tableFile } from './manifest.ts';
import { indexAllPosts } from './post-index.ts';
import { batchOf, countRows, fromJson, insertRows, type Row } from './rows.ts';
import { setSequences } from './sequences.ts';
import { type Table, tablesOf } from './tables.ts';

/** @throws AdminError when a newer program made it */
export function refuseNewer(db: Db, folder: string, { database, program }: Manifest): void {
  const known = migrationNames(kindOf(db));
  const unknown = database.migrations.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new AdminError(
    `The backup ${folder} was made by a newer version of the program (${program.commit ?? program.version}): ` +
      `its schema has ${unknown.join(', ')}, which this one does not know. Use that version.`,
  );
}

/**
 * Within the caller's transaction: creates the backup's schema, loads its rows, then applies newer migrations.
 * @param tx of a database without tables
 * @param onTable called for each table once its rows are loaded
 * @throws AdminError that says which table is wrong
 */
export async function load(
  tx: Db,
  folder: string,
  { database }: Manifest,
  onTable: (table: string, rows: number) => void = () => {},
): Promise<void> {
  await migrateWithin(tx, database.migrations);
  const tables = await tablesOf(tx);
  // Migrations insert rows of their own: they are removed, because the backup has those that still exist.
  for (const table of tables.toReversed())
    if ((await countRows(tx, table)) > 0) await sql`delete from ${sql.table(table.name)}`.execute(tx.withoutPlugins());
  const unknown = Object.keys(database.rows).filter((name) => !tables.some((table) => table.name === name));
  if (unknown.length > 0) throw damaged(folder, `it has tables that are not in its schema: ${unknown.join(', ')}`);
  for (const table of tables) onTable(table.name, await loadTable(tx, table, folder, database.rows[table.name]));
  await setSequences(tx, database.sequences);
  await migrateWithin(tx);
  await indexAllPosts(tx);
}

async function loadTable(tx: Db, table: Table, folder: string, expected: number | undefined): Promise<number> {
  const file = tableFile(table.name);
  if (expected === undefined) throw damaged(folder, `${file} is not in its manifest`);
  let count = 0;
  let batch: Row[] = [];
  const flush = async () => {
    if (batch.length > 0) await insertRows(tx, table, batch);
    count += batch.length;
    batch = [];
  };
  try {
    for await (const line of linesOf(join(folder, file))) {
      batch.push(fromJson(table, line));
      if (batch.length >= batchOf(table)) await flush();
    }
    await flush();
  } catch (error) {
    if (databaseProblem(error)) throw error;
    throw damaged(folder, `row ${count + 1} of ${file}, or one soon after it, cannot be stored: ${reasonOf(error)}`);
  }
  if (count !== expected) throw damaged(folder, `${file} has ${count} rows instead of ${expected}`);
  return count;
}

async function* linesOf(path: string): AsyncGenerator<string> {
  const text = createGunzip().setEncoding('utf8');
  createReadStream(path)
    .on('error', (error) => text.destroy(error))
    .pipe(text);
  let rest = '';
  for await (const chunk of text as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest !== '') throw new Error('its last line is incomplete');
}

/** The database's own message, without the values that newer versions of PostgreSQL add in `detail`. */
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
