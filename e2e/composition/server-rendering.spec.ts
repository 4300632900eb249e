/** The server's document is complete before any script runs, and keeps to the site's policy. */
import { get } from 'node:http';
import { expect, test } from '../fixtures/test.ts';

test('an unknown address is a 404 page within the frame', async ({ request }) => {
  const response = await request.get('/no/such/page');
  expect(response.status()).toBe(404);
  const html = await response.text();
  expect(html).toContain('Unexpected Application Error!');
  expect(html).toContain('<title>Page not found | Portloom</title>');
  expect(html).toContain('<footer');
  expect(html).toContain('<meta name="robots" content="noindex"');
});

test('no font holds back the first paint: their preloads are in the body', async ({ request }) => {
  const html = await (await request.get('/contact')).text();
  const [head, body] = html.split('</head>');
  expect(head).not.toContain('as="font"');
  expect(body!.match(/<link rel="preload" as="font"/g)).toHaveLength(2);
});

test('odd addresses are answered, never with a server error', async ({ site }) => {
  const paths = [
    '//evil.example/',
    '/%',
    '/%E0%A4%A',
    '/\\evil',
    '/post/%00',
    // Encoded, they are too long for an address.
    ...['', '/report', '/edit', '/delete'].map((page) => `/post/${'%'.repeat(15_000)}${page}`),
    `/${'a'.repeat(4000)}`,
    '/remotes/../../etc/passwd',
    '/remotes/mf-blog/x/server/routes.mjs',
    '/assets/none.js',
    '/api',
    '/composition.json?__proto__=1',
    '/composition.json?mf-blog=0',
  ];
  for (const path of paths) {
    const { status, body } = await getRaw(site.url, path);
    expect(status, path).toBeGreaterThanOrEqual(400);
    expect(status, path).toBeLessThan(500);
    expect(body, path).not.toMatch(/\bat .*\.[jt]s:\d+/);
  }
});

test('files that are not there are 404, and pages answer HEAD', async ({ request }) => {
  expect((await request.get('/assets/none.js')).status()).toBe(404);
  expect((await request.get('/remotes/mf-blog/none/remoteEntry.js')).status()).toBe(404);
  expect((await request.head('/career')).status()).toBe(200);
});

/** Sends the URL as it is; clients with a URL parser would tidy it first. */
function getRaw(origin: string, path: string): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    get({ hostname, port, path }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    }).on('error', reject);
  });
}

test('server bundles are not handed out', async ({ request }) => {
  const registry = (await (await request.get('/registry.json')).json()) as {
    microFrontends: Record<string, { url: string; extras: { server: { url: string } } }[]>;
  };
  const entries = Object.values(registry.microFrontends).flat();
  expect(entries).toHaveLength(4);
  for (const entry of entries) {
    expect((await request.get(entry.extras.server.url)).status()).toBe(404);
    const browserEntry = await request.get(entry.url);
    expect(browserEntry.status()).toBe(200);
    expect(browserEntry.headers()['cache-control']).toBe('public, max-age=31536000, immutable');
  }
});
