/** What the single-page application would load if a server had rendered the page: code, but no loader. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { matchPath } from 'react-router-dom';
import { remotes } from '../../workspace/remotes.ts';
import { repositoryRoot } from '../../workspace/root.ts';
import { ENTRY, type SinglePage } from './serve.ts';

/** Route's `id` → files that its `lazy` imports, relative to the remote; by `tooling/vite/route-modules.ts`. */
type RouteModules = Record<string, string[]>;

/**
 * Bytes of JavaScript (brotli) that delay hydrating a page: the start, the page, and what they import.
 * @param routes ids and patterns of all routes
 */
export async function scriptBytesToHydrate(
  { manifest, sizes }: SinglePage,
  routes: readonly { id: string; path: string }[],
  page: string,
): Promise<number> {
  const { pathname } = new URL(page, 'http://localhost');
  const owner = routes.find(({ path: pattern }) => matchPath(pattern, pathname));
  if (!owner) throw new Error(`No route has ${page}.`);
  const files = new Set<string>();
  const add = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(add);
  };
  [ENTRY, ...(await modulesOf(owner.id))].forEach(add);
  return [...files].reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0);
}

async function modulesOf(routeId: string): Promise<string[]> {
  for (const { name } of remotes) {
    const file = path.join(repositoryRoot, name, 'dist/route-modules.json');
    const modules = JSON.parse(await readFile(file, 'utf8')) as RouteModules;
    const own = modules[routeId];
    if (own) return own.map((module) => `${name}/${module}`);
  }
  throw new Error(`No remote's build has a route ${routeId}.`);
}
