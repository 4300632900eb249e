/**
 * A note in a database that was moved, or that is being moved to: neither may be used as if nothing had happened. It is
 * a table beside the schema, so that it exists before and after any migration.
 */
import { sql } from 'kysely';
import { hasTable } from './has-table.ts';
import type { Db } from './schema.ts';

interface MoveNote {
  /** The same in both databases of a move. */
  id: string;
  role: 'source' | 'target';
  /** ISO 8601; nothing while rows are still on their way. */
  finishedAt: string | null;
}

/** The database must not be used as it is; the message says what to do. */
export class MovedDatabaseError extends Error {}

export async function readMoveNote(db: Db): Promise<MoveNote | undefined> {
  if (!(await hasTable(db, 'moved'))) return undefined;
  const { rows } = await sql<MoveNote>`select id, role, finished_at from moved`.execute(db);
  return rows[0];
}

export async function writeMoveNote(db: Db, { id, role, finishedAt }: MoveNote): Promise<void> {
  await sql`create table if not exists moved (id text primary key, role text not null, finished_at text)`.execute(db);
  await sql`delete from moved`.execute(db);
  await sql`insert into moved (id, role, finished_at) values (${id}, ${role}, ${finishedAt})`.execute(db);
}

export async function removeMoveNote(db: Db): Promise<void> {
  await sql`drop table if exists moved`.execute(db);
}

/** @throws MovedDatabaseError */
export async function refuseMoved(db: Db): Promise<void> {
  const note = await readMoveNote(db);
  if (note?.role === 'target')
    throw new MovedDatabaseError(
      'DATABASE_URL names a database that another one is being moved to, and not all of it has arrived. ' +
        'Run `npm run admin -- move` again.',
    );
  if (note?.finishedAt)
    throw new MovedDatabaseError(
      `The database in DATA_DIR was moved to PostgreSQL at ${note.finishedAt}: set DATABASE_URL. ` +
        'To go on with this one anyway, without what was stored since, run `npm run admin -- move --back`.',
    );
}
