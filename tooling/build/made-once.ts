/** Folders that tests need and that take long to make: made once for each state of their inputs, below `.cache`. */
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { folderOfProcess } from '../processes/temporary-folder.ts';
import { repositoryRoot } from '../workspace/root.ts';
import { hashOf } from './hash.ts';

/**
 * @param kind name below `.cache`; what was made there for other inputs is deleted
 * @param inputs files and folders that the result depends on, from the repository's root
 * @param make fills an empty folder
 * @returns the folder, which is not to be written to
 */
export async function madeOnce(
  kind: string,
  inputs: string[],
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const home = path.join(repositoryRoot, '.cache', kind);
  const key = hashOf(inputs);
  const finished = path.join(home, key);
  const kept = await readdir(home).catch((): string[] => []);
  if (kept.includes(key)) return finished;

  await mkdir(home, { recursive: true });
  const making = await folderOfProcess(home, 'making');
  try {
    await make(making);
    // If another process has made the same one first, this one is not needed.
    await rename(making, finished).catch(() => {});
  } finally {
    await rm(making, { recursive: true, force: true });
  }
  for (const old of kept.filter((name) => !name.startsWith('making-')))
    await rm(path.join(home, old), { recursive: true, force: true });
  return finished;
}
