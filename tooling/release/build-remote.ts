/** Builds one remote: browser container and server bundle. Run as a program: `node tooling/release/build-remote.ts mf-blog`. */
import path from 'node:path';
import { build } from 'vite';
import { remoteNamed, type RemoteName } from '../workspace/remotes.ts';
import { repositoryRoot } from '../workspace/root.ts';

/** Where {@link buildRemote} leaves its result. */
export const distOf = (name: string): string => path.join(repositoryRoot, name, 'dist');

/**
 * @param root folder of its sources, if they are not where they usually are
 * @throws when a build fails, e.g. for an import that the shell does not provide
 */
export async function buildRemote(name: RemoteName, root: string = path.join(repositoryRoot, name)): Promise<void> {
  const common = { root, configFile: path.join(repositoryRoot, name, 'vite.config.ts'), logLevel: 'warn' as const };
  await build(common);
  await build({ ...common, build: { ssr: 'src/routes.tsx' } });
}

if (import.meta.main) await buildRemote(remoteNamed(process.argv[2]));
