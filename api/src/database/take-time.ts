import { sql } from 'kysely';
import { kindOf } from './kind.ts';
import { TAKE_TIME } from './postgres.ts';
import type { Db } from './schema.ts';

/** Lifts the time limits of PostgreSQL's connections, which are for requests, for this transaction. */
export async function takeTime(tx: Db): Promise<void> {
  if (kindOf(tx) !== 'postgres') return;
  await sql.raw(TAKE_TIME).execute(tx);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
}
