/** Which pages a site has, by its releases. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Release, ReleasedRoute } from '../../shared/contracts/registry.ts';
import { readRegistry } from '../../shared/release-store/registry-file.ts';
import { currentReleases } from '../../shared/releases/current.ts';
import type { Site } from '../site/start-site.ts';

/** All pages that have an address of their own, and those that are given. */
export async function pagesOf(site: Site, pages: readonly string[]): Promise<Set<string>> {
  const own = (await routesOf(site)).map((route) => route.path).filter((pattern) => !/[:*]/.test(pattern));
  return new Set([...pages, ...own]);
}

/** The routes of all current releases. */
export async function routesOf({ store }: Site): Promise<ReleasedRoute[]> {
  const releases = [...currentReleases(await readRegistry(store))];
  const documents = releases.map(async ([name, { metadata }]) => {
    const text = await readFile(path.join(store, name, metadata.version, 'release.json'), 'utf8');
    return (JSON.parse(text) as Release).routes;
  });
  return (await Promise.all(documents)).flat();
}
