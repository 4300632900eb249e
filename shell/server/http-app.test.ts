import { request as send } from 'node:http';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import compress from '@fastify/compress';
import Fastify, { type FastifyInstance } from 'fastify';
import { applicationCall } from 'shared/contracts/careers';
import type { Problem } from 'shared/contracts/problem';
import { StoreError } from 'shared/node/files/store-error';
import { HOP_IP_HEADER } from 'shared/node/hop';
import { type ArrivalLimits, arrivalLimits } from 'shared/node/http/arrival';
import { guardHttp, httpServerOptions } from 'shared/node/http/http-server';
import { answeredLine } from 'shared/node/test-support/log-line';
import { dripping, oddRequests, requestText, sendRaw } from 'shared/node/test-support/raw-http';
import { InstallationSecret } from 'shared/node/installation-secret';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { processorTime } from 'shared/node/test-support/processor-time';
import { apiHop } from './api-calls/api-hop.ts';
import { apiProxy } from './api-calls/api-proxy.ts';
import { createHttpApp } from './http-app.ts';
import { KeptPages } from './kept-pages/kept-pages.ts';
import { pageRoutes } from './page-routes.ts';
import type { Pages } from './pages.ts';
import type { RemoteSource } from './remote-source.ts';
import { wellKnownRoutes } from './well-known.ts';

const PUBLIC_URL = 'https://site.test';
const problemOf = (body: string) => JSON.parse(body) as Problem;

interface LogLine {
  level: string;
  err?: { message: string; stack: string };
}

/** An API that tells what it received, and refuses bodies larger than 20 kB. */
async function startUpstream(): Promise<{ api: FastifyInstance; url: string }> {
  const api = Fastify({ ...httpServerOptions(arrivalLimits, {}), bodyLimit: 20_000 });
  guardHttp(api, arrivalLimits, {});
  api.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  api.all('/api/*', ({ headers, body }, reply) => reply.send({ headers, body }));
  return { api, url: await api.listen({ host: '127.0.0.1', port: 0 }) };
}

const connectionsOf = ({ server }: FastifyInstance): Promise<number> =>
  new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));

/** Pages that tell which URL they were asked for: real ones would need a build. One of them takes no forms. */
const pages = {
  render: async ({ url, form }: { url: URL; form?: string }) => ({
    status: form !== undefined && url.pathname === '/no-form' ? 405 : 200,
    headers: {},
    html: url.pathname + url.search,
  }),
} as unknown as Pages;

interface ShellOptions {
  limits?: ArrivalLimits;
  /** `TRUST_PROXY`. */
  proxies?: string[];
  /** Collects what is logged. */
  log?: string[];
  /** Called before any route is added. */
  prepare?: (app: FastifyInstance) => Promise<void>;
}

async function startShell(
  url: string,
  { limits, proxies, log, prepare }: ShellOptions = {},
): Promise<{ shell: FastifyInstance; origin: string }> {
  const shell = createHttpApp(
    { PUBLIC_URL, LOG_LEVEL: log ? 'info' : 'silent', TRUST_PROXY: proxies },
    limits,
    log && { write: (line) => void log.push(line) },
  );
  await prepare?.(shell);
  shell.get('/healthz', () => ({ status: 'alive' }));
  const secret = new InstallationSecret('a secret');
  const hop = apiHop(url, secret);
  await shell.register(apiProxy, { hop });
  await shell.register(wellKnownRoutes, { publicUrl: PUBLIC_URL });
  const remotes = {
    registry: async () => ({ schema: '', microFrontends: {} }),
  } as Partial<RemoteSource> as RemoteSource;
  const keptPages = new KeptPages({ pages, remotes, hop, publicUrl: PUBLIC_URL, maxBytes: 0 });
  await shell.register(pageRoutes, { pages, keptPages, remotes, hop, secret, publicUrl: PUBLIC_URL });
  return { shell, origin: await shell.listen({ host: '127.0.0.1', port: 0 }) };
}

let api: FastifyInstance;
let url: string;
beforeAll(async () => {
  ({ api, url } = await startUpstream());
});
afterAll(() => api.close());

