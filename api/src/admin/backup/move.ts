/**
 * `npm run admin -- move`: from the embedded database to PostgreSQL (decision 080). Existing rows are compared and
 * left: a move that was cut short goes on when it is run again, even if the site was in use in between.
 */
import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { counted } from 'shared/rules/counted';
import { migrate, migrateAnyway } from '../../database/migrate.ts';
import { readMoveNote, removeMoveNote, writeMoveNote } from '../../database/moved.ts';
import { DATABASE_FILE, openDatabase } from '../../database/open.ts';
import { databaseProblem } from '../../database/problem.ts';
import type { Db } from '../../database/schema.ts';
import { takeTime } from '../../database/take-time.ts';
import { AdminError } from '../admin-error.ts';
import { indexAllPosts } from './post-index.ts';
import { refuseContent } from './restore.ts';
import {
  countRows,
  deleteRow,
  findRows,
  fromJson,
  insertRows,
  keyOf,
  readRows,
  type Row,
  toJson,
  updateRow,
} from './rows.ts';
import { readSequences, setSequences } from './sequences.ts';
import { type Table, tablesOf } from './tables.ts';

/** Time for other programs that are stopping to close the file. */
const PATIENCE_MS = 1_000;

interface Moving {
  dataDir: string;
  databaseUrl: string | undefined;
  say: (line: string) => void;
}

/** @throws AdminError the source is as it was; the target keeps what has arrived, and no API starts on it */
export async function move({ dataDir, databaseUrl, say }: Moving): Promise<void> {
  if (!databaseUrl)
    throw new AdminError('Set DATABASE_URL to the PostgreSQL database to move to; DATA_DIR has the one to move from.');
  const path = join(dataDir, DATABASE_FILE);
  if (!(await stat(path).catch(() => undefined)))
    throw new AdminError(`There is no database to move: ${path} does not exist.`);
  const source = openDatabase({ dataDir, isAlone: true });
  const target = openDatabase({ dataDir, url: databaseUrl });
  try {
    await alone(source, path, async () => {
      if (await finishOnly(source, target)) return;
      await migrate(source);
      await moveRows(source, target, say);
    });
  } finally {
    await Promise.all([source.destroy(), target.destroy()]);
  }
}

/** Goes back to the embedded database. @throws AdminError if it was not moved */
export async function moveBack({ dataDir }: Pick<Moving, 'dataDir'>): Promise<void> {
  const source = openDatabase({ dataDir });
  try {
    if (!(await readMoveNote(source))) throw new AdminError('The database in DATA_DIR was not moved.');
    await removeMoveNote(source);
  } finally {
    await source.destroy();
  }
}

/**
 * Makes sure that no other process has the file open: what the API wrote to it now would be lost. @throws AdminError
 */
async function alone(source: Db, path: string, work: () => Promise<void>): Promise<void> {
  try {
    await sql`pragma busy_timeout = ${sql.lit(PATIENCE_MS)}`.execute(source);
    // Only a sole connection may leave write-ahead logging; from then on it keeps everybody else out.
    await sql`pragma journal_mode = delete`.execute(source);
    await sql`pragma locking_mode = exclusive`.execute(source);
    await sql`begin exclusive`.execute(source);
    await sql`commit`.execute(source);
  } catch (error) {
    if (!databaseProblem(error)) throw error;
    throw new AdminError(`The site's API, or another program, has ${path} open. Stop it, and run this again.`);
  }
  await work();
}

async function moveRows(source: Db, target: Db, say: (line: string) => void): Promise<void> {
  const begun = await begin(source, target);
  await migrateAnyway(target);
  const [tables, targetTables] = await Promise.all([tablesOf(source), tablesOf(target)]);
  const inTarget = new Map(targetTables.map((table) => [table.name, table]));
  const pairs = tables.map((table): [Table, Table] => [table, inTarget.get(table.name)!]);
  if (begun.isResumed)
    say('An earlier move was not finished: rows that have arrived are compared, and stay if they are right.');

  // Children first, and before new rows arrive: two rows may have had the same unique value at different times.
  for (const [from, to] of pairs.toReversed()) await takingTime(target, (tx) => removeOthers(source, tx, from, to));
  for (const [from, to] of pairs) {
    const { copied, rows } = await copyTable(source, target, from, to);
    say(`${from.name}: ${counted(rows, 'row')}${copied < rows ? `, ${rows - copied} were there already` : ''}`);
  }
  for (const [from, to] of pairs) await takingTime(target, (tx) => compareTable(source, tx, from, to));
  say('Every row was read again from both databases and compared.');

  await takingTime(target, async (tx) => {
    await indexAllPosts(tx);
    await setSequences(tx, await readSequences(source));
  });
  // The source first: both must never be usable at the same time.
  await writeMoveNote(source, { id: begun.id, role: 'source', finishedAt: new Date().toISOString() });
  await removeMoveNote(target);
}

