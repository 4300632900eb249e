/** Admits one process at a time, by a file that names the holder. */
import { mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** After this time a lock counts as left behind if its holder cannot be checked, because it is on another machine. */
const STALE_MS = 30_000;
const RETRY_MS = 50;

/** Waits for the lock, does the work and releases the lock, even if the work fails. */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  await mkdir(path.dirname(file), { recursive: true });
  while (!(await taken(file))) {
    if (await isLeftBehind(file)) await rm(file, { force: true });
    else await delay(RETRY_MS);
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

async function taken(file: string): Promise<boolean> {
  try {
    const handle = await open(file, 'wx');
    await handle
      .writeFile(`${process.pid} ${hostname()}`)
      .finally(() => handle.close())
      .catch(async (error: unknown) => {
        // On a full disk: a lock without a name would block everybody.
        await rm(file, { force: true });
        throw error;
      });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

/** A process that was killed leaves its lock behind. */
async function isLeftBehind(file: string): Promise<boolean> {
  const [held, text] = await Promise.all([stat(file), readFile(file, 'utf8')]).catch(() => []);
  if (!held || text === undefined) return false;
  const [id, host] = text.split(' ');
  // The holder's name is not written yet, or the holder is on a machine that cannot be checked.
  if (!id || host !== hostname()) return Date.now() - held.mtimeMs > STALE_MS;
  return !isAlive(Number(id));
}

export function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
