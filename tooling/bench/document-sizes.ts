/** How large the site's documents are before compression: what the server makes and the browser reads. */
import { readRegistry } from '../../shared/release-store/registry-file.ts';
import { currentReleases } from '../../shared/releases/current.ts';
import type { Site } from '../site/start-site.ts';

/**
 * All pages that have an address of their own, and those that are given.
 * @returns bytes by path
 */
export async function documentSizes(site: Site, pages: readonly string[]): Promise<Map<string, number>> {
  const releases = currentReleases(await readRegistry(site.store));
  const own = [...releases.values()].flatMap(({ extras }) => extras.routes.filter((route) => !/[:*]/.test(route)));
  const sizes = new Map<string, number>();
  for (const page of new Set([...pages, ...own])) {
    const response = await fetch(site.url + page, { redirect: 'manual' });
    const body = await response.arrayBuffer();
    if (response.status < 300) sizes.set(page, body.byteLength);
  }
  return sizes;
}
