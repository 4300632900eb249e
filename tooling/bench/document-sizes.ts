/** How large the site's documents are before compression: what the server makes and the browser reads. */
import type { Site } from '../site/start-site.ts';
import { pagesOf } from './pages-of-site.ts';

/**
 * All pages that have a URL of their own, and those that are given.
 * @returns bytes by path
 */
export async function documentSizes(site: Site, pages: readonly string[]): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const page of await pagesOf(site, pages)) {
    const response = await fetch(site.url + page, { redirect: 'manual' });
    const body = await response.arrayBuffer();
    if (response.status < 300) sizes.set(page, body.byteLength);
  }
  return sizes;
}
