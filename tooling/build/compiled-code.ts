/** What Node has compiled is kept for the next start (decision 096), and Node removes none of it. */
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { repositoryRoot } from '../workspace/root.ts';

/** File systems note once a day that a file was read. */
const UNUSED_MS = 14 * 24 * 60 * 60 * 1000;

/**
 * Removes what no program has read for two weeks: compiled code of former Nodes, and of files that came once. Vite
 * writes each configuration again under another name whenever it reads it.
 */
export async function forgetUnused(folder = path.join(repositoryRoot, '.cache', 'node')): Promise<void> {
  const before = Date.now() - UNUSED_MS;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries.filter((each) => each.isFile())) {
    const file = path.join(entry.parentPath, entry.name);
    // Others may have removed it by now.
    const { atimeMs, mtimeMs } = await stat(file).catch(() => ({ atimeMs: Infinity, mtimeMs: Infinity }));
    if (Math.max(atimeMs, mtimeMs) < before) await rm(file, { force: true });
  }
}
