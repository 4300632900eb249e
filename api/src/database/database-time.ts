import { sql } from 'kysely';
import { kindOf } from './kind.ts';
import type { Db } from './schema.ts';

/** The time by the clock of the database's machine, in milliseconds since 1970. An embedded database has ours. */
export async function databaseTime(db: Db): Promise<number> {
  if (kindOf(db) === 'sqlite') return Date.now();
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db);
  return rows[0]!.ms;
}
