/** Which pages a site has, by its releases. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Release, ReleasedRoute } from '../../shared/contracts/registry.ts';
import { readRegistry } from '../../shared/release-store/registry-file.ts';
import { currentReleases } from '../../shared/releases/current.ts';
import { ownerOf } from '../../shared/releases/ownership.ts';
import type { Site } from '../site/start-site.ts';

/** All pages that have a URL of their own, and those that are given. */
export async function pagesOf(site: Site, pages: readonly string[]): Promise<Set<string>> {
  const own = (await routesOf(site)).map((route) => route.path).filter((pattern) => !/[:*]/.test(pattern));
  return new Set([...pages, ...own]);
}

/** The routes of all current releases. */
export async function routesOf(site: Site): Promise<ReleasedRoute[]> {
  return (await releasesOf(site)).flatMap(({ routes }) => routes);
}

/** The area that each page belongs to. */
export async function ownersOf(site: Site, pages: readonly string[]): Promise<(string | undefined)[]> {
  const patterns = (await releasesOf(site)).map(
    ({ name, routes }) => [name, routes.map((route) => route.path)] as const,
  );
  return pages.map((page) => ownerOf(Object.fromEntries(patterns), page));
}

async function releasesOf({ store }: Site): Promise<Release[]> {
  const current = [...currentReleases(await readRegistry(store))];
  const documents = current.map(([name, { metadata }]) =>
    readFile(path.join(store, name, metadata.version, 'release.json'), 'utf8'),
  );
  return (await Promise.all(documents)).map((text) => JSON.parse(text) as Release);
}
