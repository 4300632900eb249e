/**
 * Admits one at a time, of all processes. The lock is the operating system's, through SQLite, which is in Node: it ends
 * with its holder, however that ends, so nobody has to find out whether one was left behind (decision 152).
 */
import { access, appendFile, constants, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { SQLITE_BUSY, sqliteCode } from '../sqlite-code.ts';
import { StoreError } from './store-error.ts';

const RETRY_MS = 50;
/** A process that waits for longer is told who holds the lock, in milliseconds. */
const PATIENCE_MS = 5_000;

interface Waiting {
  patienceMs?: number;
  /** Gets a sentence, once. */
  tell?: (sentence: string) => void;
}

/**
 * Waits for the lock, does the work and releases the lock, even if the work fails. The wait has no end: a holder that
 * hangs has to be ended by the operator, who is told which process it is.
 * @param file stays, empty: removing it could let two in. The file beside it names the holder
 * @throws StoreError when the file cannot be made, opened or locked
 */
export async function withLock<T>(
  file: string,
  work: () => Promise<T>,
  { patienceMs = PATIENCE_MS, tell = console.error }: Waiting = {},
): Promise<T> {
  await mkdir(path.dirname(file), { recursive: true });
  await make(file);
  const lock = sayingSo(file, () => new DatabaseSync(file));
  const holder = `${file}.holder`;
  try {
    const begun = performance.now();
    for (let isTold = false; !sayingSo(file, () => taken(lock)); await delay(RETRY_MS)) {
      if (isTold || performance.now() - begun < patienceMs) continue;
      tell(await waitingFor(file, holder));
      isTold = true;
    }
    // Only for people: a full disk must not keep anybody from working.
    await writeFile(holder, `process ${process.pid} on ${hostname()} since ${new Date().toISOString()}`).catch(
      () => {},
    );
    try {
      return await work();
    } finally {
      await rm(holder, { force: true }).catch(() => {});
    }
  } finally {
    lock.close();
  }
}

/**
 * Makes the file: SQLite would make one that only its owner may write, and takes no lock on one that it may only read,
 * so other users of a folder that a group shares would all be let in at once.
 */
async function make(file: string): Promise<void> {
  try {
    await appendFile(file, '');
  } catch (error) {
    // A user who may not write to the folder either changes nothing there. SQLite reports anything else.
    const isReadOnly = (error as NodeJS.ErrnoException).code === 'EACCES' && (await mayWrite(path.dirname(file)));
    if (isReadOnly)
      throw new StoreError(
        `${file} cannot be locked: this user may not write it. Its owner can allow that with chmod.`,
        { cause: error },
      );
  }
}

async function mayWrite(folder: string): Promise<boolean> {
  return access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
}

async function waitingFor(file: string, holder: string): Promise<string> {
  const who = await readFile(holder, 'utf8').catch(() => '');
  return `Waiting for ${who || 'another process'}, which holds ${file}. Ctrl-C ends the wait.`;
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

/** Adds the file to SQLite's errors, which name none. */
function sayingSo<T>(file: string, step: () => T): T {
  try {
    return step();
  } catch (error) {
    throw new StoreError(`${file} cannot be locked: ${(error as Error).message}.`, { cause: error });
  }
}
