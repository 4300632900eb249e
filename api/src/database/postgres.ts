/** Kysely's PostgreSQL dialect on a `pg` pool. */
import { PostgresDialect } from 'kysely';
import pg from 'pg';

interface PostgresOptions {
  url: string;
  /** Hears about connections that broke, whether in use or not. */
  onError: (error: Error) => void;
  /** Is given the pool, to observe it. */
  onPool?: (pool: pg.Pool) => void;
}

/** `pg` returns 64-bit integers as text, but those stored here fit in a JavaScript number. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (type, format) =>
    type === pg.types.builtins.INT8 && format !== 'binary' ? Number : pg.types.getTypeParser(type, format),
};

/** A pool of at most ten connections. Waiting for one, or for an answer, ends with an error after a few seconds. */
export function postgresDialect({ url, onError, onPool }: PostgresOptions): PostgresDialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 10_000,
    query_timeout: 12_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    application_name: 'api',
    types,
  });
  // An error event without a listener ends the process: the pool's for idle connections, a connection's while in use.
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  onPool?.(pool);
  return new PostgresDialect({ pool });
}
