import path from 'node:path';
import type { EnvironmentModuleNode, Plugin } from 'vite';

/**
 * Reloads tabs when Fast Refresh gives a module up, such as a page with a new export that is no component, and nothing
 * between it and the route table takes the change. Vite reloads when it gets to a module that is not imported; of
 * federation's own modules, which import each other, none is.
 */
export function reloadWithRoutes(): Plugin {
  return {
    name: 'site:reload-with-routes',
    apply: 'serve',
    configureServer({ config, environments: { client } }) {
      const routes = path.join(config.root, 'src/routes.tsx');
      client.hot.on('vite:invalidate', (given: { path: string }) => {
        const module = client.moduleGraph.urlToModuleMap.get(given.path);
        if (module && isImportedBy(routes, module)) client.hot.send({ type: 'full-reload', path: '*' });
      });
    },
  };
}

function isImportedBy(file: string, module: EnvironmentModuleNode): boolean {
  const seen = new Set([module]);
  // What is added while the loop runs is gone through, too.
  for (const { importers } of seen)
    for (const importer of importers) {
      if (importer.file === file) return true;
      if (!importer.isSelfAccepting) seen.add(importer);
    }
  return false;
}