/** Works in a transaction without time limits: rows with files may take a while to a distant database. */
async function takingTime<Result>(target: Db, work: (tx: Db) => Promise<Result>): Promise<Result> {
  return await target.transaction().execute(async (tx) => {
    await takeTime(tx);
    return await work(tx);
  });
}

/** A move that was interrupted at its very end: everything has arrived, and only the target's note is left. */
async function finishOnly(source: Db, target: Db): Promise<boolean> {
  const [before, there] = [await readMoveNote(source), await readMoveNote(target)];
  if (!before?.finishedAt || there?.id !== before.id) return false;
  await removeMoveNote(target);
  return true;
}

/** Notes in both databases that they belong together. @throws AdminError when the target is something else */
async function begin(source: Db, target: Db): Promise<{ id: string; isResumed: boolean }> {
  const before = await readMoveNote(source);
  const there = await readMoveNote(target);
  if (there?.role === 'target' && there.id === before?.id) return { id: there.id, isResumed: true };
  if (there) throw new AdminError('Another database is being moved to the one in DATABASE_URL. Use an empty database.');
  await refuseContent(target);
  const id = before?.id ?? randomUUID();
  await writeMoveNote(source, { id, role: 'source', finishedAt: null });
  await writeMoveNote(target, { id, role: 'target', finishedAt: null });
  return { id, isResumed: false };
}

/** Rows that the source does not have: added by migrations, or deleted since an earlier attempt. */
async function removeOthers(source: Db, target: Db, from: Table, to: Table): Promise<void> {
  for await (const rows of readRows(target, to)) {
    const known = await findRows(source, from, rows);
    for (const row of rows) if (!known.has(keyOf(to, row))) await deleteRow(target, to, row);
  }
}

async function copyTable(source: Db, target: Db, from: Table, to: Table): Promise<{ copied: number; rows: number }> {
  const counts = { copied: 0, rows: 0 };
  for await (const rows of readRows(source, from)) {
    try {
      counts.copied += await takingTime(target, (tx) => copyRows(tx, from, to, rows));
    } catch (error) {
      if (databaseProblem(error)) throw error;
      const [first, last] = [rows[0]!, rows.at(-1)!].map((row) => keyOf(from, row));
      throw new AdminError(
        `PostgreSQL refuses a row of ${from.name} between ${first} and ${last}: ${String((error as Error).message)}.`,
      );
    }
    counts.rows += rows.length;
  }
  return counts;
}

/** Inserts rows that the target lacks, and updates those that differ. @returns how many */
async function copyRows(tx: Db, from: Table, to: Table, rows: Row[]): Promise<number> {
  const there = await findRows(tx, to, rows);
  const wanted = rows.filter((row) => !isSame(from, row, to, there.get(keyOf(from, row))));
  const [changed, missing] = [true, false].map((isThere) =>
    wanted.filter((row) => there.has(keyOf(from, row)) === isThere).map((row) => fromJson(to, toJson(from, row))),
  ) as [Row[], Row[]];
  if (missing.length > 0) await insertRows(tx, to, missing);
  for (const row of changed) await updateRow(tx, to, row);
  return wanted.length;
}

/** @throws AdminError naming the first row that differs */
async function compareTable(source: Db, target: Db, from: Table, to: Table): Promise<void> {
  let count = 0;
  for await (const rows of readRows(source, from)) {
    const there = await findRows(target, to, rows);
    for (const row of rows)
      if (!isSame(from, row, to, there.get(keyOf(from, row))))
        throw new AdminError(
          `${from.name}: the row ${keyOf(from, row)} is not the same in PostgreSQL. Run this again.`,
        );
    count += rows.length;
  }
  const counted = await countRows(target, to);
  if (counted !== count) throw new AdminError(`${from.name}: PostgreSQL has ${counted} rows instead of ${count}.`);
}

const isSame = (from: Table, row: Row, to: Table, other: Row | undefined): boolean =>
  other !== undefined && toJson(from, row) === toJson({ ...to, columns: from.columns }, other);
