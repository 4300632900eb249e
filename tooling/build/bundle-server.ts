/**
 * Bundles a server's program into a few files, together with those of the threads and processes that it starts. It then
 * starts with less than half of the processor time that the API's 1,900 modules take, and holds less memory
 * (decision 141).
 */
import path from 'node:path';
import { build, type Plugin } from 'vite';
import { serverOutput } from '../vite/server-output.ts';
import { repositoryRoot } from '../workspace/root.ts';

/** Packages with native code, which cannot be put into a file. */
const NATIVE = ['@node-rs/argon2', 'pg-native', 'sharp'];

interface ServerPrograms {
  /** Folder of the server's package, from the repository's root. */
  root: string;
  /** Sources by the name of the file that they become, below the package's folder. */
  programs: Record<string, string>;
  /** Where the files are written to: all of them directly, from the package's folder. */
  outDir: string;
  /** Packages that stay packages, beside those with native code. */
  external?: string[];
}

/** @throws when a source starts another program that is not among the given ones */
export async function bundleServer({ root, programs, outDir, external = [] }: ServerPrograms): Promise<void> {
  const home = path.join(repositoryRoot, root);
  const files = new Map(Object.entries(programs).map(([name, source]) => [path.join(home, source), `${name}.mjs`]));
  await build({
    root: home,
    configFile: false,
    logLevel: 'error',
    plugins: [placesOfSources(path.resolve(home, outDir), files)],
    ssr: { noExternal: true, external: [...NATIVE, ...external] },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      copyPublicDir: false,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        input: programs,
        output: {
          entryFileNames: '[name].mjs',
          chunkFileNames: '[name]-[hash].mjs',
          ...serverOutput,
        },
      },
    },
  });
}

/** Where a module names another program, or asks for its own place. */
const PLACE = /new URL\((['"])(\.{1,2}\/[^'"]+\.ts)\1, import\.meta\.url\)|import\.meta\.(url|dirname)/g;

/** Programs are found beside each other; whatever else a module looks for is found from where its source is. */
function placesOfSources(folder: string, files: Map<string, string>): Plugin {
  return {
    name: 'places-of-sources',
    transform(code, id) {
      if (id.includes('node_modules') || id.startsWith('\0') || !code.includes('import.meta')) return null;
      const pathTo = (to: string) => JSON.stringify(path.relative(folder, to));
      return code.replaceAll(PLACE, (_, _quote, program: string | undefined, part: string) => {
        if (program === undefined && part === 'url') return `new URL(${pathTo(id)}, import.meta.url).href`;
        if (program === undefined) return `(import.meta.dirname + '/' + ${pathTo(path.dirname(id))})`;
        const file = files.get(path.resolve(path.dirname(id), program));
        if (!file) throw new Error(`${id} starts ${program}, which is not among the programs that are built.`);
        return `new URL('./${file}', import.meta.url)`;
      });
    },
  };
}
