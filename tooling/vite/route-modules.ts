import path from 'node:path';
import type { Plugin } from 'vite';
import { walk, type Node } from './syntax-tree.ts';

/**
 * Records in which files the modules are that each lazy route imports, so that the server can preload a page's chunks.
 *
 * It reads `src/routes.tsx` statically: a route is an object with a literal `id` and a `lazy` function whose `import()`
 * calls name their file literally. Anything else fails the build with the reason. Emits `route-modules.json`, which
 * lists files by route id. It lists no sources, since Vite's manifest has none for a chunk of several pages.
 */
export function routeModules(): Plugin {
  let root = '';
  /** Names of modules by route. */
  let modules: Record<string, string[]> = {};

  return {
    name: 'site:route-modules',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      root = config.root;
    },
    buildStart() {
      modules = {};
    },
    async transform(code, id) {
      if (id !== path.join(root, 'src/routes.tsx')) return;
      for (const route of lazyRoutes(this.parse(code))) {
        if (!route.id) {
          this.error(
            'A route with `lazy` needs a literal `id`, e.g. id: "<area>.<page>": the build looks up its chunks by it.',
          );
        }
        if (modules[route.id]) this.error(`Two routes have the id "${route.id}"; route ids must be unique.`);
        modules[route.id] = await Promise.all(
          route.imports.map(async (source) => {
            const resolved = source === undefined ? null : await this.resolve(source, id);
            if (!resolved) {
              this.error(`Route "${route.id}": import() in \`lazy\` must name an existing file literally.`);
            }
            return resolved.id;
          }),
        );
      }
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      // A module of which nothing is left is in none of them.
      const filesWith = (ids: string[]) =>
        chunks.filter(({ moduleIds }) => ids.some((id) => moduleIds.includes(id))).map(({ fileName }) => fileName);
      const files = Object.fromEntries(
        Object.entries(modules).map(([route, ids]) => [route, filesWith(ids).toSorted()]),
      );
      this.emitFile({ type: 'asset', fileName: 'route-modules.json', source: JSON.stringify(files, null, 1) });
    },
  };
}

interface LazyRoute {
  id: string | undefined;
  imports: (string | undefined)[];
}

function lazyRoutes(program: unknown): LazyRoute[] {
  const routes: LazyRoute[] = [];
  walk(program, (node) => {
    if (node.type !== 'ObjectExpression') return;
    const properties = node.properties as { key?: { name?: string }; value?: Node }[];
    const property = (name: string) => properties.find(({ key }) => key?.name === name)?.value;
    const lazy = property('lazy');
    if (!lazy) return;
    const imports: (string | undefined)[] = [];
    walk(lazy, (inner) => {
      if (inner.type === 'ImportExpression') imports.push(literal(inner.source as Node));
    });
    routes.push({ id: literal(property('id')), imports });
  });
  return routes;
}

function literal(node: Node | undefined): string | undefined {
  return node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
}
