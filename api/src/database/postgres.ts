/** Kysely's PostgreSQL dialect on a `pg` pool. */
import { PostgresDialect } from 'kysely';
import pg from 'pg';

interface PostgresOptions {
  url: string;
  /** Hears about connections that broke while nobody used them. */
  onError: (error: Error) => void;
}

/** A pool of at most ten connections. Waiting for one, or for an answer, ends with an error after a few seconds. */
export function postgresDialect({ url, onError }: PostgresOptions): PostgresDialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 10_000,
    query_timeout: 12_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    application_name: 'api',
  });
  // Without a listener a broken idle connection would end the process.
  pool.on('error', onError);
  return new PostgresDialect({ pool });
}