describe("HTTP as the shell's server reads it", () => {
  let shell: FastifyInstance;
  let origin: string;
  beforeAll(async () => {
    ({ shell, origin } = await startShell(url));
  });
  afterAll(() => shell.close());

  test.each(oddRequests('/contact'))(
    '$name is answered, and with the headers of every answer',
    async ({ text, statuses }) => {
      const { status, headers, body } = await sendRaw(origin, text);
      // Where the API answers 404, the shell may have a page.
      expect([...statuses, ...(statuses.includes(404) && !text.startsWith('PRO') ? [200] : [])], body).toContain(
        status,
      );
      if (status === 0) return;
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'strict-transport-security': 'max-age=63072000; includeSubDomains',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'") as string,
      });
      if (status >= 400 && body !== '') expect(problemOf(body)).toMatchObject({ status, type: 'about:blank' });
    },
  );

  test.each([
    ['Content-Type: text/plain; application/json', 200],
    ['Expect: 100-continue', 200],
    ['Upgrade: h2c', 200],
    ['Connection: upgrade', 200],
    ['Keep-Alive: timeout=5', 200],
    ['Proxy-Connection: keep-alive', 200],
    ['TE: trailers', 200],
    ['Trailer: x', 200],
    ['X-Odd: \xff', 200],
    ['Cookie: \xe9', 200],
  ])('%j on its way to the API is not an error', async (header, status) => {
    for (const method of ['GET', 'POST']) {
      const text = requestText(
        `${method} /api/echo HTTP/1.1`,
        [header, ...(method === 'POST' ? ['content-length: 2'] : [])],
        method === 'POST' ? '{}' : '',
      );
      expect(await sendRaw(origin, text), method).toMatchObject({ status });
    }
  });

  test.each(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'PUT', 'PATCH'])(
    '%s with a body on its way to the API is no error',
    async (method) => {
      for (const framing of [
        ['content-length: 2', '{}'],
        ['transfer-encoding: chunked', '2\r\n{}\r\n0\r\n\r\n'],
      ] as const) {
        const { status } = await sendRaw(origin, requestText(`${method} /api/echo HTTP/1.1`, [framing[0]], framing[1]));
        expect([200, 400, 415]).toContain(status);
      }
    },
  );

  test.each([
    '/api/%',
    '/api/echo/%00',
    '/api/%ff',
    '/auth/%',
    '/api//x',
    '/api/..%2f..',
    '/api/\x7f',
    '/api/\xff',
    '/%61pi/echo',
  ])('%j leads to no error of ours', async (path) => {
    expect((await sendRaw(origin, requestText(`GET ${path} HTTP/1.1`))).status).toBeLessThan(500);
  });

  test.each(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'POST'])(
    '%s ends no process when the client hangs up in the middle of the body',
    async (method) => {
      const uncaught: unknown[] = [];
      const note = (error: unknown) => void uncaught.push(error);
      process.on('uncaughtException', note);
      try {
        for (const path of ['/api/echo', '/auth/nothing', '/contact']) {
          const text = requestText(`${method} ${path} HTTP/1.1`, ['content-length: 1000'], '{"a":');
          await sendRaw(origin, text, { goOn: (socket) => setTimeout(() => socket.resetAndDestroy(), 100) });
        }
        expect(uncaught).toEqual([]);
      } finally {
        process.off('uncaughtException', note);
      }
      expect((await sendRaw(origin, requestText('GET /healthz HTTP/1.1'))).status).toBe(200);
    },
  );

  test('a visitor who hangs up in the middle of an upload leaves one line in the log, without a stack', async () => {
    const log: string[] = [];
    const logging = await startShell(url, { log });
    const text = requestText('POST /api/echo HTTP/1.1', ['content-length: 1000'], '{"a":');
    await sendRaw(logging.origin, text, { goOn: (socket) => setTimeout(() => socket.resetAndDestroy(), 100) });
    const told = () => log.map((line) => JSON.parse(line) as LogLine).filter(({ err }) => err);
    await expect
      .poll(told)
      .toMatchObject([{ level: 'warn', err: { message: 'The body did not arrive completely.', stack: '' } }]);
    await logging.shell.close();
    expect(told()).toHaveLength(1);
  });

  test.each(['/api/%', '/auth/%zz', '/api/../x'])(
    '%j is refused with a message of our own: there are no pages',
    async (path) => {
      const { status, headers, body } = await sendRaw(origin, requestText(`GET ${path} HTTP/1.1`));
      expect(status).toBe(400);
      expect(problemOf(body)).toMatchObject({ code: 'malformed-request', detail: 'The request could not be read.' });
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
    },
  );

  test.each([
    ['/%', '/%25'],
    ['/%?a=%', '/%25?a=%'],
    ['/about%0A', '/about%250A'],
    ['/about%20', '/about%20'],
  ])('%s reaches the pages as %s', async (path, read) => {
    const { status, body } = await sendRaw(origin, requestText(`GET ${path} HTTP/1.1`));
    expect({ status, body }).toEqual({ status: 200, body: read });
  });

  test.each(['/x/../api/echo', '/%2e%2e/assets/a.js', '/.well-known/none', '/healthz/'])(
    '%s is no page, whichever way it leads where there are none',
    async (path) => {
      const { status, body } = await sendRaw(origin, requestText(`GET ${path} HTTP/1.1`));
      expect([status, problemOf(body).code]).toEqual([404, 'not-found']);
    },
  );

  test('a form for a page that takes none is refused with a message', async () => {
    const type = 'content-type: application/x-www-form-urlencoded';
    const text = requestText('POST /no-form HTTP/1.1', [`origin: ${PUBLIC_URL}`, type, 'content-length: 3'], 'a=b');
    const { status, headers, body } = await sendRaw(origin, text);
    expect([status, headers['allow'], problemOf(body).code]).toEqual([405, 'GET, HEAD', 'method-not-allowed']);
  });

  test('a method that pages do not have is refused with those that they have', async () => {
    const { status, headers, body } = await sendRaw(origin, requestText('PUT /contact HTTP/1.1'));
    expect([status, headers['allow'], problemOf(body).code]).toEqual([405, 'GET, HEAD, POST', 'method-not-allowed']);
  });

  test.each([
    ['not believed', '192.0.2.7', undefined, '127.0.0.1'],
    ['believed of a trusted proxy', '192.0.2.7', ['127.0.0.1'], '192.0.2.7'],
    ['believed if the proxy names a port, too', '192.0.2.7:50123', ['127.0.0.1'], '192.0.2.7'],
    ['believed of several', '192.0.2.7:50123, 10.0.0.2:443', ['127.0.0.1', '10.0.0.2'], '192.0.2.7'],
    ['believed in IPv6 with a port', '[2001:db8::7]:50123', ['127.0.0.1'], '2001:db8::7'],
    ['believed in IPv6', '2001:db8::7', ['127.0.0.1'], '2001:db8::7'],
  ])('the IP address in X-Forwarded-For is %s', async (_what, given, proxies, ip) => {
    const own = await startShell(url, { ...(proxies && { proxies }) });
    const text = requestText('GET /api/echo HTTP/1.1', [`x-forwarded-for: ${given}`]);
    const { body } = await sendRaw(own.origin, text);
    await own.shell.close();
    expect(JSON.parse(body)).toMatchObject({ headers: { [HOP_IP_HEADER]: ip } });
  });

  test('whatever a visitor puts into X-Forwarded-For costs no more than a moment', async () => {
    const own = await startShell(url, { proxies: ['127.0.0.1'] });
    const used = processorTime();
    for (const piece of ['[', '1', '1.', '[,', '[1] '].flatMap((each) => [each, each, each, each, each])) {
      const given = `:${piece.repeat(15_000 / piece.length)}, 192.0.2.7:50123`;
      const { body } = await sendRaw(own.origin, requestText('GET /api/echo HTTP/1.1', [`x-forwarded-for: ${given}`]));
      expect(JSON.parse(body)).toMatchObject({ headers: { [HOP_IP_HEADER]: '192.0.2.7' } });
    }
    await own.shell.close();
    expect(used()).toBeLessThan(1_000);
  });

  test.each<[Error, status: number, code: string, retryAfter: string | undefined]>([
    [new StoreError('The store is away.'), 503, 'unavailable', '10'],
    [new Error('It broke.'), 500, 'internal-error', undefined],
  ])('%s is answered with %i, %s', async (error, status, code, retryAfter) => {
    const broken = async () => {
      throw error;
    };
    const own = await startShell(url, { prepare: async (app) => void app.get('/broken', broken) });
    const answer = await sendRaw(own.origin, requestText('GET /broken HTTP/1.1'));
    await own.shell.close();
    expect([answer.status, answer.headers['retry-after']]).toEqual([status, retryAfter]);
    expect(problemOf(answer.body).code).toBe(code);
    expect(answer.body, 'nothing from the inside').not.toContain(error.message);
  });

  test('has the limits of time that both servers have', () => {
    expect(shell.server.requestTimeout).toBe(arrivalLimits.headers + arrivalLimits.file);
    expect(shell.server.headersTimeout).toBe(arrivalLimits.headers);
    expect(shell.server.timeout).toBe(arrivalLimits.untaken);
  });

  test('says whom to tell about a weakness (RFC 9116)', async () => {
    const response = await fetch(`${origin}/.well-known/security.txt`);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const fields = new Map(
      (await response.text())
        .trim()
        .split('\n')
        .map((line) => line.split(': ', 2) as [string, string]),
    );
    expect(fields.get('Contact')).toMatch(/^mailto:/);
    expect(fields.get('Canonical')).toBe(`${PUBLIC_URL}/.well-known/security.txt`);
    expect(fields.get('Preferred-Languages')).toBe('en');
    const policy = await fetch(origin + new URL(fields.get('Policy')!).pathname);
    expect(policy.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await policy.text()).toContain(`Write to ${fields.get('Contact')!.replace('mailto:', '')}`);
    const left = Date.parse(fields.get('Expires') ?? '') - Date.now();
    expect(left).toBeGreaterThan(80 * 24 * 3600 * 1000);
    expect(left).toBeLessThan(365 * 24 * 3600 * 1000);
  });

  test('browsers and password managers find where members change their password and passkeys', async () => {
    const password = await fetch(`${origin}/.well-known/change-password`, { redirect: 'manual' });
    expect([password.status, password.headers.get('location')]).toEqual([303, '/account#password']);
    const passkeys = `${PUBLIC_URL}/account#passkey`;
    const endpoints = await fetch(`${origin}/.well-known/passkey-endpoints`);
    expect(await endpoints.json()).toEqual({ enroll: passkeys, manage: passkeys });
    // By such a path browsers ask whether the others can be relied on.
    const none = await fetch(
      `${origin}/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200`,
    );
    expect(none.status).toBe(404);
  });

  test('however many bodies are on their way to the API, others reach it', async () => {
    const many = Array.from({ length: 150 }, () => {
      const sent = send(`${origin}/api/echo`, { method: 'POST', headers: { 'content-length': 2 } });
      sent.on('error', () => {}).write('{');
      return sent;
    });
    try {
      await expect.poll(() => connectionsOf(api)).toBeGreaterThanOrEqual(many.length);
      expect((await fetch(`${origin}/api/echo`)).status).toBe(200);
    } finally {
      for (const sent of many) sent.destroy();
    }
  });

  test('an API that is overloaded is asked once', async () => {
    let asked = 0;
    const busy = Fastify();
    busy.get('/api/posts', (_request, reply) => {
      asked += 1;
      return reply.code(503).header('retry-after', '5').send({ asked });
    });
    const before = await startShell(await busy.listen({ host: '127.0.0.1', port: 0 }));
    const answer = await fetch(`${before.origin}/api/posts`);
    expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([503, '5', { asked: 1 }]);
    await Promise.all([before.shell.close(), busy.close()]);
  });

  test.each(['without', 'with'])(
    '%s compression, a visitor who is gone before the API answers is no failure',
    async (way) => {
      const isAsked = Promise.withResolvers<void>();
      const isGone = Promise.withResolvers<void>();
      const isAnswered = Promise.withResolvers<void>();
      const slow = Fastify();
      slow.addHook('onResponse', async () => isAnswered.resolve());
      slow.post('/api/posts', async () => {
        isAsked.resolve();
        await isGone.promise;
        return { posts: [] };
      });
      const log: string[] = [];
      const prepare = async (app: FastifyInstance) => void (way === 'with' && (await app.register(compress)));
      const before = await startShell(await slow.listen({ host: '127.0.0.1', port: 0 }), { log, prepare });
      const headers = { 'accept-encoding': 'br', 'content-type': 'application/json' };
      const sent = send(`${before.origin}/api/posts`, { method: 'POST', headers });
      sent.on('error', () => {}).end('{}');
      await isAsked.promise;
      sent.destroy();
      await expect.poll(() => connectionsOf(before.shell)).toBe(0);
      isGone.resolve();
      await isAnswered.promise;
      await Promise.all([before.shell.close(), slow.close()]);
      expect(log.filter((line) => (JSON.parse(line) as LogLine).level !== 'info')).toEqual([]);
    },
  );

  test('a client that leaves before the first byte of the answer to a POST is no failure', async () => {
    const log: string[] = [];
    const isAnswered = Promise.withResolvers<void>();
    const before = await startShell(url, {
      log,
      prepare: async (app) => {
        await app.register(compress);
        app.post('/slow', (_request, reply) => {
          const body = new Readable({ read: () => isAnswered.resolve() });
          return reply.type('text/html').send(body.on('close', () => log.push('{"level":"info","closed":true}')));
        });
      },
    });
    const headers = { 'accept-encoding': 'br', 'content-type': 'application/json' };
    const sent = send(`${before.origin}/slow`, { method: 'POST', headers });
    sent.on('error', () => {}).end('{}');
    await isAnswered.promise;
    sent.destroy();
    await expect.poll(() => log.join()).toContain('"closed"');
    await before.shell.close();
    expect(log.filter((line) => (JSON.parse(line) as LogLine).level !== 'info')).toEqual([]);
  });

  test('a body without an end that the API refuses is answered as the API does', async () => {
    const sent = send(`${origin}/api/echo`, { method: 'POST', headers: { 'content-type': 'text/plain' } });
    sent.on('error', () => {});
    const chunk = Buffer.alloc(256 * 1024);
    const write = () => {
      while (!sent.destroyed && sent.write(chunk));
    };
    sent.on('drain', write);
    write();
    const [response] = (await once(sent, 'response')) as [{ statusCode: number }];
    sent.destroy();
    expect(response.statusCode).toBe(413);
  });
});

