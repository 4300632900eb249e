/** Kysely's PostgreSQL dialect on a `pg` pool. */
import { PostgresDialect, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { EnvError } from 'shared/node/env';
import { DAY_MS } from 'shared/rules/time';
import { UnknownOutcomeError } from './unknown-outcome.ts';

interface PostgresOptions {
  url: string;
  /** Hears about connections that broke, whether in use or not. */
  onError: (error: Error) => void;
  /** Is given the pool, to observe it. */
  onPool?: (pool: pg.Pool) => void;
  /** How long an answer may take, in milliseconds; shorter in tests. */
  answerMs?: number;
}

/** The server ends a statement first, unless it hangs or cannot be reached. */
const STATEMENT_MS = 10_000;
const ANSWER_MS = 12_000;
/** A transaction that has run this statement is no request's, and may take its time. */
export const TAKE_TIME = 'set local statement_timeout = 0';
/** What `pg` says of an answer that takes longer. */
const LATE = 'Query read timeout';
/** PostgreSQL: the transaction may not write. */
const READ_ONLY = '25006';
/** What Kysely sends at the beginning and the end of a transaction. */
const BEGIN = /^(begin|start transaction)/;
const END = /^(commit|rollback)$/;
/** What stores something, unless it is within a transaction: there, only the end does. */
const STORES = /^(insert|update|delete|commit$)/;
/** PostgreSQL: the connection or the server is at its end, whatever became of the statement. */
const AT_ITS_END = /^(08|57P|58|XX)/;
/** What `pg` says of a statement that it has not sent. */
const NOT_SENT = 'Client has encountered a connection error and is not queryable';

/** `pg` returns 64-bit integers as text, but those stored here fit in a JavaScript number. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (type, format) =>
    type === pg.types.builtins.INT8 && format !== 'binary' ? Number : pg.types.getTypeParser(type, format),
};

/**
 * A pool of at most ten connections. Waiting for one, or for an answer, ends with an error after a few seconds.
 * @throws EnvError for a certificate in the URL that cannot be read
 */
export function postgresDialect({ url, onError, onPool, answerMs = ANSWER_MS }: PostgresOptions): PostgresDialect {
  requireCertificates(url);
  const pool = new pg.Pool({
    Client: ClientOfPool,
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    statement_timeout: STATEMENT_MS,
    query_timeout: answerMs,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    application_name: 'api',
    types,
  });
  // An error event without a listener ends the process: the pool's for idle connections, a connection's while in use.
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  onPool?.(pool);
  return new PostgresDialect({
    pool: {
      connect: async () => closingWhenUseless(await pool.connect(), answerMs),
      end: () => pool.end(),
      options: pool.options,
    },
  });
}

/** Reads them once ahead: the error of a connection would look like that of a server that is not up yet. */
function requireCertificates(url: string): void {
  try {
    void new pg.Client(url);
  } catch (error) {
    const { syscall, message } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    throw new EnvError(
      `DATABASE_URL names a file that cannot be read (${message}). Set its sslrootcert, sslcert and sslkey to files that this user may read.`,
      { cause: error },
    );
  }
}

/**
 * Closes a connection that it could not set up: where the password is missing, `pg` keeps it until the server gives up
 * after a minute, and the process with it.
 */
class ClientOfPool extends pg.Client {
  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error | null) => void): void;
  override connect(callback?: (error: Error | null) => void): Promise<pg.Client> | void {
    if (!callback) return super.connect();
    super.connect((error: Error | null) => {
      if (error) this.connection.stream.destroy();
      callback(error);
    });
  }
}

/**
 * The connection, which is closed after an answer that was late. It may be within a transaction: the next to get it
 * would commit that with their own. The server rolls it back once the connection is gone. It is closed as well when it
 * takes no writes: it may lead to a standby that was the primary, while a new one would lead to the primary.
 */
function closingWhenUseless(client: pg.PoolClient, answerMs: number): PostgresPoolClient {
  let late: unknown;
  let isInTransaction = false;
  let isReadOnly = false;
  let patience = answerMs;
  const query = async (text: string, values: readonly unknown[]): Promise<pg.QueryResult> => {
    // A rollback would wait for as long again.
    if (late !== undefined) throw late;
    if (BEGIN.test(text)) isInTransaction = true;
    const isStoring = STORES.test(text) && (!isInTransaction || text === 'commit');
    if (END.test(text)) isInTransaction = false;
    if (text === TAKE_TIME) patience = DAY_MS;
    // `pg` reads the limit of a single statement, which its types do not have.
    const statement: pg.QueryConfig & { query_timeout: number } = {
      text,
      values: [...values],
      query_timeout: patience,
    };
    try {
      return await client.query(statement);
    } catch (failure) {
      const error = isStoring && isLost(failure) ? new UnknownOutcomeError(failure as Error) : failure;
      if (error instanceof UnknownOutcomeError || (error instanceof Error && error.message === LATE)) late = error;
      if ((error as { code?: unknown }).code === READ_ONLY) isReadOnly = true;
      throw error;
    }
  };
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: () => client.release(late !== undefined || isReadOnly),
  };
}

/** Whether a statement may have been carried out although it failed: its answer was lost. */
function isLost(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return AT_ITS_END.test(error.code ?? '');
  return !(error instanceof Error && error.message === NOT_SENT);
}
