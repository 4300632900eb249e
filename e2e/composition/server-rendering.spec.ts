/** The server's document is complete before any script runs, and keeps to the site's policy. */
import { get } from 'node:http';
import { expect, test } from '../fixtures/test.ts';
import { pages } from '../fixtures/pages.ts';

for (const { path, area, title } of pages) {
  test(`${path} is complete in the HTML`, async ({ request }) => {
    const response = await request.get(path, { headers: { accept: 'text/html' } });
    expect(response.status()).toBe(200);
    expect(response.headers()['content-type']).toBe('text/html; charset=utf-8');
    const html = await response.text();
    const titleText = (/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&');
    if (typeof title === 'string') expect(titleText).toContain(title);
    else expect(titleText).toMatch(title);
    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
    expect(html).toMatch(/<meta name="description" content="[^"]{20,}"/);
    expect(html).toContain(`<link rel="canonical" href="http://localhost:`);
    expect(html).toContain(`data-boundary="${area}"`);
    expect(html).toContain('<style nonce=');
    expect(html, 'the policy blocks style attributes').not.toMatch(/\sstyle="/);
    for (const [tag] of html.matchAll(/<(script|style)\b[^>]*>/g)) {
      if (!/application\/(ld\+)?json/.test(tag)) expect(tag, 'every script and style carries the nonce').toMatch(/nonce="[\w-]{20,}"/);
    }
  });
}

test('every page has the two policies, with a nonce of its own', async ({ request }) => {
  const nonces = new Set<string>();
  for (const { path } of pages) {
    const response = await request.get(path);
    const policies = response.headersArray().filter(({ name }) => name.toLowerCase() === 'content-security-policy');
    expect(policies).toHaveLength(2);
    const [first, second] = policies.map(({ value }) => value);
    expect(first).toContain("require-trusted-types-for 'script'; trusted-types app default");
    expect(first).toContain("'strict-dynamic'");
    expect(second).toMatch(/^script-src 'self'/);
    nonces.add(/'nonce-([\w-]+)'/.exec(first!)![1]!);
    expect(response.headers()['x-content-type-options']).toBe('nosniff');
    expect(response.headers()['referrer-policy']).toBe('strict-origin-when-cross-origin');
  }
  expect(nonces.size).toBe(pages.length);
});

/** Pages whose editor is fetched when what is around it already answers. */
const WITH_EDITOR: readonly string[] = ['/new', '/write'];

test('the page preloads everything that it then loads', async ({ page, request }) => {
  test.slow();
  for (const { path } of pages) {
    const html = await (await request.get(path)).text();
    const preloaded = [...html.matchAll(/<link rel="modulepreload"[^>]*href="([^"]+)"/g)].map(([, url]) => url);
    const loaded: string[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') loaded.push(new URL(response.url()).pathname);
    });
    await page.goto(path, { waitUntil: 'networkidle' });
    if (WITH_EDITOR.includes(path)) expect(loaded, `modules of ${path}`).toEqual(expect.arrayContaining(preloaded));
    else expect(new Set(loaded), `modules of ${path}`).toEqual(new Set(preloaded));
    page.removeAllListeners('response');
  }
});

test('an unknown address is a 404 page within the frame', async ({ request }) => {
  const response = await request.get('/no/such/page');
  expect(response.status()).toBe(404);
  const html = await response.text();
  expect(html).toContain('Unexpected Application Error!');
  expect(html).toContain('<title>Page not found | Portloom</title>');
  expect(html).toContain('<footer');
  expect(html).toContain('<meta name="robots" content="noindex"');
});

test('odd addresses are answered, never with a server error', async ({ site }) => {
  const addresses = [
    '//evil.example/',
    '/%',
    '/%E0%A4%A',
    '/\\evil',
    '/post/%00',
    `/${'a'.repeat(4000)}`,
    '/remotes/../../etc/passwd',
    '/remotes/mf-blog/x/server/routes.mjs',
    '/assets/none.js',
    '/api',
    '/composition.json?__proto__=1',
    '/composition.json?mf-blog=0',
  ];
  for (const address of addresses) {
    const { status, body } = await getRaw(site.url, address);
    expect(status, address).toBeGreaterThanOrEqual(400);
    expect(status, address).toBeLessThan(500);
    expect(body, address).not.toMatch(/\bat .*\.[jt]s:\d+/);
  }
});

test('files that are not there are 404, and pages answer HEAD', async ({ request }) => {
  expect((await request.get('/assets/none.js')).status()).toBe(404);
  expect((await request.get('/remotes/mf-blog/none/remoteEntry.js')).status()).toBe(404);
  expect((await request.head('/career')).status()).toBe(200);
});

/** Sends the address as it is; clients with a URL parser would tidy it first. */
function getRaw(origin: string, address: string): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    get({ hostname, port, path: address }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    }).on('error', reject);
  });
}

test('server bundles are not handed out', async ({ request }) => {
  const registry = (await (await request.get('/registry.json')).json()) as { microFrontends: Record<string, { url: string; extras: { server: { url: string } } }[]> };
  const entries = Object.values(registry.microFrontends).flat();
  expect(entries).toHaveLength(4);
  for (const entry of entries) {
    expect((await request.get(entry.extras.server.url)).status()).toBe(404);
    const browserEntry = await request.get(entry.url);
    expect(browserEntry.status()).toBe(200);
    expect(browserEntry.headers()['cache-control']).toBe('public, max-age=31536000, immutable');
  }
});
