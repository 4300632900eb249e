/** Kysely's PostgreSQL dialect on a `pg` pool. */
import { PostgresDialect } from 'kysely';
import pg from 'pg';

interface PostgresOptions {
  url: string;
  /** Hears about connections that broke, whether in use or not. */
  onError: (error: Error) => void;
  /** Gets the pool, to look at it. */
  onPool?: (pool: pg.Pool) => void;
}

/** Whole numbers of 64 bits, which `pg` gives as text: what is stored fits a JavaScript number. */
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
  // An error event that nobody hears ends the process: the pool's for idle connections, each connection's in use.
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  onPool?.(pool);
  return new PostgresDialect({ pool });
}
