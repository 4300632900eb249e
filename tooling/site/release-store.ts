/** Release stores of sites for tests: every remote is released once for its build, and each site gets a copy. */
import { constants, cpSync } from 'node:fs';
import path from 'node:path';
import { updateRegistry } from '../../shared/release-store/registry-file.ts';
import { madeOnce } from '../build/made-once.ts';
import { releaseIfNew } from '../release/release-build.ts';
import { remotes } from '../workspace/remotes.ts';

/** What a store depends on: the builds, and how they are released. */
const INPUTS = ['tooling/release', 'shared', ...remotes.map(({ name }) => `${name}/dist`)];

/** Made once in a process, during which the builds stay as they are. */
let template: Promise<string> | undefined;

/**
 * Makes a store in which every remote's build is current. Its files are copies: a test may write into them.
 * @param names the remotes that are released at all, if not every one
 */
export async function copyReleaseStore(store: string, names?: readonly string[]): Promise<void> {
  template ??= madeOnce('release-stores', INPUTS, async (folder) => {
    for (const { name } of remotes) await releaseIfNew(name, folder);
  });
  const from = await template;
  const left = names
    ? remotes.filter(({ name }) => !names.includes(name)).map(({ name }) => path.join(from, name))
    : [];
  const filter = (file: string): boolean => !left.includes(file);
  // A sixth of what it takes with a promise for each file.
  cpSync(from, store, { recursive: true, mode: constants.COPYFILE_FICLONE, filter });
  if (!names) return;
  await updateRegistry(store, (registry) => ({
    ...registry,
    microFrontends: Object.fromEntries(
      Object.entries(registry.microFrontends).filter(([name]) => names.includes(name)),
    ),
  }));
}
