/** What an edit of a remote's sources means for tabs that are open: reload them, or show them what is wrong now. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { EnvironmentModuleNode, ViteDevServer } from 'vite';
import { repositoryRoot } from '../workspace/root.ts';
import { failureOf, failureText, type BuildFailure } from './failures.ts';
import type { RemoteSource } from '../../shell/server/remote-source.ts';
import type { SourceRemotes } from './source-remotes.ts';

/** How long to wait after a change, in milliseconds, since editors write a file more than once. */
const SETTLED_MS = 80;

/** Tells all tabs of the site. */
export interface Tabs {
  reload(): void;
  show(failure: BuildFailure): void;
}

/**
 * Looks at remotes' sources whenever a file of theirs changes. Components are left to Fast Refresh, which the remotes'
 * dev servers do; nothing there would accept loaders, actions and route tables.
 */
export function followChanges(
  remotes: Omit<SourceRemotes, keyof RemoteSource> & Pick<RemoteSource, 'registry'>,
  tabs: Tabs,
): void {
  const broken = new Set<string>();
  let clash: string | undefined;

  for (const [name, server] of remotes.servers) {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const changed = new Set<string>();
    const look = async () => {
      const files = [...changed];
      changed.clear();
      const reaches = files.some((file) => reachesRoutes(server, file));
      try {
        await remotes.routes(name);
        for (const file of files.flatMap((each) => (existsSync(each) ? [each] : importersOf(server, each))))
          if (isLoaded(server, file)) await server.ssrLoadModule(file);
        await remotes.registry();
        if (remotes.conflict() !== clash && (clash = remotes.conflict())) console.error(clash);
        if (broken.delete(name) || reaches) tabs.reload();
      } catch (error) {
        broken.add(name);
        const failure = failureOf(error, [server]);
        console.error(`${name}: ${failureText(failure)}`);
        tabs.show(failure);
      }
    };
    server.watcher.on('all', (event, file) => {
      if (!/\.(tsx?|md|json)$/.test(file) || file.includes('node_modules')) return;
      // Without hot reload of its own, Vite forgets a file that changes, but not what imports one that came or went.
      if (event !== 'change') server.environments.ssr.moduleGraph.invalidateAll();
      changed.add(path.resolve(repositoryRoot, file));
      clearTimeout(timer);
      timer = setTimeout(() => void look(), SETTLED_MS);
    });
  }
}

const modulesOf = (server: ViteDevServer, file: string): Set<EnvironmentModuleNode> =>
  server.environments.ssr.moduleGraph.getModulesByFile(file) ?? new Set();

/** Only what a page asked for already: other modules may not be meant for the server. */
function isLoaded(server: ViteDevServer, file: string): boolean {
  return modulesOf(server, file).size > 0;
}

/** What imported a file that is gone. If it still does, it fails. */
function importersOf(server: ViteDevServer, file: string): string[] {
  return [...modulesOf(server, file)].flatMap(({ importers }) => [...importers].flatMap((each) => each.file ?? []));
}

/** Whether the route table imports it, directly or not, without a component in between that would be refreshed. */
function reachesRoutes(server: ViteDevServer, file: string): boolean {
  const routes = path.join(server.config.root, 'src/routes.tsx');
  const seen = new Set<EnvironmentModuleNode>();
  const reaches = (module: EnvironmentModuleNode): boolean => {
    if (module.file === routes) return true;
    if (seen.has(module) || module.file?.endsWith('.tsx')) return false;
    seen.add(module);
    return [...module.importers].some(reaches);
  };
  return [...modulesOf(server, file)].some(reaches);
}
