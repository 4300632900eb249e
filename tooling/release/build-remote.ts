/** Builds a remote: browser container and server bundle. Run as `node tooling/release/build-remote.ts mf-blog`. */
import { glob, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Rolldown } from 'vite';
import { endWithBuildError } from '../build/build-error.ts';
import { remoteNamed } from '../workspace/remotes.ts';
import { repositoryRoot } from '../workspace/root.ts';

/** Variables that change what build tools make; the same sources must give the same release for everybody. */
const SWAYING = ['VITEST', 'JEST_WORKER_ID', 'MFE_VITE_NO_TEST_ENV_CHECK', 'MF_BUILD_VERSION', 'VITE_USER_NODE_ENV'];

/** Builds a remote of this repository. @throws when that fails, e.g. for an import that the shell does not provide */
export async function buildRemote(name: string): Promise<void> {
  const root = path.join(repositoryRoot, name);
  await buildIn(root, path.join(root, 'vite.config.ts'));
}

/** The same for a remote in any folder. @param configFile its Vite configuration */
export async function buildIn(root: string, configFile: string): Promise<void> {
  for (const name of SWAYING) delete process.env[name];
  process.env.NODE_ENV = 'production';
  const common = { root, configFile, logLevel: 'warn' as const };
  // First, since it ends at the first mistake. The federation plugin waits for all modules of the browser's build, one
  // that does not compile among them, until its time is up (`vite/remote.ts`).
  const server = await build({ ...common, build: { ssr: 'src/routes.tsx', write: false } });
  // What only browsers load is not part of that.
  for await (const ssr of glob('src/**/*.client.{ts,tsx}', { cwd: root }))
    await build({ ...common, build: { ssr, write: false } });
  await build(common);
  await write((server as Rolldown.RolldownOutput).output, path.join(root, 'dist/server'));
}

async function write(output: Rolldown.RolldownOutput['output'], folder: string): Promise<void> {
  for (const file of output) {
    const target = path.join(folder, file.fileName);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, file.type === 'chunk' ? file.code : file.source);
  }
}

if (import.meta.main) await buildRemote(remoteNamed(process.argv[2])).catch(endWithBuildError);
