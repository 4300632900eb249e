/** Where tests and releases keep what they throw away: in memory, if the machine has plenty of it. */
import { readFileSync, rmSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isAlive } from '../../shared/node/is-alive.ts';

/** Linux keeps its files in memory. */
const IN_MEMORY = '/dev/shm';
/** A whole `npm test` takes a tenth of it, in bytes. */
const ROOM = 2 * 2 ** 30;

/**
 * A folder for temporary files (`TMPDIR`), until this process ends. Tests make and delete about a hundred thousand of
 * them, which costs a disk's file system a part of their time (docs/performance.md).
 * @param prefix letters and dashes
 */
export async function temporaryFolder(prefix: string): Promise<string> {
  const parent = (await hasRoom()) ? IN_MEMORY : tmpdir();
  const folder = await folderOfProcess(parent, prefix);
  // PostgreSQL runs under another account if this process is root's.
  await chmod(folder, 0o755);
  process.once('exit', () => {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    } catch {
      // Something still writes there. The next run removes it, and this one has told what it has to tell.
    }
  });
  // A run that is stopped must leave nothing in memory.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
  return folder;
}

/**
 * A new folder, which the caller removes before the process ends. What was left by processes that had no time to,
 * since they were killed, is removed first.
 * @param prefix letters and dashes
 */
export async function folderOfProcess(parent: string, prefix: string): Promise<string> {
  await removeLeftOver(parent, prefix);
  return await mkdtemp(path.join(parent, `${prefix}-${process.pid}-`));
}

async function removeLeftOver(parent: string, prefix: string): Promise<void> {
  const named = new RegExp(`^${prefix}-(\\d+)-`);
  for (const name of await readdir(parent)) {
    const [, pid] = named.exec(name) ?? [];
    // What belongs to another user stays.
    if (pid && !isAlive(Number(pid)))
      await rm(path.join(parent, name), { recursive: true, force: true }).catch(() => {});
  }
}

async function hasRoom(): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(IN_MEMORY);
    return (
      isInMemory(readFileSync('/proc/mounts', 'utf8')) && Math.min(bavail * bsize, process.availableMemory()) > ROOM
    );
  } catch {
    return false;
  }
}

/**
 * Whether files there are kept in memory, and programs among them may run, which containers often forbid.
 * @param mounts as in `/proc/mounts`
 */
export function isInMemory(mounts: string): boolean {
  const [, options] = new RegExp(`^\\S+ ${IN_MEMORY} tmpfs (\\S+)`, 'm').exec(mounts) ?? [];
  return options !== undefined && !options.split(',').includes('noexec');
}
