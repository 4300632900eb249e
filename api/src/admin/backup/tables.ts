/**
 * The tables of a database, read from the database itself, so that a backup forgets no new table or column. All names
 * are the database's own.
 */
import { sql } from 'kysely';
import { kindOf } from '../../database/kind.ts';
import type { Db } from '../../database/schema.ts';

export interface Table {
  name: string;
  columns: Column[];
  /** Columns of its primary key. */
  key: string[];
  /** Tables that its foreign keys name. */
  parents: string[];
}

export interface Column {
  name: string;
  /** How its values go through JSON; `plain` is text, numbers and null. */
  type: 'bytes' | 'boolean' | 'plain';
}

/** Kysely's tables, and the note about a move: they describe this database, not the site. */
const BOOKKEEPING = ['kysely_migration', 'kysely_migration_lock', 'moved'];
/** Rebuilt from the posts (`post-index.ts`). */
const DERIVED = ['post_search'];

interface Described {
  columns: { table: string; name: string; type: string }[];
  keys: { table: string; name: string }[];
  references: { table: string; parent: string }[];
}

/** The tables with the site's rows; those that others refer to come first. */
export async function tablesOf(db: Db): Promise<Table[]> {
  const bare = db.withoutPlugins();
  const { columns, keys, references } =
    kindOf(db) === 'sqlite' ? await describeSqlite(bare) : await describePostgres(bare);
  const tables = new Map<string, Table>();
  for (const { table, name, type } of columns) {
    if (BOOKKEEPING.includes(table) || DERIVED.includes(table)) continue;
    if (!tables.has(table)) tables.set(table, { name: table, columns: [], key: [], parents: [] });
    tables.get(table)!.columns.push({ name, type: typeOf(type) });
  }
  for (const { table, name } of keys) tables.get(table)?.key.push(name);
  for (const { table, parent } of references) if (table !== parent) tables.get(table)?.parents.push(parent);
  for (const { name, key } of tables.values())
    if (key.length === 0) throw new Error(`The table ${name} has no primary key, without which it cannot be copied.`);
  return parentsFirst(tables);
}

function typeOf(type: string): Column['type'] {
  if (/^(blob|bytea)$/i.test(type)) return 'bytes';
  return /^bool/i.test(type) ? 'boolean' : 'plain';
}

function parentsFirst(tables: Map<string, Table>): Table[] {
  const ordered = new Set<Table>();
  const add = (table: Table, below: string[]) => {
    if (below.includes(table.name))
      throw new Error(`Tables refer to each other: ${[...below, table.name].join(' → ')}.`);
    for (const parent of table.parents) add(tables.get(parent)!, [...below, table.name]);
    ordered.add(table);
  };
  for (const table of tables.values()) add(table, []);
  return [...ordered];
}

async function describeSqlite(db: Db): Promise<Described> {
  // Virtual tables and the tables behind them are indexes.
  const tables = sql`(
    select name from pragma_table_list
    where schema = 'main' and type = 'table' and name not like 'sqlite_%')`;
  const columns = await sql<Described['columns'][number] & { pk: number }>`
    select t.name as "table", c.name, c.type, c.pk from ${tables} t, pragma_table_info(t.name) c
    order by t.name, c.cid`.execute(db);
  const references = await sql<Described['references'][number]>`
    select distinct t.name as "table", f."table" as parent from ${tables} t, pragma_foreign_key_list(t.name) f
    order by 1, 2`.execute(db);
  const keys = columns.rows.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk);
  return { columns: columns.rows, keys, references: references.rows };
}

async function describePostgres(db: Db): Promise<Described> {
  const mine = sql`c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace`;
  const columns = await sql<Described['columns'][number]>`
    select c.relname as "table", a.attname as name, format_type(a.atttypid, null) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where ${mine} order by c.relname collate "C", a.attnum`.execute(db);
  const keys = await sql<Described['keys'][number]>`
    select c.relname as "table", a.attname as name
    from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary
    join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
    where ${mine} order by c.relname, array_position(i.indkey::int2[], a.attnum)`.execute(db);
  const references = await sql<Described['references'][number]>`
    select distinct c.relname as "table", p.relname as parent
    from pg_class c join pg_constraint f on f.conrelid = c.oid and f.contype = 'f'
    join pg_class p on p.oid = f.confrelid
    where ${mine} order by 1, 2`.execute(db);
  return { columns: columns.rows, keys: keys.rows, references: references.rows };
}
