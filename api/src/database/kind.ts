import { PostgresAdapter } from 'kysely';
import type { DatabaseKind, Db } from './schema.ts';

/** Which of the two a connection, or a transaction, speaks with. */
export function kindOf(db: Db): DatabaseKind {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}
