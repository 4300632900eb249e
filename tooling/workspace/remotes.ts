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

/** Where a remote's build is. Not in the program that builds: most who ask need no Vite. */
export const distOf = (name: string): string => path.join(repositoryRoot, name, 'dist');

/**
 * The remote that a command line names.
 * @param released names of others that the command knows: remotes in repositories of their own
 * @throws CommandError with the names that exist
 */
export function remoteNamed(name: string | undefined, released: readonly string[] = []): string {
  const known = [...new Set([...remotes.map((remote) => remote.name), ...released])].toSorted();
  if (name !== undefined && known.includes(name)) return name;
  throw new CommandError(`"${name ?? ''}" is not a remote. Remotes are: ${known.join(', ')}.`);
}
