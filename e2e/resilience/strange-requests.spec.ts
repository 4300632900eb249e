/** Requests that no browser sends, to the real servers: each is answered, with headers, none with an error of ours. */
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'playwright/test';
import { applicationCall } from '../../shared/contracts/careers.ts';
import { contactCall } from '../../shared/contracts/contact.ts';
import { postCalls } from '../../shared/contracts/posts.ts';
import { POSTS_PER_MINUTE } from '../../shared/rules/limits.ts';
import { oddRequests, requestText, sendRaw } from '../../shared/node/test-support/raw-http.ts';
import { startSite, type Site } from '../../tooling/site/start-site.ts';

let site: Site;
test.beforeAll(async () => {
  site = await startSite({ remotes: ['mf-marketing', 'mf-blog'] });
});
test.afterAll(() => site.stop());

/** 127.0.0.1: the servers listen there. */
const origins = () => ({ shell: `http://127.0.0.1:${site.shell.port}`, api: `http://127.0.0.1:${site.api()!.port}` });

test('odd requests are answered by both servers', async () => {
  test.slow();
  for (const [name, origin] of Object.entries(origins())) {
    for (const path of [contactCall, applicationCall, postCalls.images, '/contact']) {
      for (const odd of oddRequests(path)) {
        const { status, headers } = await sendRaw(origin, odd.text);
        const said = `${name}: ${odd.name}, ${path}`;
        expect(status, said).toBeLessThan(500);
        if (status > 0) expect(headers['x-content-type-options'], said).toBe('nosniff');
      }
    }
  }
});

test('addresses that cannot be, or cannot be decoded, are answered by both servers', async () => {
  const targets = [
    '/',
    '/%',
    '/api/%',
    '/auth/%',
    '/assets/%',
    '/assets/%00',
    '/assets/..%2f..%2f',
    '/assets/',
    '/assets',
    '/remotes/%/%/%',
    '/remotes/mf-blog/%00/x',
    '/remotes/a/b/%ff',
    '/favicon.svg%00',
    '/registry.json%',
    '/composition.json?%',
    '/api/blogs/posts/%00',
    '/api/blogs/images/%00',
    `/api/blogs/images/${'%00'.repeat(22)}`,
    '/api/blogs/posts?q=%00',
    '/api/blogs/posts?before=99999999999999999999',
    '/api/blogs/posts?before=%',
    '/auth/confirm?token=%00',
    '/.well-known/x',
    '/post/%00',
    '/post/9223372036854775808',
  ];
  for (const [name, origin] of Object.entries(origins())) {
    for (const target of targets) {
      for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS', 'DELETE']) {
        const { status, headers } = await sendRaw(origin, requestText(`${method} ${target} HTTP/1.1`));
        const said = `${name}: ${method} ${target}`;
        expect(status, said).toBeGreaterThanOrEqual(200);
        expect(status, said).toBeLessThan(500);
        expect(headers['x-content-type-options'], said).toBe('nosniff');
      }
    }
  }
});

test('bodies that say they are compressed, and are not, are answered by both servers', async () => {
  for (const [name, origin] of Object.entries(origins())) {
    for (const path of [contactCall, applicationCall, postCalls.images, '/contact', '/auth/logout']) {
      for (const encoding of ['gzip', 'br', 'deflate', 'x']) {
        const headers = [
          `content-encoding: ${encoding}`,
          'content-type: application/json',
          'content-length: 2',
          `origin: ${site.url}`,
        ];
        const { status } = await sendRaw(origin, requestText(`POST ${path} HTTP/1.1`, headers, '{}'));
        expect(status, `${name}: ${path}, ${encoding}`).toBeGreaterThanOrEqual(200);
        expect(status, `${name}: ${path}, ${encoding}`).toBeLessThan(500);
      }
    }
  }
});

test('a URL that no page can have shows the page that says so', async () => {
  const { status, headers, body } = await sendRaw(
    origins().shell,
    requestText('GET /% HTTP/1.1', ['accept: text/html']),
  );
  expect(status).toBe(404);
  expect(headers['content-security-policy']).toMatch(/script-src [^;]*'sha256-/);
  expect(body).toContain('<title>Page not found | ');
});

test('a picture that waits to be asked for arrives through the shell', async () => {
  const headers = {
    'content-type': 'image/png',
    'content-length': 2_000_000,
    origin: site.url,
    expect: '100-continue',
  };
  const sent = request(site.url + postCalls.images, { method: 'POST', headers });
  sent.flushHeaders();
  await once(sent, 'continue');
  sent.end(Buffer.alloc(2_000_000));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  // It is not a picture, and the API says so.
  expect([response.statusCode, await text(response)]).toEqual([
    415,
    expect.stringContaining('This is not a PNG, JPEG, GIF or WebP picture'),
  ]);
});

for (const [name, originOf] of [
  ['the shell', () => site.url],
  ['the API', () => origins().api],
] as const) {
  test(`an application without an end is too large for ${name}, and says so`, async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x', origin: site.url };
    const sent = request(originOf() + applicationCall, { method: 'POST', headers });
    sent.on('error', () => {});
    sent.write(
      '--x\r\ncontent-disposition: form-data; name="cv"; filename="cv.pdf"\r\ncontent-type: application/pdf\r\n\r\n%PDF-1.7\r\n',
    );
    const chunk = Buffer.alloc(256 * 1024);
    const write = (): void => {
      while (!sent.destroyed && sent.write(chunk));
    };
    sent.on('drain', write);
    write();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(413);
    expect(JSON.parse(await text(response))).toMatchObject({ code: 'body-too-large' });
    sent.destroy();
  });
}

test('what keeps its address is kept for long only if its content cannot change', async ({ request: client }) => {
  const icon = await client.get(`${site.url}/favicon.svg`);
  expect(icon.headers()).toMatchObject({
    'cache-control': 'public, max-age=86400',
    'cross-origin-resource-policy': 'cross-origin',
  });
  const html = await (await client.get(site.url)).text();
  const files = [
    ...html.matchAll(/(?:href|src|content)="(?:http:\/\/localhost:\d+)?(\/(?:assets|remotes)\/[^"]+)"/g),
  ].map(([, file]) => file!);
  expect(files.some((file) => file.startsWith('/assets/')) && files.some((file) => file.startsWith('/remotes/'))).toBe(
    true,
  );
  for (const file of new Set(files)) {
    const { 'cache-control': kept, 'cross-origin-resource-policy': shownBy } = (
      await client.get(site.url + file)
    ).headers();
    expect(kept, file).toBe('public, max-age=31536000, immutable');
    expect(shownBy, file).toBe(/\.(png|jpg|webp|svg)$/.test(file) ? 'cross-origin' : 'same-origin');
  }
  expect((await client.get(site.url)).headers()['cross-origin-resource-policy']).toBe('same-origin');
  expect((await client.get(`${site.url}/assets/none.js`)).headers()['cache-control'] ?? '').not.toContain('immutable');
});

// The last test: afterwards this IP address may write no more. client-ip.spec.ts has those that trusted proxies name.
test('where no proxy is trusted, a claim to another IP address is not believed', async () => {
  const send = async (ip: string) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': ip };
    return (await fetch(site.url + contactCall, { method: 'POST', headers, body: '{}' })).status;
  };
  for (let count = 0; count < POSTS_PER_MINUTE; count += 1)
    expect([422, 429]).toContain(await send(`203.0.113.${count}`));
  expect(await send('203.0.113.99')).toBe(429);
});
