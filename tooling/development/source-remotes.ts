/** The remotes of the site in development: their sources, as they are now. */
import path from 'node:path';
import type { RouteObject } from 'react-router-dom';
import { createServer, type ViteDevServer } from 'vite';
import type { Registry, RegistryEntry, Release } from '../../shared/contracts/registry.ts';
import { CONTRACT_VERSION } from '../../shared/contracts/remote.ts';
import { findableOf } from '../../shared/releases/findable.ts';
import { findConflict, patternOf } from '../../shared/releases/ownership.ts';
import { flattenRoutes } from '../../shared/releases/flatten-routes.ts';
import type { RemoteSource } from '../../shell/server/remote-source.ts';
import { SERVER_MODE } from '../vite/remote.ts';
import { devPorts } from '../workspace/dev-ports.ts';
import { repositoryRoot } from '../workspace/root.ts';

/** The paths of a remote that never compiled. */
const ANYTHING = '/*';
/** Version of everything that was not released. */
export const VERSION = 'development';
/** In place of a release's hash: sources have none, and browsers load them from the dev servers. */
const NO_FILE = { url: '', integrity: 'sha384-' } as const;

export interface SourceRemotes extends RemoteSource {
  /** A remote's routes as they are now. @throws when they do not compile */
  routes(name: string): Promise<RouteObject[]>;
  /** The Vite servers that load the sources into this process, by remote. */
  servers: ReadonlyMap<string, ViteDevServer>;
  /** Which remotes claim the same path, in a sentence, or undefined. @param pathname if only its owners count */
  conflict(pathname?: string): string | undefined;
}

/**
 * Loads remotes' sources for server rendering; their own dev servers serve the browser.
 * @param names of those that are worked on
 */
export async function sourceRemotes(names: readonly string[]): Promise<SourceRemotes> {
  const servers = new Map(await Promise.all(names.map(async (name) => [name, await serverFor(name)] as const)));
  const ports = devPorts();
  /** A remote as it last compiled: while it does not, its paths stay its own, and their pages say why. */
  const known = new Map<string, RegistryEntry>();

  const routes = async (name: string): Promise<RouteObject[]> => {
    const module = (await servers.get(name)!.ssrLoadModule('/src/routes.tsx')) as { routes: RouteObject[] };
    // A new list each time: pages that load later may have changed, and the shell identifies routes by their list.
    return [...module.routes];
  };

  return {
    servers,
    routes,
    async registry(): Promise<Registry> {
      await Promise.all(
        names.map(async (name) => {
          const port = ports.remotes[name]!;
          try {
            known.set(name, entryOf(await routes(name), port));
          } catch {
            // Its paths are unknown until it has compiled once: paths without an owner may be its own, and show why it
            // does not compile.
            if (!known.has(name)) known.set(name, entryOf([{ path: ANYTHING }], port));
          }
        }),
      );
      return { schema: '', microFrontends: Object.fromEntries([...known].map(([name, entry]) => [name, [entry]])) };
    },
    conflict(pathname) {
      // One that never compiled claims nothing.
      const all = new Map([...known].filter(([, { extras }]) => !extras.routes.includes(ANYTHING)));
      for (const [name, { extras }] of all) {
        const own = extras.routes.filter((each) => pathname === undefined || patternOf([each], pathname) !== undefined);
        const others = Object.fromEntries([...all].map(([other, entry]) => [other, entry.extras.routes]));
        delete others[name];
        const found = findConflict(own, others);
        if (found) return conflictSentence({ ...found, name });
      }
      return undefined;
    },
    release: () => Promise.resolve(NOTHING_RELEASED),
    file: () => Promise.resolve(undefined),
  };
}

function serverFor(name: string): Promise<ViteDevServer> {
  return createServer({
    root: path.join(repositoryRoot, name),
    configFile: path.join(repositoryRoot, name, 'vite.config.ts'),
    // Vite's own loader writes a file for Node to import; the watched program would be started again for each.
    configLoader: 'native',
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

function conflictSentence({ name, owner, pattern, claimed }: Record<'name' | 'owner' | 'pattern' | 'claimed', string>) {
  return `Two remotes claim the same path: ${pattern} in ${name}/src/routes.tsx, ${claimed} in ${owner}/src/routes.tsx.`;
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
