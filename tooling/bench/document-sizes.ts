/** The site's documents: what the server makes and the browser reads. */
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Site } from '../site/start-site.ts';
import { pagesOf } from './pages-of-site.ts';
import { withoutScripts } from './static-copy.ts';

const compress = promisify(brotliCompress);

/** In place of the site's, whose port is another one each time: that alone makes up to 80 bytes of difference. */
const ORIGIN = 'http://localhost:30000';

/** In bytes; compressed with brotli at its best quality, as visitors get kept pages. */
export interface DocumentSizes {
  /** Before compression. */
  size: number;
  compressed: number;
  /** How much larger it is, compressed, than its static copy. */
  beyondCopy: number;
}

/**
 * All pages that have a URL of their own, and those that are given.
 * @returns documents by path
 */
export async function documentsOf(site: Site, pages: readonly string[]): Promise<Map<string, string>> {
  const documents = new Map<string, string>();
  for (const page of await pagesOf(site, pages)) {
    const response = await fetch(site.url + page, { redirect: 'manual' });
    // Links that share a post have it encoded.
    const html = (await response.text())
      .replaceAll(site.url, ORIGIN)
      .replaceAll(encodeURIComponent(site.url), encodeURIComponent(ORIGIN));
    if (response.status < 300) documents.set(page, html);
  }
  return documents;
}

/** @param html a document, as the server makes it */
export async function sizesOf(html: string): Promise<DocumentSizes> {
  const [document, copy] = await Promise.all([compress(html), compress(withoutScripts(html))]);
  const { length: compressed } = document;
  return { size: Buffer.byteLength(html), compressed, beyondCopy: compressed - copy.length };
}
