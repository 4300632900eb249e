/** Release stores of sites for tests: every remote is released once for its build, and each site gets a copy. */
import { constants } from 'node:fs';
import { cp } from 'node:fs/promises';
import { madeOnce } from '../build/made-once.ts';
import { releaseIfNew } from '../release/release-build.ts';
import { remotes } from '../workspace/remotes.ts';

/** What a store depends on: the builds, and how they are released. */
const INPUTS = ['tooling/release', 'shared', ...remotes.map(({ name }) => `${name}/dist`)];

/** In this process the builds stay as they are. */
let template: Promise<string> | undefined;

/** Makes a store in which every remote's build is current. Its files are copies: a test may write into them. */
export async function copyReleaseStore(store: string): Promise<void> {
  template ??= madeOnce('release-stores', INPUTS, async (folder) => {
    for (const { name } of remotes) await releaseIfNew(name, folder);
  });
  await cp(await template, store, { recursive: true, mode: constants.COPYFILE_FICLONE });
}
