import { type IncomingMessage, request } from 'node:http';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { accountCalls, accountLinks } from 'shared/contracts/account';
import { applicationCall } from 'shared/contracts/careers';
import { contactCall } from 'shared/contracts/contact';
import { hideLink } from 'shared/contracts/moderation';
import { newsletterCalls } from 'shared/contracts/newsletter';
import { postCalls } from 'shared/contracts/posts';
import type { Problem } from 'shared/contracts/problem';
import { arrivalLimits } from 'shared/node/http/arrival';
import { fixedHeaders } from 'shared/node/http/security-headers';
import { HOP_TOKEN_HEADER } from 'shared/node/hop';
import { answeredLine } from 'shared/node/test-support/log-line';
import { dripping, oddRequests, requestText, sendRaw } from 'shared/node/test-support/raw-http';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { json as jsonBody, PUBLIC_URL, startApi, type TestApi } from '../../test/support/api.ts';
import { goodMessage } from '../../test/support/contact.ts';

const problemOf = (body: string) => JSON.parse(body) as Problem;

describe('HTTP as the API reads it', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi('sqlite');
  });
  afterAll(() => api.close());

  test.each(oddRequests(contactCall))(
    '$name is answered, and with the headers of every answer',
    async ({ text, statuses }) => {
      const { status, headers, body } = await sendRaw(api.origin, text);
      expect(statuses, body).toContain(status);
      if (status === 0) return;
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cache-control': expect.any(String) as string,
      });
      if (status >= 400 && body !== '') expect(problemOf(body)).toMatchObject({ status, type: 'about:blank' });
    },
  );

  test.each([
    [postCalls.posts, 200],
    [postCalls.post(1), 200],
    ['/healthz', 200],
    ['/nothing', 404],
  ])('%s (%i) has the headers that protect, and keeps its connection', async (path, expected) => {
    const response = await api.fetch(path);
    expect(response.status).toBe(expected);
    const headers = Object.fromEntries(response.headers);
    expect(headers).toMatchObject({
      connection: 'keep-alive',
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-dns-prefetch-control': 'off',
      'x-download-options': 'noopen',
      'x-frame-options': 'SAMEORIGIN',
      'x-permitted-cross-domain-policies': 'none',
      'x-xss-protection': '0',
    });
    expect(headers).not.toHaveProperty('strict-transport-security');
  });

  test.each(['/%', '/api/blogs/images/%', '/api/blogs/posts/%ZZ'])(
    '%s is refused with the headers of every answer',
    async (path) => {
      const { status, headers, body } = await sendRaw(api.origin, requestText(`GET ${path} HTTP/1.1`));
      expect(status).toBe(400);
      expect(problemOf(body).code).toBe('malformed-request');
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("default-src 'none'") as string,
      });
    },
  );

  test("another site's page is refused with the headers of every answer", async () => {
    const response = await api.fetch(contactCall, { method: 'POST', headers: { origin: 'null' } });
    expect(response.status).toBe(403);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const readable = await api.fetch(postCalls.posts, { headers: { origin: 'https://evil.test' } });
    expect(readable.headers.get('access-control-allow-origin'), 'no other site may read answers').toBeNull();
  });

  test('a compressed body is refused as one, and not for what its bytes are', async () => {
    const body = gzipSync(JSON.stringify(goodMessage));
    const send = (coding: string, bytes: BodyInit) => {
      const headers = { 'content-type': 'application/json', 'content-encoding': coding };
      return api.fetch(contactCall, { method: 'POST', body: bytes, headers });
    };
    const refused = await send('gzip', body);
    expect([refused.status, refused.headers.get('accept-encoding')]).toEqual([415, 'identity']);
    expect(problemOf(await refused.text()).detail).toBe('The body must not be compressed.');
    expect((await send('Identity', JSON.stringify(goodMessage))).status).toBe(201);
  });

  test('the log says from where something was sent, and with which code it was refused', async () => {
    const before = api.log.length;
    const client = '198.51.100.7';
    const guess = jsonBody({ email: 'ada@site.test', password: 'x' }, { origin: PUBLIC_URL });
    await api.fetch(contactCall, { method: 'POST', headers: { origin: 'https://evil.test' }, client });
    await api.fetch(accountCalls.account, { client });
    await api.fetch(accountCalls.login, { ...guess, client });
    await api.fetch(accountCalls.session, { client, headers: { [HOP_TOKEN_HEADER]: 'guessed' } });
    await api.fetch(accountCalls.session, { client });
    const lines = api.log.slice(before).map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toMatchObject([
      { path: contactCall, ip: client, status: 403, code: 'cross-site-request' },
      { path: accountCalls.account, ip: client, status: 401, code: 'login-required' },
      { path: accountCalls.login, ip: client, status: 401, code: 'wrong-credentials' },
      // Only the shell says who a visitor is.
      { path: accountCalls.session, ip: '127.0.0.1', status: 200 },
      { path: accountCalls.session, ip: client, status: 200 },
    ]);
    expect(lines.at(-1)).not.toHaveProperty('code');
  });

  test('a request has one id, in its answer, its refusal and the log; the shell may choose it', async () => {
    const before = api.log.length;
    const asked = async (headers: Record<string, string>) => {
      const response = await api.fetch(accountCalls.account, { headers });
      const { requestId } = (await response.json()) as Problem;
      expect(response.headers.get('x-request-id')).toBe(requestId);
      return requestId!;
    };
    const made = await asked({});
    expect(made).toMatch(/^[\da-f-]{36}$/);
    expect(await asked({ 'x-request-id': 'from-the-shell.1' })).toBe('from-the-shell.1');
    expect(await asked({ 'x-request-id': 'with "quotes" and more' })).toMatch(/^[\da-f-]{36}$/);
    const stranger = await asked({ 'x-request-id': 'from-a-stranger', 'x-shell-hop': 'guessed' });
    expect(stranger).toMatch(/^[\da-f-]{36}$/);
    const lines = api.log.slice(before).map((line) => answeredLine.parse(JSON.parse(line)));
    expect(lines.map(({ service, requestId }) => [service, requestId])).toEqual([
      ['api', made],
      ['api', 'from-the-shell.1'],
      ['api', expect.any(String)],
      ['api', stranger],
    ]);
  });

  const cvPart = '--x\r\ncontent-disposition: form-data; name="cv"; filename="cv.pdf"\r\n\r\n%PDF-1.4\n';
  test.each([
    ['a message', contactCall, 'application/json', '{"fullName":'],
    ['an image', postCalls.images, 'image/png', '\x89PNG\r\n'],
    ['an application', applicationCall, 'multipart/form-data; boundary=x', cvPart],
  ])('a visitor who leaves while sending %s is not logged as a fault', async (_what, path, type, beginning) => {
    const text = requestText(`POST ${path} HTTP/1.1`, [
      `content-type: ${type}`,
      `origin: ${PUBLIC_URL}`,
      'content-length: 1000',
    ]);
    const before = api.log.length;
    const arrived = once(api.server, 'connection') as Promise<[Socket]>;
    await sendRaw(api.origin, text + beginning, { goOn: (socket) => setTimeout(() => socket.resetAndDestroy(), 100) });
    const [socket] = await arrived;
    // Not `events.once`, which gives the error of the lost connection if that comes first.
    if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
    // By the time this is answered, everything that follows from the lost connection has happened.
    await sendRaw(api.origin, requestText('GET /healthz HTTP/1.1'));
    expect(api.log.slice(before).filter((line) => /"level":"(warn|error|fatal)"/.test(line))).toEqual([]);
  });

  test('a visitor who has left before the request is read is not logged as a fault', async () => {
    const before = api.log.length;
    api.server.prependOnceListener('request', ({ socket }: IncomingMessage) => void socket.destroy());
    await sendRaw(api.origin, requestText(`POST ${contactCall} HTTP/1.1`, [`origin: ${PUBLIC_URL}`]));
    await sendRaw(api.origin, requestText('GET /healthz HTTP/1.1'));
    expect(api.log.slice(before).filter((line) => /"level":"(warn|error|fatal)"/.test(line))).toEqual([]);
  });

  test('has the limits of time that both servers have', () => {
    expect(api.server.requestTimeout).toBe(arrivalLimits.headers + arrivalLimits.file);
    expect(api.server.headersTimeout).toBe(arrivalLimits.headers);
    expect(api.server.timeout).toBe(arrivalLimits.untaken);
  });

  test('an application without an end is refused with a message while it still arrives', async () => {
    const sent = request(api.origin + applicationCall, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x', origin: PUBLIC_URL },
    });
    sent.on('error', () => {});
    sent.write(
      '--x\r\ncontent-disposition: form-data; name="cv"; filename="cv.pdf"\r\ncontent-type: application/pdf\r\n\r\n%PDF-1.7\r\n',
    );
    const chunk = Buffer.alloc(256 * 1024);
    const send = () => {
      while (!sent.destroyed && sent.write(chunk));
    };
    sent.on('drain', send);
    send();
    const [response] = (await once(sent, 'response')) as [{ statusCode: number; destroy: () => void }];
    expect(response.statusCode).toBe(413);
    response.destroy();
    sent.destroy();
  });
});