const form = ['content-type: application/x-www-form-urlencoded', 'content-length: 10000'];
const file = requestText(`POST ${applicationCall} HTTP/1.1`, [
  'content-type: multipart/form-data; boundary=x',
  'content-length: 100000',
]);
const takers = ['/contact', '/api/echo', '/auth/logout'];

describe('bodies that arrive slowly', () => {
  const arrival = { headers: 400, body: 15_000, file: 15_000, leastRate: 100, rateSpan: 300, untaken: 1_000 };
  let shell: FastifyInstance;
  let origin: string;
  beforeAll(async () => {
    ({ shell, origin } = await startShell(url, { limits: arrival }));
  });
  afterAll(() => shell.close());

  test.each(takers)('for %s are ended with a message', async (path) => {
    const answer = await sendRaw(origin, requestText(`POST ${path} HTTP/1.1`, form), { goOn: dripping(1) });
    expect(answer).toMatchObject({ status: 408, closed: true, headers: { connection: 'close' } });
    expect(problemOf(answer.body).code).toBe('request-timeout');
  });

  test('are ended with a file too', async () => {
    expect(await sendRaw(origin, file, { goOn: dripping(1) })).toMatchObject({ status: 408, closed: true });
  });

  test('are not waited for after the answer is known', async () => {
    expect(await sendRaw(origin, requestText('GET /about HTTP/1.1', form), { goOn: dripping(1) })).toMatchObject({
      status: 200,
      closed: true,
    });
  });

  test('are ended like headers, and connections that say nothing', async () => {
    const begun = await sendRaw(origin, 'GET /healthz HTTP/1.1\r\nhost: x\r\nx: ', { goOn: dripping(1) });
    expect(begun).toMatchObject({ status: 408, closed: true });
    expect(await sendRaw(origin, '')).toMatchObject({ status: 0, closed: true });
  });
});

