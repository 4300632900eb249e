/**
 * Admits one at a time, of all processes. The lock is the operating system's, through SQLite, which is in Node: it ends
 * with its holder, however that ends, so nobody has to find out whether one was left behind (decision 152).
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { SQLITE_BUSY, sqliteCode } from '../sqlite-code.ts';

const RETRY_MS = 50;

/**
 * Waits for the lock, does the work and releases the lock, even if the work fails.
 * @param file stays, empty: whoever removed it could let two in
 */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  await mkdir(path.dirname(file), { recursive: true });
  const lock = new DatabaseSync(file);
  try {
    while (!taken(lock)) await delay(RETRY_MS);
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
