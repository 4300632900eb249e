/** The Vite configuration of every remote. A remote's `vite.config.ts` is one call of {@link remoteConfig}. */
import path from 'node:path';
import { federation } from '@module-federation/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type UserConfigFnObject } from 'vite';
import { containerName } from '../../shared/contracts/remote.ts';
import { LICENCES_FILE, releaseBase } from '../../shared/releases/urls.ts';
import { VERSION_PLACEHOLDER } from '../release/version.ts';
import { type ChunkGroup, chunkGroups, chunkName, groupsAreThere } from './chunk-groups.ts';
import { compiledAhead } from './compiled-ahead.ts';
import { leanContainer } from './lean-container.ts';
import { leanPreload } from './lean-preload.ts';
import { devPorts } from '../workspace/dev-ports.ts';
import { repositoryRoot } from '../workspace/root.ts';
import { standaloneHtml } from './standalone-html.ts';
import { presentOnServer } from './present-on-server.ts';
import { reloadWithRoutes } from './reload-with-routes.ts';
import { routeModules } from './route-modules.ts';
import { browserTarget, remoteShared, remoteSharedInDevelopment, sharedModuleNames, validatorAlias } from './share.ts';
import { serverActions } from './server-actions.ts';
import { serverOutput } from './server-output.ts';
import { sharedImports } from './shared-imports.ts';
import { withCompleteSharedUsage } from './shared-usage.ts';
import { styledComponents } from './styled-components.ts';
import { type SocialDrawings, socialImages } from './social-images.ts';

/** Mode in which the development shell loads a remote's sources for server rendering. */
export const SERVER_MODE = 'server';
/** Mode in which a remote runs alone, in its standalone frame. */
export const STANDALONE_MODE = 'standalone';

/** Where the dev server of a remote in a repository of its own listens. */
const OTHER_DEV_PORT = 5199;

/** How long the plugin waits for all modules of a build before it gives up the trimming; its own is 10 s. */
const PARSE_TIMEOUT_S = 600;

/** What only one remote needs. */
interface OwnConfig {
  groups?: ChunkGroup[];
  plugins?: Plugin[];
  /** What shared links to its pages show. */
  drawings?: SocialDrawings;
}

/**
 * Builds twice: for the browser a federation container that exposes `./routes` (`dist/`), for the server one
 * file with the same routes (`dist/server/routes.mjs`, with `--ssr`). Serves with hot reload in development.
 */
export function remoteConfig(
  name: string,
  { groups = [], plugins = [], drawings }: OwnConfig = {},
): UserConfigFnObject {
  return defineConfig(({ command, mode, isSsrBuild = false }) => {
    const serve = command === 'serve';
    const federated = !isSsrBuild && mode !== SERVER_MODE && mode !== STANDALONE_MODE;
    return {
      base: serve ? '/' : releaseBase(name, VERSION_PLACEHOLDER),
      // Alone it needs other packages than in the site: two servers at once would throw each other's away.
      ...(mode === STANDALONE_MODE && { cacheDir: 'node_modules/.vite-standalone' }),
      plugins: [
        react(),
        styledComponents(name),
        ...(federated
          ? withCompleteSharedUsage(
              federation({
                name: containerName(name),
                filename: 'remoteEntry.js',
                exposes: { './routes': './src/routes.tsx' },
                shared: serve ? remoteSharedInDevelopment : remoteShared,
                shareStrategy: 'loaded-first',
                manifest: true,
                dts: false,
                disableRemote: true,
                dev: { remoteHmr: true },
                // The shell publishes the federation runtime; leaving it out saves each remote its own copy.
                experiments: { externalRuntime: true },
                // On a busy machine the first module may be long in coming, and after a timeout the build would differ.
                moduleParseTimeout: PARSE_TIMEOUT_S,
              }) as Plugin[],
            )
          : []),
        ...(federated ? [leanContainer(sharedModuleNames), reloadWithRoutes()] : []),
        routeModules(),
        standaloneHtml(),
        sharedWatched(),
        sharedImports(),
        serverActions(),
        presentOnServer(),
        socialImages(drawings),
        ...plugins,
        ...(isSsrBuild ? [] : [groupsAreThere(groups), leanPreload(), compiledAhead()]),
      ],
      resolve: { alias: validatorAlias },
      build: isSsrBuild
        ? {
            ssr: 'src/routes.tsx',
            outDir: 'dist/server',
            emptyOutDir: true,
            target: 'node24',
            rolldownOptions: { output: { ...serverOutput, codeSplitting: false, entryFileNames: 'routes.mjs' } },
          }
        : {
            outDir: 'dist',
            emptyOutDir: true,
            target: browserTarget,
            manifest: 'vite-manifest.json',
            license: { fileName: LICENCES_FILE },
            rolldownOptions: {
              input: 'src/routes.tsx',
              output: {
                codeSplitting: { groups: chunkGroups(groups) },
                chunkFileNames: ({ name, moduleIds }) => `assets/${chunkName(name, moduleIds)}-[hash].js`,
              },
            },
          },
      // Server bundles run on what the shell provides alone: no Node built-ins, and so no `createRequire` either.
      // In development the packages stay outside: Vite does not transform CommonJS for the server.
      ssr: serve ? {} : { target: 'webworker' as const, noExternal: true as const, external: sharedModuleNames },
      server: serve ? serverOf(name) : {},
    };
  });
}

/** Outside the remote's folder Vite watches only the files that it has read, and not where new ones may come. */
function sharedWatched(): Plugin {
  return {
    name: 'site:shared-watched',
    apply: 'serve',
    configureServer: ({ watcher }) => void watcher.add(path.join(repositoryRoot, 'shared')),
  };
}

/** Where a remote's dev server listens, and where it finds the API. */
function serverOf(name: string) {
  const ports = devPorts();
  const port = ports.remotes[name] ?? OTHER_DEV_PORT;
  return {
    port,
    strictPort: true,
    cors: true,
    origin: `http://localhost:${port}`,
    proxy: { '/api': process.env.API_URL ?? `http://localhost:${ports.api}` },
  };
}
