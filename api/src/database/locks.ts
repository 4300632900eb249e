import { sql } from 'kysely';
import { kindOf } from './kind.ts';
import type { Db } from './schema.ts';

/**
 * Makes transactions that use the same name wait for each other, until they end. SQLite's transactions that write do so
 * anyway (`begin immediate`).
 */
export async function lockUntilEnd(tx: Db, name: string): Promise<void> {
  if (kindOf(tx) === 'postgres') await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}
