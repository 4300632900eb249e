/** Builds the shell: browser part and server entry. `--mode development` uses React's development build (for tests). */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';
import { precompress } from '../../shared/node/http/precompress.ts';
import { endWithBuildError } from './build-error.ts';
import { repositoryRoot } from '../workspace/root.ts';

const root = path.join(repositoryRoot, 'shell');

export async function buildShell(mode: 'production' | 'development'): Promise<void> {
  process.env.NODE_ENV = mode;
  const common = { root, mode, configFile: path.join(root, 'vite.config.ts'), logLevel: 'warn' as const };
  await build(common);
  await build({ ...common, build: { ssr: 'src/entry-server.tsx' } });
  const assets = path.join(root, mode === 'development' ? 'dist-development' : 'dist', 'client/assets');
  await Promise.all((await readdir(assets)).map((file) => precompress(path.join(assets, file))));
}

if (import.meta.main)
  await buildShell(process.argv.includes('development') ? 'development' : 'production').catch(endWithBuildError);
