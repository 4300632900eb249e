import { CommandError } from '../processes/command-error.ts';

/** The areas of this repository that are released on their own, and where their dev servers listen. */
export const remotes = [
  { name: 'mf-marketing', devPort: 5101 },
  { name: 'mf-blog', devPort: 5102 },
  { name: 'mf-auth', devPort: 5103 },
  { name: 'mf-careers', devPort: 5104 },
] as const;

export type RemoteName = (typeof remotes)[number]['name'];

/** The remote that a command line names. @throws CommandError with the names that exist */
export function remoteNamed(name: string | undefined): RemoteName {
  const found = remotes.find((remote) => remote.name === name);
  if (!found) {
    throw new CommandError(
      `"${name ?? ''}" is no remote. Remotes are: ${remotes.map((remote) => remote.name).join(', ')}.`,
    );
  }
  return found.name;
}
