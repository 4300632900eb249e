/** The site's documents: what the server makes and the browser reads. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Site } from '../site/start-site.ts';
import { pagesOf } from './pages-of-site.ts';
import { withoutScripts } from './static-copy.ts';
import { median } from './statistics.ts';

const compress = promisify(brotliCompress);

/** In place of the site's, whose port is another one each time: that alone makes up to 80 bytes of difference. */
const ORIGIN = 'http://localhost:30000';

/** In bytes; compressed with brotli at its best quality, as visitors get kept pages. */
export interface DocumentSizes {
  /** Before compression. */
  size: number;
  compressed: number;
  /**
   * How much larger it is, compressed, than its static copy. Near the limit the median over other hashes: with which of
   * them brotli fares well is chance, and every change of a file draws another one.
   */
  beyondCopy: number;
}

/** From here on chance could decide, in bytes. */
const NEAR_LIMIT = 1_900;
const DRAWS = 15;
/** Hashes of contents, and those in the names of files and in the URLs of releases. */
const HASH =
  /(?<=sha256-)[A-Za-z\d+/]{43}|(?<=sha384-)[A-Za-z\d+/]{64}|(?<=-)[\w-]{8}(?=\.(?:js|css|woff2)\b)|(?<=\/remotes\/[\w-]+\/|"version":"|"mf-[\w-]+":")[\da-f]{14}/g;

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
  const size = Buffer.byteLength(html);
  const { compressed, beyondCopy } = await comparedWithCopy(html);
  if (beyondCopy < NEAR_LIMIT) return { size, compressed, beyondCopy };
  const draws = Array.from({ length: DRAWS }, (_, draw) => comparedWithCopy(withOtherHashes(html, draw)));
  return { size, compressed, beyondCopy: median((await Promise.all(draws)).map((drawn) => drawn.beyondCopy)) };
}

async function comparedWithCopy(html: string): Promise<Omit<DocumentSizes, 'size'>> {
  const [{ length: compressed }, copy] = await Promise.all([compress(html), compress(withoutScripts(html))]);
  return { compressed, beyondCopy: compressed - copy.length };
}

/** The same document with other hashes: the same one for the same, as long, and of the same letters. */
export function withOtherHashes(html: string, draw: number): string {
  return html.replace(HASH, (hash) => {
    const other = createHash('sha512').update(`${draw} ${hash}`).digest();
    const encoding = hash.length >= 43 ? 'base64' : hash.length === 8 ? 'base64url' : 'hex';
    return other.toString(encoding).slice(0, hash.length);
  });
}
