/** What a failing database means for the client. */
import { ProblemError, storageFull } from '../problem.ts';
import { innermostMessage } from 'shared/node/innermost-message';
import {
  SQLITE_BUSY,
  SQLITE_CANTOPEN,
  SQLITE_CORRUPT,
  SQLITE_FULL,
  SQLITE_IOERR,
  SQLITE_MISMATCH,
  SQLITE_NOTADB,
  SQLITE_PERM,
  SQLITE_READONLY,
  SQLITE_TOOBIG,
  sqliteCode,
} from 'shared/node/sqlite-code';

/** Seconds after which trying again may help. */
const RETRY_AFTER_S = 5;

/**
 * PostgreSQL: the server is going away, starting, out of connections or memory, cannot use its disk, takes no writes
 * for now, as a standby does that is about to take over, or has ended a statement, a transaction or a connection at a
 * limit of its own; see its list of error codes.
 */
const POSTGRES_AWAY = /^(08...|57P0[1235]|53[0234]00|57014|40001|40P01|25006|25P0[34]|55P03|58030)$/;
/** Deadlocks, transactions that exclude each other, waiting for too long. */
const POSTGRES_CONFLICT = /^(40001|40P01|55P03|57014)$/;
const POSTGRES_FULL = '53100';
/** Another row stands in the way: one that does not exist, or one that refers to this one. */
const POSTGRES_REFERENCE = '23503';
/** SQLITE_CONSTRAINT_FOREIGNKEY. */
const SQLITE_REFERENCE = 787;
/** PostgreSQL: a value is not valid for its type, or is too large to be kept. */
const POSTGRES_DATA = /^(22...|54000)$/;
const NETWORK_AWAY = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENOENT',
];
/** The pool's own errors have no code. */
const POOL_AWAY =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/;

/** Wrong user or password, no such database, no right to its tables. */
const POSTGRES_REFUSES = /^(28...|3D000|42501)$/;
/** Node's and OpenSSL's codes for certificates and protocols. */
const TLS_REFUSES = /^(CERT_|DEPTH_ZERO_|ERR_OSSL_|ERR_SSL_|ERR_TLS_|SELF_SIGNED_|UNABLE_TO_)/;
/** Those of certificates whose authority is not configured. */
const UNKNOWN_AUTHORITY =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$/;
/** The client's own errors have no code. */
const CLIENT_REFUSES = /^(The server does not support SSL|There was an error establishing an SSL|SASL: )/;
/** PgBouncer, which has one code for everything that it refuses or that fails behind it. */
const POOLER_REFUSES = /^unsupported startup parameter: /;
const SQLITE_REFUSES = [SQLITE_CANTOPEN, SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_PERM, SQLITE_READONLY];

/** The problem to answer with, or nothing if the error does not come from the database's state. */
export function databaseProblem(error: unknown): ProblemError | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code } = error as { code?: unknown };
  const primary = sqliteCode(error);
  if (code === POSTGRES_FULL || primary === SQLITE_FULL) return storageFull(RETRY_AFTER_S);
  const isAway =
    (typeof code === 'string' && (POSTGRES_AWAY.test(code) || NETWORK_AWAY.includes(code))) ||
    primary === SQLITE_BUSY ||
    primary === SQLITE_IOERR ||
    POOL_AWAY.test(error.message) ||
    (error instanceof AggregateError && error.errors.some((cause) => databaseProblem(cause)));
  return isAway ? databaseAway() : undefined;
}

/** The same for a request: a database that refuses the API is as good as away. */
export function answeredProblem(error: unknown): ProblemError | undefined {
  return databaseProblem(error) ?? (refuses(error) ? databaseAway() : undefined);
}

/** For those who run the site: why the database cannot be used; undefined for what has nothing to do with that. */
export function unusableDatabase(error: unknown): string | undefined {
  if (error instanceof Error && POOLER_REFUSES.test(error.message))
    return (
      `DATABASE_URL names a PgBouncer that refuses the API's time limits (${error.message}). Set its ` +
      'ignore_startup_parameters to statement_timeout, idle_in_transaction_session_timeout: see docs/operations.md.'
    );
  if (error instanceof Error && UNKNOWN_AUTHORITY.test(String((error as { code?: unknown }).code)))
    return (
      // Node's advice, after the semicolon, is about certificates that the machine trusts.
      `DATABASE_URL names a server with a certificate from an unknown authority (${error.message.split(';', 1)[0]}). ` +
      "Set its sslmode to verify-full and its sslrootcert to the file of that authority's certificate."
    );
  const problem = databaseProblem(error);
  if (problem?.code === 'storage-full') return 'The disk of the database is full. Make room, then run this again.';
  if (!problem && !refuses(error)) return undefined;
  return `The database cannot be used: ${innermostMessage(error)}. Check DATABASE_URL, or without it site.db in DATA_DIR.`;
}

/** Whether the database will go on refusing until its settings or ours are changed. */
export function refuses(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  const primary = sqliteCode(error);
  return (
    (typeof code === 'string' && (POSTGRES_REFUSES.test(code) || TLS_REFUSES.test(code))) ||
    (primary !== undefined && SQLITE_REFUSES.includes(primary)) ||
    CLIENT_REFUSES.test(error.message) ||
    POOLER_REFUSES.test(error.message)
  );
}

/** Whether a row that it would refer to has just been deleted, or a row that is to be deleted has just been named. */
export function isRefusedReference(error: unknown): boolean {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  return code === POSTGRES_REFERENCE || errcode === SQLITE_REFERENCE;
}

/** Whether the database was busy with what others do, for too long or in such a way that one had to give way. */
export function isConflict(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return (typeof code === 'string' && POSTGRES_CONFLICT.test(code)) || sqliteCode(error) === SQLITE_BUSY;
}

/** The database is unavailable at the moment. */
export function databaseAway(): ProblemError {
  return new ProblemError({
    status: 503,
    code: 'unavailable',
    detail: 'This is not available at the moment. Try again in a few seconds.',
    headers: { 'retry-after': String(RETRY_AFTER_S) },
  });
}

/**
 * Whether the database refused a value. Input from strangers is checked before it gets there, so this is a fault of
 * ours; still, it is this request that cannot be carried out, and trying again does not help.
 */
export function isRefusedValue(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  const primary = sqliteCode(error);
  return (
    (typeof code === 'string' && POSTGRES_DATA.test(code)) || primary === SQLITE_TOOBIG || primary === SQLITE_MISMATCH
  );
}
