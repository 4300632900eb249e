/**
 * Admits one at a time, of all processes. The lock is the operating system's, through SQLite, which is in Node: it ends
 * with its holder, however that ends, so nobody has to find out whether one was left behind (decision 152).
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { SQLITE_BUSY, sqliteCode } from '../sqlite-code.ts';
import { StoreError } from './store-error.ts';

const RETRY_MS = 50;

/**
 * Waits for the lock, does the work and releases the lock, even if the work fails.
 * @param file stays, empty: whoever removed it could let two in
 * @throws StoreError when the file cannot be made, opened or locked
 */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  await mkdir(path.dirname(file), { recursive: true });
  const lock = sayingSo(file, () => new DatabaseSync(file));
  try {
    while (!sayingSo(file, () => taken(lock))) await delay(RETRY_MS);
    return await work();
  } finally {
    lock.close();
  }
}

function taken(lock: DatabaseSync): boolean {
  try {
    // Without a journal on the disk nothing is written.
    lock.exec('pragma journal_mode = memory; begin exclusive');
    return true;
  } catch (error) {
    if (sqliteCode(error) === SQLITE_BUSY) return false;
    throw error;
  }
}

/** SQLite's errors name no file. */
function sayingSo<T>(file: string, step: () => T): T {
  try {
    return step();
  } catch (error) {
    throw new StoreError(`${file} cannot be locked: ${(error as Error).message}.`, { cause: error });
  }
}
