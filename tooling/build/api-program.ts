/**
 * The API's programs, server and admin commands, in a few files, for tests: they start with less than half of the
 * processor time that their 1,900 modules take (decision 112). Production runs the sources, and the tests of
 * tooling/processes start those.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import { CommandError } from '../processes/command-error.ts';
import { run } from '../processes/run.ts';
import { API_BUNDLES } from '../processes/servers.ts';
import { repositoryRoot } from '../workspace/root.ts';
import { madeOnce } from './made-once.ts';

const INPUTS = ['api/src', 'shared', 'package-lock.json', 'tooling/build/api-program.ts'];
/** Packages with native code, which cannot be put into a file. */
const NATIVE = ['@node-rs/argon2', 'pg-native', 'sharp'];

/** In this process the sources stay as they are. */
let made: Promise<string> | undefined;

/** @returns the server's path from the repository's root; it is made when the sources have changed */
export async function bundledApi(): Promise<string> {
  return path.relative(repositoryRoot, path.join(await folderOfBundles(), 'server.mjs'));
}

/** @returns path of the module with `runAdmin`, in the same folder */
export async function bundledAdmin(): Promise<string> {
  return path.join(await folderOfBundles(), 'admin.mjs');
}

function folderOfBundles(): Promise<string> {
  return (made ??= madeOnce(path.basename(API_BUNDLES), INPUTS, bundleApart));
}

/** In a process of its own: Vite sets NODE_ENV, which the test runners that are started later would inherit. */
async function bundleApart(folder: string): Promise<void> {
  const env = { NODE_ENV: 'production', VITEST: undefined };
  const { status, output } = await run(process.execPath, [import.meta.filename, folder], { env, quiet: true });
  if (status !== 0) throw new CommandError(`Building the API's program for tests failed:\n${output.trim()}`);
}

async function bundle(folder: string): Promise<void> {
  await build({
    root: path.join(repositoryRoot, 'api'),
    configFile: false,
    logLevel: 'error',
    plugins: [placesOfSources()],
    ssr: { noExternal: true, external: NATIVE },
    build: {
      ssr: true,
      outDir: folder,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        input: { server: 'src/server.ts', admin: 'src/admin/run.ts' },
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
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

if (import.meta.main) await bundle(process.argv[2]!);
