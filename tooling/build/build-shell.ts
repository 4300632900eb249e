/**
 * Builds the shell: the browser's part, the server entry, and the server itself. With `development`, the first two with
 * React's development build, for tests.
 */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';
import { precompress } from '../../shared/node/http/precompress.ts';
import { sharedModuleNames } from '../vite/share.ts';
import { bundleServer } from './bundle-server.ts';
import { endWithBuildError } from './build-error.ts';
import { repositoryRoot } from '../workspace/root.ts';

const root = path.join(repositoryRoot, 'shell');

export async function buildShell(mode: 'production' | 'development'): Promise<void> {
  process.env.NODE_ENV = mode;
  const common = { root, mode, configFile: path.join(root, 'vite.config.ts'), logLevel: 'warn' as const };
  await build(common);
  await build({ ...common, build: { ssr: 'src/entry-server.tsx' } });
  // One server for both modes: it loads the server entry of the mode that it is started in.
  if (mode === 'production')
    await bundleServer({
      root: 'shell',
      programs: { main: 'server/main.ts', thread: 'server/rendering/thread.ts' },
      outDir: 'dist/program',
      // The server entry takes these from the packages as well, so that each thread has one React.
      external: [...sharedModuleNames, 'react-dom/server'],
    });
  // The tests' browsers are near.
  if (mode === 'development') return;
  const assets = path.join(root, 'dist/client/assets');
  await Promise.all((await readdir(assets)).map((file) => precompress(path.join(assets, file))));
}

if (import.meta.main)
  await buildShell(process.argv.includes('development') ? 'development' : 'production').catch(endWithBuildError);
