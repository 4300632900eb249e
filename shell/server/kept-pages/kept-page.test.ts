/** One page in all its forms. */
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { encodings } from './encodings.ts';
import { KeptPage } from './kept-page.ts';

const html = Array.from({ length: 3_000 }, (_, index) => `<p>${index * 7919} threads</p>`).join('');
const made = (text: string, policies: string[] = ['default-src']) => new KeptPage(text, { policies, reads: [], at: 0 });
const opened = { br: brotliDecompressSync, zstd: zstdDecompressSync, gzip: gunzipSync };

test.each(encodings)('%s: the same text, quickly first, then smaller, each with its own tag', async (encoding) => {
  const page = made(html);
  const before = page.size;
  const first = await page.as(encoding);
  expect(opened[encoding](first.body).toString()).toBe(html);
  expect(page.size).toBe(before + first.body.length);
  await page.as(encoding);
  await expect
    .poll(async () => (await page.as(encoding)).body.length, { timeout: 10_000 })
    .toBeLessThan(first.body.length);
  const best = await page.as(encoding);
  expect(opened[encoding](best.body).toString()).toBe(html);
  expect(page.size).toBe(before + best.body.length);
  expect(best.etag).not.toBe(first.etag);
  for (const { etag } of [first, best]) expect(page.knownAs(etag)).toBe(etag);
});

test('tags are strong, and differ by encoding, text and policy', async () => {
  const page = made(html);
  const tags = await Promise.all([undefined, ...encodings].map(async (encoding) => (await page.as(encoding)).etag));
  expect(new Set(tags).size).toBe(4);
  for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/);
  for (const other of [made(`${html} `), made(html, ['default-src *'])])
    for (const tag of tags) expect(other.knownAs(tag)).toBeUndefined();
});

test('a browser that has the page is recognised, whatever a proxy made of the tag', async () => {
  const page = made(html);
  const { etag } = await page.as('br');
  expect(page.knownAs(`"other", W/${etag}`)).toBe(etag);
  expect(page.knownAs('*')).toBe((await page.as(undefined)).etag);
  for (const given of [undefined, '', '"*"', '"other"', etag.slice(1, -1)])
    expect(page.knownAs(given), given).toBeUndefined();
});
