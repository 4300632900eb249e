/** SQLite's primary result codes, as far as they are told apart. */
export const SQLITE_PERM = 3;
export const SQLITE_BUSY = 5;
export const SQLITE_READONLY = 8;
export const SQLITE_IOERR = 10;
export const SQLITE_CORRUPT = 11;
export const SQLITE_FULL = 13;
export const SQLITE_CANTOPEN = 14;
export const SQLITE_TOOBIG = 18;
export const SQLITE_MISMATCH = 20;
export const SQLITE_NOTADB = 26;

/** No room for the index of the write-ahead log: an input/output error to SQLite, and the first sign of a full disk. */
const SQLITE_IOERR_SHMSIZE = 4_874;

/** The primary code of an error; undefined if it is not one of SQLite's. */
export function sqliteCode(error: unknown): number | undefined {
  const { errcode } = error as { errcode?: unknown };
  if (errcode === SQLITE_IOERR_SHMSIZE) return SQLITE_FULL;
  return typeof errcode === 'number' ? errcode & 0xff : undefined;
}
