import { sql } from 'kysely';
import { kindOf } from './kind.ts';
import type { Db } from './schema.ts';

/** Whether queries find the table: PostgreSQL looks in the schemas of `search_path` only. */
export async function hasTable(db: Db, name: string): Promise<boolean> {
  const found =
    kindOf(db) === 'sqlite'
      ? sql<object>`select 1 as found from sqlite_master where name = ${name}`
      : sql<object>`select 1 as found where to_regclass(${name}) is not null`;
  return (await found.execute(db)).rows.length > 0;
}