test('browsers are told to keep to https in the words of both servers', async () => {
  const publicUrl = 'https://site.test';
  const api = await startApi('sqlite', { PUBLIC_URL: publicUrl });
  try {
    const own = fixedHeaders(publicUrl)['strict-transport-security'];
    expect(own).toMatch(/^max-age=\d+; includeSubDomains$/);
    for (const path of ['/healthz', '/%', postCalls.posts]) {
      expect(
        (await sendRaw(api.origin, requestText(`GET ${path} HTTP/1.1`))).headers['strict-transport-security'],
        path,
      ).toBe(own);
    }
  } finally {
    await api.close();
  }
});

const json = ['content-type: application/json', `origin: ${PUBLIC_URL}`];
const files = [
  [
    applicationCall,
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name="cv"; filename="cv.pdf"\r\n\r\n',
  ],
  [postCalls.images, 'image/png', ''],
] as const;
const fileText = (path: string, type: string, begin: string) =>
  requestText(`POST ${path} HTTP/1.1`, [`content-type: ${type}`, `origin: ${PUBLIC_URL}`, 'content-length: 100000']) +
  begin;

describe('bodies that arrive slowly', () => {
  const arrival = { headers: 400, body: 15_000, file: 15_000, leastRate: 100, rateSpan: 300, untaken: 1_000 };
  /** Well before any deadline, in milliseconds. */
  const SOON = 5_000;
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi('sqlite', {}, { arrival });
  });
  afterAll(() => api.close());

  test('are ended with a message', async () => {
    const answer = await sendRaw(
      api.origin,
      requestText(`POST ${contactCall} HTTP/1.1`, [...json, 'content-length: 10000']),
      { goOn: dripping(1) },
    );
    expect(answer).toMatchObject({ status: 408, closed: true, headers: { connection: 'close' } });
    expect(problemOf(answer.body)).toMatchObject({ status: 408, code: 'request-timeout' });
    expect(answer.took).toBeLessThan(SOON);
  });

  test.each(files)('are ended with a file for %s too', async (...file) => {
    expect(await sendRaw(api.origin, fileText(...file), { goOn: dripping(1) })).toMatchObject({
      status: 408,
      closed: true,
    });
  });

  test('are not waited for when they were refused already', async () => {
    const answer = await sendRaw(
      api.origin,
      requestText('POST /api/nothing HTTP/1.1', [...json, 'content-length: 100000']),
      { goOn: dripping(1) },
    );
    expect(answer).toMatchObject({ status: 413, closed: true });
    expect(answer.took).toBeLessThan(SOON);
  });

  test('are ended like headers, and connections that say nothing', async () => {
    const begun = await sendRaw(api.origin, 'GET /healthz HTTP/1.1\r\nhost: x\r\nx: ', { goOn: dripping(1) });
    expect(begun).toMatchObject({ status: 408, closed: true });
    expect(problemOf(begun.body).code).toBe('request-timeout');
    expect(await sendRaw(api.origin, '')).toMatchObject({ status: 0, closed: true });
  });

  test('are ended like answers that nobody reads', async () => {
    const arrived = once(api.server, 'connection') as Promise<[Socket]>;
    const reader = connect(Number(new URL(api.origin).port), '127.0.0.1').pause();
    onTestFinished(() => void reader.destroy());
    // More than the system keeps for both ends of a connection.
    reader.write('GET /api/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(400));
    const [socket] = await arrived;
    await expect.poll(() => socket.bytesWritten).toBeGreaterThan(0);
    expect(socket.destroyed).toBe(false);
    await expect.poll(() => socket.destroyed, { timeout: SOON }).toBe(true);
  });

  test('cost no other client anything', async () => {
    const slow = Array.from({ length: 50 }, () =>
      sendRaw(api.origin, requestText('POST /api/nothing HTTP/1.1', [...json, 'content-length: 10000']), {
        goOn: dripping(1),
      }),
    );
    expect((await api.fetch('/healthz')).status).toBe(200);
    expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 408));
    expect(api.log.filter((line) => /"level":"(error|fatal)"/.test(line))).toEqual([]);
  });
});

