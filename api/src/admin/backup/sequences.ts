/** The highest number that a table has ever given: the next post must not get the URL of a deleted one. */
import { sql } from 'kysely';
import { kindOf } from '../../database/kind.ts';
import type { Db } from '../../database/schema.ts';

/** By table. */
export type Sequences = Record<string, number>;

export async function readSequences(db: Db): Promise<Sequences> {
  if (kindOf(db) === 'sqlite') {
    const { rows } = await sql<{ name: string; seq: number }>`select name, seq from sqlite_sequence`.execute(db);
    return Object.fromEntries(rows.map(({ name, seq }) => [name, seq]));
  }
  const found: Sequences = {};
  for (const { table, sequence } of await postgresSequences(db)) {
    const { rows } = await sql<{ given: number }>`
      select case when is_called then last_value else last_value - 1 end as given from ${sql.raw(sequence)}`.execute(
      db,
    );
    found[table] = rows[0]!.given;
  }
  return found;
}

/** Skips tables that no longer have numbers of their own. */
export async function setSequences(db: Db, sequences: Sequences): Promise<void> {
  if (kindOf(db) === 'sqlite') {
    for (const [table, given] of Object.entries(sequences)) {
      await sql`delete from sqlite_sequence where name = ${table}`.execute(db);
      await sql`insert into sqlite_sequence (name, seq) values (${table}, ${given})`.execute(db);
    }
    return;
  }
  for (const { table, sequence } of await postgresSequences(db)) {
    const given = sequences[table];
    if (given !== undefined)
      await sql`select setval(${sequence}::regclass, ${Math.max(1, given)}, ${given > 0})`.execute(db);
  }
}

/** Names of sequences are quoted where necessary. */
async function postgresSequences(db: Db): Promise<{ table: string; sequence: string }[]> {
  const { rows } = await sql<{ table: string; sequence: string }>`
    select c.relname as "table", pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and a.attidentity <> '' order by 1`.execute(db);
  return rows;
}
