import { sql } from 'kysely';
import { kindOf } from './kind.ts';
import type { Db } from './schema.ts';

/**
 * Lets one transaction at a time go on under this name, until it ends. SQLite's transactions that write wait for each
 * other anyway (`begin immediate`).
 */
export async function lockUntilEnd(tx: Db, name: string): Promise<void> {
  if (kindOf(tx) === 'postgres') await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}
