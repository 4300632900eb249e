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

/**
 * For `$call`: until the transaction ends, no other transaction changes or deletes the rows that the query finds.
 * SQLite has one writer at a time anyway.
 */
export const lockingRows = (tx: Db) =>
  function lock<Query extends { forUpdate(): Query }>(query: Query): Query {
    return kindOf(tx) === 'postgres' ? query.forUpdate() : query;
  };

/** For `$call`: the same, of rows that no other transaction has locked; the query leaves out the others. */
export const lockingFreeRows = (tx: Db) =>
  function lock<Query extends { forUpdate(): Query; skipLocked(): Query }>(query: Query): Query {
    return kindOf(tx) === 'postgres' ? query.forUpdate().skipLocked() : query;
  };

/** For `$call`: until the transaction ends, no other transaction deletes the rows that the query finds. */
export const keepingRows = (tx: Db) =>
  function keep<Query extends { forKeyShare(): Query }>(query: Query): Query {
    return kindOf(tx) === 'postgres' ? query.forKeyShare() : query;
  };
