/** Rows of any table, read in batches, compared and written. Names and values are the database's, without plugins. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../database/schema.ts';
import type { Column, Table } from './tables.ts';

export type Row = Record<string, unknown>;

/** Rows read, or written, at a time; fewer where a row may hold a file. */
const BATCH = 200;
const BATCH_WITH_BYTES = 8;

export function batchOf({ columns }: Table): number {
  return columns.some(({ type }) => type === 'bytes') ? BATCH_WITH_BYTES : BATCH;
}

/** All rows in the order of the key, a batch at a time. */
export async function* readRows(db: Db, table: Table): AsyncGenerator<Row[]> {
  const bare = db.withoutPlugins();
  const limit = batchOf(table);
  const key = sql.join(table.key.map((name) => sql.ref(name)));
  for (let last: Row | undefined; ; ) {
    const after: RawBuilder<unknown> = last
      ? sql` where (${key}) > (${sql.join(table.key.map((name) => last![name]))})`
      : sql``;
    const { rows } = await sql<Row>`${selectFrom(table)}${after} order by ${key} limit ${limit}`.execute(bare);
    if (rows.length > 0) yield rows;
    if (rows.length < limit) return;
    last = rows.at(-1);
  }
}

/** Those of the given rows that the database has, by {@link keyOf}. */
export async function findRows(db: Db, table: Table, rows: Row[]): Promise<Map<string, Row>> {
  const conditions = rows.map((row) => sql`(${keyIs(table, row)})`);
  const found = await sql<Row>`${selectFrom(table)} where ${sql.join(conditions, sql` or `)}`.execute(
    db.withoutPlugins(),
  );
  return new Map(found.rows.map((row) => [keyOf(table, row), row]));
}

const selectFrom = ({ name, columns }: Table) =>
  sql`select ${sql.join(columns.map((column) => sql.ref(column.name)))} from ${sql.table(name)}`;

const keyIs = ({ key }: Table, row: Row) =>
  sql.join(
    key.map((name) => sql`${sql.ref(name)} = ${row[name]}`),
    sql` and `,
  );

export function keyOf({ key }: Table, row: Row): string {
  return JSON.stringify(key.map((name) => row[name]));
}

export async function insertRows(db: Db, table: Table, rows: Row[]): Promise<void> {
  const names = sql.join(table.columns.map(({ name }) => sql.ref(name)));
  const values = rows.map((row) => sql`(${sql.join(table.columns.map(({ name }) => row[name]))})`);
  await sql`insert into ${sql.table(table.name)} (${names}) values ${sql.join(values)}`.execute(db.withoutPlugins());
}

export async function updateRow(db: Db, table: Table, row: Row): Promise<void> {
  const others = table.columns.filter(({ name }) => !table.key.includes(name));
  const values = others.map(({ name }) => sql`${sql.ref(name)} = ${row[name]}`);
  await sql`update ${sql.table(table.name)} set ${sql.join(values)} where ${keyIs(table, row)}`.execute(
    db.withoutPlugins(),
  );
}

export async function deleteRow(db: Db, table: Table, row: Row): Promise<void> {
  await sql`delete from ${sql.table(table.name)} where ${keyIs(table, row)}`.execute(db.withoutPlugins());
}

export async function countRows(db: Db, { name }: Pick<Table, 'name'>): Promise<number> {
  const { rows } = await sql<{ count: number | string }>`select count(*) as count from ${sql.table(name)}`.execute(
    db.withoutPlugins(),
  );
  return Number(rows[0]!.count);
}

/** A row as JSON, the same from either database. @throws Error for a value that would not come back as it was */
export function toJson(table: Table, row: Row): string {
  return JSON.stringify(
    Object.fromEntries(table.columns.map((column) => [column.name, jsonValue(table, column, row)])),
  );
}

function jsonValue({ name: table }: Table, { name, type }: Column, row: Row): unknown {
  const value = row[name];
  if (value === null) return null;
  if (value instanceof Uint8Array)
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64');
  // SQLite has no booleans.
  if (type === 'boolean' || typeof value === 'boolean') return Number(value);
  if (typeof value === 'string' || Number.isFinite(value)) return value;
  throw new Error(`${table}.${name} has a value of a kind that cannot be backed up: ${typeof value}.`);
}

/** Converts a row of a backup, or of another database, to the types of this table. */
export function fromJson(table: Table, text: string): Row {
  const row = JSON.parse(text) as Row;
  return Object.fromEntries(
    table.columns.map(({ name, type }) => {
      const value = row[name];
      if (value === null) return [name, null];
      if (type === 'bytes') return [name, Buffer.from(value as string, 'base64')];
      return [name, type === 'boolean' ? Boolean(value) : value];
    }),
  );
}
