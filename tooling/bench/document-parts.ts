/** What the bytes of a document are, by part before compression: where to look when one is too large. */
import type { Site } from '../site/start-site.ts';
import { documentsOf, sizesOf } from './document-sizes.ts';

/** Each takes its matches out of what the ones before it left. */
const PARTS = {
  'hashes, preloads':
    /<script type="?importmap[^]*?<\/script>|<template\b[^]*?<\/template>|<link\b[^>]*\brel="?preload\b[^>]*>/g,
  data: /<script type="?application\/json[^]*?<\/script>/g,
  'for search engines': /<script type="?application\/ld\+json[^]*?<\/script>|<meta\b[^>]*>/g,
  'inline scripts': /<script\b[^]*?<\/script>/g,
  'global rules': /<style>[^]*?<\/style>/g,
  'rules of components': /<style\b[^]*?<\/style>/g,
  patterns: /<svg id="?patterns\b[^]*?<\/svg>/g,
  'cloths, drawings': /<svg\b[^]*?<\/svg>/g,
  classes: / class=(?:"[^"]*"|[^\s>]+)/g,
  'other markup': /<[^>]*>/g,
} as const;

export type Part = keyof typeof PARTS | 'words';

/** Bytes by part. Together they are the document. */
export function documentParts(html: string): Record<Part, number> {
  let rest = html;
  const parts = Object.entries(PARTS).map(([part, pattern]) => {
    const before = Buffer.byteLength(rest);
    rest = rest.replace(pattern, '');
    return [part, before - Buffer.byteLength(rest)] as const;
  });
  return Object.fromEntries([...parts, ['words', Buffer.byteLength(rest)]]) as Record<Part, number>;
}

/** Prints a table of all pages with their own address, and those that are given, the largest first. */
export async function printDocumentParts(site: Site, pages: readonly string[]): Promise<void> {
  const rows = await Promise.all(
    [...(await documentsOf(site, pages))].map(async ([page, html]) => {
      const { size, compressed, beyondCopy } = await sizesOf(html);
      return { page, bytes: size, brotli: compressed, 'beyond the copy': beyondCopy, ...documentParts(html) };
    }),
  );
  console.table(rows.toSorted((a, b) => b.bytes - a.bytes));
}
