/** Release stores of sites for tests: every remote is released once for its build, and each site gets a copy. */
import { constants } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { hashOf } from '../build/hash.ts';
import { releaseIfNew } from '../release/release-build.ts';
import { remotes } from '../workspace/remotes.ts';
import { repositoryRoot } from '../workspace/root.ts';

const folder = path.join(repositoryRoot, '.cache', 'release-stores');
/** What a store depends on: the builds, and how they are released. */
const INPUTS = ['tooling/release', 'shared', ...remotes.map(({ name }) => `${name}/dist`)];

/** In this process the builds stay as they are. */
let template: Promise<string> | undefined;

/** Makes a store in which every remote's build is current. Its files are copies: a test may write into them. */
export async function copyReleaseStore(store: string): Promise<void> {
  template ??= releasedOnce();
  await cp(await template, store, { recursive: true, mode: constants.COPYFILE_FICLONE });
}

/** @returns the folder of the one store for today's builds, which is read only */
async function releasedOnce(): Promise<string> {
  const key = await hashOf(INPUTS);
  const finished = path.join(folder, key);
  const kept = await readdir(folder).catch((): string[] => []);
  if (kept.includes(key)) return finished;

  await mkdir(folder, { recursive: true });
  const making = await mkdtemp(path.join(folder, 'making-'));
  for (const { name } of remotes) await releaseIfNew(name, making);
  // Another process may have made the same one in the meantime: then this one is not needed.
  await rename(making, finished).catch(() => rm(making, { recursive: true }));
  for (const old of kept.filter((name) => !name.startsWith('making-')))
    await rm(path.join(folder, old), { recursive: true, force: true });
  return finished;
}
