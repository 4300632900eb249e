/** The remotes of the site in development: their sources, as they are now. */
import path from 'node:path';
import type { RouteObject } from 'react-router-dom';
import { createServer, type ViteDevServer } from 'vite';
import type { Registry, RegistryEntry, Release } from '../../shared/contracts/registry.ts';
import { CONTRACT_VERSION } from '../../shared/contracts/remote.ts';
import { findableOf } from '../../shared/releases/findable.ts';
import { flattenRoutes } from '../../shared/releases/flatten-routes.ts';
import type { RemoteSource } from '../../shell/server/remote-source.ts';
import { SERVER_MODE } from '../vite/remote.ts';
import { remotes } from '../workspace/remotes.ts';
import { repositoryRoot } from '../workspace/root.ts';

/** Version of everything that was not released. */
const VERSION = 'development';
/** Stands where a release has a file with a hash: sources have none, and the browser loads them from the dev servers. */
const NO_FILE = { url: '', integrity: 'sha384-' } as const;

export interface SourceRemotes extends RemoteSource {
  /** A remote's routes as they are now. @throws when they do not compile */
  routes(name: string): Promise<RouteObject[]>;
  /** The Vite servers that load the sources into this process. */
  servers: ViteDevServer[];
}

/** Loads remotes' sources for server rendering; their own dev servers serve the browser. */
export async function sourceRemotes(): Promise<SourceRemotes> {
  const servers = new Map(
    await Promise.all(remotes.map(async ({ name }) => [name as string, await serverFor(name)] as const)),
  );
  /** What a remote was when it last compiled: while it does not, its paths stay its own, and their pages say so. */
  const known = new Map<string, RegistryEntry>();

  const routes = async (name: string): Promise<RouteObject[]> => {
    const module = (await servers.get(name)!.ssrLoadModule('/src/routes.tsx')) as { routes: RouteObject[] };
    // Another list each time: pages may have changed that are loaded later, and the shell knows routes by their list.
    return [...module.routes];
  };

  return {
    servers: [...servers.values()],
    routes,
    async registry(): Promise<Registry> {
      await Promise.all(
        remotes.map(async ({ name, devPort }) => {
          try {
            known.set(name, entryOf(await routes(name), devPort));
          } catch (error) {
            if (!known.has(name)) console.error(`${name} does not load:`, error); // otherwise its pages say so
          }
        }),
      );
      return { schema: '', microFrontends: Object.fromEntries([...known].map(([name, entry]) => [name, [entry]])) };
    },
    release: () => Promise.resolve(NOTHING_RELEASED),
    file: () => Promise.resolve(undefined),
  };
}

function serverFor(name: string): Promise<ViteDevServer> {
  return createServer({
    root: path.join(repositoryRoot, name),
    configFile: path.join(repositoryRoot, name, 'vite.config.ts'),
    mode: SERVER_MODE,
    appType: 'custom',
    // Not the dev server's: two servers would keep throwing each other's optimised packages away.
    cacheDir: path.join(repositoryRoot, '.cache', 'vite', name),
    optimizeDeps: { noDiscovery: true, include: [] },
    server: { middlewareMode: true, hmr: false, ws: false },
  });
}

function entryOf(routes: RouteObject[], devPort: number): RegistryEntry {
  const pages = flattenRoutes(routes);
  return {
    url: `http://localhost:${devPort}/remoteEntry.js`,
    metadata: { version: VERSION, integrity: NO_FILE.integrity },
    deployment: { traffic: 100, default: true },
    extras: {
      routes: pages.map((page) => page.path),
      findable: findableOf(pages),
      release: NO_FILE,
      server: NO_FILE,
      contract: CONTRACT_VERSION,
      releasedAt: new Date().toISOString(),
    },
  };
}

/** Nothing is preloaded and nothing has a hash. */
const NOTHING_RELEASED: Release = {
  name: '',
  version: VERSION,
  contract: CONTRACT_VERSION,
  sharedExports: {},
  entry: '',
  entryFiles: [],
  server: '',
  routes: [],
  files: {},
};
