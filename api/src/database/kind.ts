import { PostgresAdapter } from 'kysely';
import type { DatabaseKind, Db } from './schema.ts';

/** Which of the two databases a connection, or a transaction, talks to. */
export function kindOf(db: Db): DatabaseKind {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}
