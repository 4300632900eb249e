/**
 * What a team needs for a remote in a repository of its own, as two npm packages: `@portloom/tooling`, the release tool
 * and the factory of the build, and `@portloom/shared`, the contracts and components. Node takes no TypeScript from
 * node_modules, so the tooling is compiled; Vite does, so shared is packed as it is.
 */
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import { repositoryRoot } from '../workspace/root.ts';

interface Manifest {
  version: string;
  exports: Record<string, string>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
}

/** Folders of shared that a remote may import; the others are for the servers and for development. */
const FOR_REMOTES = ['api-client', 'content', 'contracts', 'forms', 'rules', 'standalone', 'theme', 'ui'];
const NOT_FOR_REMOTES = ['fastify', '@aws-sdk/client-s3'];
/** What the compiled tooling imports. */
const OF_TOOLING = ['@module-federation/vite', '@resvg/resvg-js', '@vitejs/plugin-react', 'terser', 'vite', 'zod'];
const TEST = /\.test\.tsx?$|test-support/;

/**
 * Writes both packages into a folder.
 * @param version of both; a team's lock file should change when the packages do
 * @returns their files
 */
export async function pack(folder: string, version: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const staging = path.join(folder, 'staging');
  await rm(staging, { recursive: true, force: true });
  const packages = [
    await stageTooling(path.join(staging, 'tooling'), version),
    await stageShared(path.join(staging, 'shared'), version),
  ];
  const command = ['pack', '--json', '--loglevel=error', '--pack-destination', folder, ...packages];
  const { stdout } = await promisify(execFile)('npm', command, { cwd: folder });
  await rm(staging, { recursive: true });
  const packed = Object.values(JSON.parse(stdout) as Record<string, { filename: string }>);
  return packed.map(({ filename }) => path.join(folder, path.basename(filename)));
}

async function stageTooling(folder: string, version: string): Promise<string> {
  const [root, shared] = await Promise.all([manifestOf('.'), manifestOf('shared')]);
  const at = (file: string) => path.join(repositoryRoot, file);
  await build({
    root: repositoryRoot,
    configFile: false,
    logLevel: 'warn',
    // In this repository some of these files are programs as well.
    define: { 'import.meta.main': 'false' },
    plugins: [
      {
        name: 'site:no-repository',
        enforce: 'pre',
        // There is no repository around the packed tooling: it works on the folder in which it was started.
        load: (id) =>
          id === at('tooling/workspace/root.ts') ? 'export const repositoryRoot = process.cwd();' : undefined,
      },
    ],
    build: {
      ssr: true,
      outDir: path.join(folder, 'dist'),
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        input: {
          'release-here': at('tooling/pack/release-here.ts'),
          'bundle-thread': at('tooling/release/bundle-thread.ts'),
          vite: at('tooling/vite/remote.ts'),
        },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  });
  await cp(at('tooling/pack/vite.d.ts'), path.join(folder, 'dist/vite.d.ts'));
  const known = { ...root.devDependencies, ...shared.dependencies };
  await writeManifest(folder, {
    name: '@portloom/tooling',
    version,
    description: 'Builds and releases a remote of the site from a repository of its own',
    type: 'module',
    engines: { node: '>=24' },
    bin: { 'portloom-release': './dist/release-here.js' },
    exports: { './vite': { types: './dist/vite.d.ts', default: './dist/vite.js' } },
    files: ['dist'],
    dependencies: Object.fromEntries([...OF_TOOLING, '@aws-sdk/client-s3'].map((name) => [name, known[name]])),
    peerDependencies: shared.peerDependencies,
  });
  return folder;
}

async function stageShared(folder: string, version: string): Promise<string> {
  const { exports, dependencies, peerDependencies } = await manifestOf('shared');
  for (const each of [...FOR_REMOTES, 'chunk-groups.ts'])
    await cp(path.join(repositoryRoot, 'shared', each), path.join(folder, each), {
      recursive: true,
      filter: (file) => !TEST.test(file),
    });
  const isForRemotes = (name: string): boolean => FOR_REMOTES.some((each) => name.startsWith(`./${each}/`));
  await writeManifest(folder, {
    // Installed as `shared`, the name in all imports of it; in the public registry that name is somebody else's.
    name: '@portloom/shared',
    version,
    description: 'Contracts and components that remotes of the site are made of',
    type: 'module',
    exports: Object.fromEntries(Object.entries(exports).filter(([name]) => isForRemotes(name))),
    dependencies: Object.fromEntries(Object.entries(dependencies).filter(([name]) => !NOT_FOR_REMOTES.includes(name))),
    peerDependencies,
  });
  return folder;
}

async function manifestOf(workspace: string): Promise<Manifest> {
  return JSON.parse(await readFile(path.join(repositoryRoot, workspace, 'package.json'), 'utf8')) as Manifest;
}

const writeManifest = (folder: string, manifest: object): Promise<void> =>
  writeFile(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
