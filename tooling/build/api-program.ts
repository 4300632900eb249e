/**
 * The API's program in one file, for tests: it starts with less than half of the processor time that its 1,900 modules
 * take (decision 112). Production runs the sources, and the tests of tooling/processes start those.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import { API_BUNDLES } from '../processes/servers.ts';
import { repositoryRoot } from '../workspace/root.ts';
import { madeOnce } from './made-once.ts';

const INPUTS = ['api/src', 'shared', 'package-lock.json', 'tooling/build/api-program.ts'];
/** Packages with native code, which cannot be put into a file. */
const NATIVE = ['@node-rs/argon2', 'pg-native', 'sharp'];

/** In this process the sources stay as they are. */
let made: Promise<string> | undefined;

/** @returns the program's path from the repository's root; it is made when the sources have changed */
export async function bundledApi(): Promise<string> {
  const folder = await (made ??= madeOnce(path.basename(API_BUNDLES), INPUTS, bundle));
  return path.relative(repositoryRoot, path.join(folder, 'server.mjs'));
}

async function bundle(folder: string): Promise<void> {
  await build({
    root: path.join(repositoryRoot, 'api'),
    configFile: false,
    logLevel: 'error',
    plugins: [placesOfSources()],
    ssr: { noExternal: true, external: NATIVE },
    build: {
      ssr: 'src/server.ts',
      outDir: folder,
      target: 'node24',
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'server.mjs', chunkFileNames: '[name]-[hash].mjs' } },
    },
  });
}

/** Workers, and the repository's root, are found from where a module stands: in the sources, as without the bundle. */
function placesOfSources(): Plugin {
  return {
    name: 'places-of-sources',
    transform(code, id) {
      if (id.includes('node_modules') || !code.includes('import.meta')) return null;
      return code
        .replaceAll('import.meta.url', () => JSON.stringify(pathToFileURL(id).href))
        .replaceAll('import.meta.dirname', () => JSON.stringify(path.dirname(id)));
    },
  };
}
