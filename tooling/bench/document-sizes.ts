/** The site's documents before compression: what the server makes and the browser reads. */
import type { Site } from '../site/start-site.ts';
import { pagesOf } from './pages-of-site.ts';

/**
 * All pages that have an address of their own, and those that are given.
 * @returns documents by path
 */
export async function documentsOf(site: Site, pages: readonly string[]): Promise<Map<string, string>> {
  const documents = new Map<string, string>();
  for (const page of await pagesOf(site, pages)) {
    const response = await fetch(site.url + page, { redirect: 'manual' });
    const html = await response.text();
    if (response.status < 300) documents.set(page, html);
  }
  return documents;
}

/** The same in bytes. */
export async function documentSizes(site: Site, pages: readonly string[]): Promise<Map<string, number>> {
  const documents = await documentsOf(site, pages);
  return new Map([...documents].map(([page, html]) => [page, Buffer.byteLength(html)]));
}
