import { sql } from 'kysely';
import { kindOf } from './kind.ts';
import { TAKE_TIME } from './postgres.ts';
import type { Db } from './schema.ts';

/** The limits of PostgreSQL's connections are for requests; this transaction may take longer. */
export async function takeTime(tx: Db): Promise<void> {
  if (kindOf(tx) !== 'postgres') return;
  await sql.raw(TAKE_TIME).execute(tx);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
}