describe('bodies that arrive fast enough, and never end', () => {
  const arrival = { headers: 400, body: 600, file: 3_000, leastRate: 0, rateSpan: 300, untaken: 15_000 };
  let shell: FastifyInstance;
  let origin: string;
  beforeAll(async () => {
    ({ shell, origin } = await startShell(url, { limits: arrival }));
  });
  afterAll(() => shell.close());

  test.each(takers)('for %s are ended at their deadline, with a message', async (path) => {
    const answer = await sendRaw(origin, requestText(`POST ${path} HTTP/1.1`, form), { goOn: dripping(10) });
    expect(answer).toMatchObject({ status: 408, closed: true });
    expect(answer.took).toBeGreaterThan(arrival.body - 50);
    expect(answer.took).toBeLessThan(arrival.file - 50);
  });

  test('have longer with a file', async () => {
    const answer = await sendRaw(origin, file, { goOn: dripping(10) });
    expect(answer).toMatchObject({ status: 408, closed: true });
    expect(answer.took).toBeGreaterThan(arrival.file - 50);
  });
});

describe("a request's id", () => {
  const lines: string[] = [];
  const stop: (() => Promise<void>)[] = [];
  let behindProxy: string;
  let open: string;
  beforeAll(async () => {
    const trusting = await startShell(url, {
      proxies: ['192.0.2.0/24', '127.0.0.0/8'],
      log: lines,
      prepare: async (app) => void app.get('/broken', () => Promise.reject(new Error('broken'))),
    });
    const alone = await startShell(url, { proxies: ['192.0.2.1'] });
    [behindProxy, open] = [trusting.origin, alone.origin];
    stop.push(
      () => trusting.shell.close(),
      () => alone.shell.close(),
    );
  });
  afterAll(() => Promise.all(stop.map((close) => close())));

  const asked = async (origin: string, path: string, id?: string) => {
    const response = await fetch(origin + path, id === undefined ? {} : { headers: { 'x-request-id': id } });
    return { id: response.headers.get('x-request-id'), body: await response.text() };
  };
  const MADE = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

  test('is made for each request, is in every answer, and is what the API gets', async () => {
    const [page, other] = [await asked(open, '/about'), await asked(open, '/about')];
    expect(page.id).toMatch(MADE);
    expect(other.id).not.toBe(page.id);
    const api = await asked(open, '/api/echo');
    expect((JSON.parse(api.body) as { headers: object }).headers).toMatchObject({ 'x-request-id': api.id });
    const refused = await sendRaw(open, requestText('GET /about HTTP/1.1', ['expect: the impossible']));
    expect(problemOf(refused.body).requestId).toBe(refused.headers['x-request-id']);
    const unrouted = await sendRaw(open, requestText('GET /api/% HTTP/1.1'));
    expect(unrouted.headers['x-request-id']).toMatch(MADE);
  });

  test('is what a visitor may name when something broke', async () => {
    lines.length = 0;
    const { id, body } = await asked(behindProxy, '/broken');
    expect(problemOf(body).detail).toContain(`name request ${id}.`);
    expect(JSON.parse(lines[0]!)).toMatchObject({
      requestId: id,
      message: 'request failed',
      err: { message: 'broken' },
    });
  });

  test("is the trusted proxy's, if nothing else can hide in it", async () => {
    expect((await asked(behindProxy, '/api/echo', 'a1B2.c3_d4-e5')).id).toBe('a1B2.c3_d4-e5');
    for (const odd of ['short', 'with space in it', 'x'.repeat(65), '{"level":"error"}'])
      expect((await asked(behindProxy, '/about', odd)).id).toMatch(MADE);
    expect((await asked(open, '/about', 'a1B2.c3_d4-e5')).id, 'from a stranger').toMatch(MADE);
  });

  test('finds the one line in the log, which has the same names as the API’s', async () => {
    lines.length = 0;
    const { id } = await asked(behindProxy, '/nothing-reserved?token=secret');
    const refused = await asked(behindProxy, '/api', 'a1B2.c3_d4-e5');
    const told = lines.map((line) => answeredLine.parse(JSON.parse(line)));
    expect(told).toMatchObject([
      { service: 'shell', requestId: id, path: '/nothing-reserved', status: 200 },
      { service: 'shell', requestId: refused.id, path: '/api' },
    ]);
  });
});