describe('bodies that arrive fast enough, and never end', () => {
  const arrival = { headers: 400, body: 600, file: 3_000, leastRate: 0, rateSpan: 300, untaken: 15_000 };
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi('sqlite', {}, { arrival });
  });
  afterAll(() => api.close());

  test('are ended at their deadline', async () => {
    const text = requestText(`POST ${contactCall} HTTP/1.1`, [...json, 'content-length: 10000']);
    const answer = await sendRaw(api.origin, text, { goOn: dripping(10) });
    expect(answer).toMatchObject({ status: 408, closed: true });
    expect(answer.took).toBeGreaterThan(arrival.body - 50);
    expect(answer.took).toBeLessThan(arrival.file - 50);
  });

  test.each(files)('have longer with a file for %s', async (...file) => {
    const answer = await sendRaw(api.origin, fileText(...file), { goOn: dripping(10), patience: 10_000 });
    expect(answer).toMatchObject({ status: 408, closed: true });
    expect(answer.took).toBeGreaterThan(arrival.file - 50);
  });
});

test('an API whose event loop is late turns visitors away for some seconds, but never its monitors', async () => {
  const api = await startApi('sqlite', {}, { loopDelayMax: 50, migrationTime: 2_100 });
  const pause = (time: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, time);
  pause(1_500);
  expect((await api.fetch(postCalls.posts)).status, 'a slow start is no overload').toBe(200);
  const busy = setInterval(() => pause(150), 1);
  // The machine's clock is set back.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 60 * 60 * 1000 });
  try {
    await expect.poll(async () => (await api.fetch(postCalls.posts)).status).toBe(503);
    const refused = await api.fetch(postCalls.posts);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(await refused.json()).toMatchObject({ status: 503, code: 'unavailable' });
    expect((await api.fetch('/healthz')).status).toBe(200);
    // What a browser opens from a mail ends on a page.
    const open = (path: string, init: RequestInit = {}) =>
      api.fetch(path, {
        redirect: 'manual',
        headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
        ...init,
      });
    const links = [`${hideLink}?token=x`, `${newsletterCalls.unsubscribe}?token=x`, `${accountLinks.confirm}?token=x`];
    const ended = await Promise.all(links.map(async (link) => (await open(link)).headers.get('location')));
    expect(ended).toEqual([
      '/moderation?error=unreachable',
      '/newsletter/unsubscribe?token=x',
      '/login?error=unreachable',
    ]);
    expect((await open(links[1]!, { method: 'POST' })).status, 'a mail program tries again').toBe(503);
  } finally {
    clearInterval(busy);
    vi.useRealTimers();
  }
  await expect.poll(async () => (await api.fetch(postCalls.posts)).status).toBe(200);
  await api.close();
});
