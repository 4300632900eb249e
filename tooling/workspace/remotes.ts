/** The areas of this repository that are released on their own: the folders at its root that are called `mf-…`. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { CommandError } from '../processes/command-error.ts';
import { repositoryRoot } from './root.ts';

/** In the order of the alphabet. */
export const remotes: readonly { name: string }[] = readdirSync(repositoryRoot)
  // A folder with nothing but files that git does not know was left behind by another branch.
  .filter((name) => name.startsWith('mf-') && existsSync(path.join(repositoryRoot, name, 'package.json')))
  .toSorted()
  .map((name) => ({ name }));

/** The remote that a command line names. @throws CommandError with the names that exist */
export function remoteNamed(name: string | undefined): string {
  const found = remotes.find((remote) => remote.name === name);
  if (found) return found.name;
  const known = remotes.map((remote) => remote.name).join(', ');
  throw new CommandError(`"${name ?? ''}" is not a remote. Remotes are: ${known}.`);
}
