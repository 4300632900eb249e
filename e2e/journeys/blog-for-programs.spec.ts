/** What programs get from the blog: feeds, site map, images, and nothing twice. */
import { randomBytes } from 'node:crypto';
import { postCalls, postFeeds, type StoredImage } from '../../shared/contracts/posts.ts';
import { expect, test } from '../fixtures/test.ts';
import { xssVectors } from '../fixtures/xss-corpus.ts';
import { isLine } from '../../shared/rules/text.ts';

test('feeds and site map are XML, whatever posts are called', async ({ request, page }) => {
  for (const { html } of xssVectors.filter(({ html }) => html.length <= 100 && isLine(html)).slice(0, 10)) {
    await request.post(postCalls.posts, { data: { title: html, content: `<p>${html}</p>`, author: html } });
  }
  for (const [path, root] of [
    [postFeeds.rss, 'rss'],
    [postFeeds.atom, 'feed'],
    [postFeeds.sitemap, 'sitemapindex'],
    [`${postFeeds.sitemap}?part=1`, 'urlset'],
  ] as const) {
    const response = await request.get(path);
    expect(response.status()).toBe(200);
    expect(response.headers()['content-type']).toMatch(/^application\/(rss\+|atom\+)?xml/);
    const name = await page.evaluate(
      (text) => new DOMParser().parseFromString(text, 'application/xml').documentElement.localName,
      await response.text(),
    );
    expect(name).toBe(root);
  }
});

test('a client that has the list already does not get it again', async ({ request }) => {
  const first = await request.get(postCalls.posts);
  const tag = first.headers()['etag'] ?? '';
  const again = await request.get(postCalls.posts, { headers: { 'if-none-match': tag } });
  expect(again.status()).toBe(304);
  expect(await again.body()).toHaveLength(0);
});

test('an image of several megabytes is stored, and shown on a page of the site', async ({ request, page, site }) => {
  await page.goto('/blogDey');
  const bitmap = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    canvas.width = 1800;
    canvas.height = 900;
    const pixels = canvas.getContext('2d')!.createImageData(1800, 900);
    for (let index = 0; index < pixels.data.length; index += 65_536)
      crypto.getRandomValues(pixels.data.subarray(index, index + 65_536));
    canvas.getContext('2d')!.putImageData(pixels, 0, 0);
    const blob = await new Promise<Blob>((resolve) => canvas.toBlob((made) => resolve(made!), 'image/png'));
    const response = await fetch('/api/blogs/images', { method: 'POST', body: blob });
    return { bytes: blob.size, status: response.status, image: (await response.json()) as StoredImage };
  });
  expect(bitmap.bytes).toBeGreaterThan(2_000_000);
  expect(bitmap).toMatchObject({ status: 201, image: { width: 1600, height: 800 } });

  const created = await request.post(postCalls.posts, {
    data: {
      title: `Image ${randomBytes(4).toString('hex')}`,
      content: `<p><img src="${site.url}${bitmap.image.url}" alt="Noise"></p>`,
    },
  });
  const { postId } = (await created.json()) as { postId: number };
  const loaded = page.waitForResponse((response) => response.url().endsWith(bitmap.image.url));
  await page.goto(`/post/${postId}`);
  const image = page.getByRole('img', { name: 'Noise' });
  await image.scrollIntoViewIfNeeded();
  const headers = await (await loaded).allHeaders();
  expect(headers).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  await expect(image).toHaveJSProperty('naturalWidth', 1600);
});

test('what is too large for an image is refused with a message', async ({ request }) => {
  const response = await request.post(postCalls.images, {
    headers: { 'content-type': 'image/png', accept: 'text/plain' },
    data: Buffer.alloc(11_000_000),
  });
  expect(response.status()).toBe(413);
  expect(await response.text()).toContain('the limit is 10 MB');
});
