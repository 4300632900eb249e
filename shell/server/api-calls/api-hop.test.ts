import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { HOP_TOKEN_HEADER } from 'shared/node/hop';
import { InstallationSecret } from 'shared/node/installation-secret';
import { describe, expect, test, vi } from 'vitest';
import { DEADLINES } from '../pages.ts';
import { apiHop, loaderContextFor } from './api-hop.ts';

test('a call of the API ends there, wherever it redirects to: the hop is proved to nobody else', async () => {
  const reached: unknown[] = [];
  const elsewhere = Fastify();
  elsewhere.get('/*', ({ headers }, reply) => {
    reached.push(headers[HOP_TOKEN_HEADER]);
    return reply.send('');
  });
  const provider = await elsewhere.listen({ host: '127.0.0.1', port: 0 });
  const api = Fastify();
  api.get('/auth/google', (_request, reply) => reply.redirect(`${provider}/authorize`, 303));
  const url = await api.listen({ host: '127.0.0.1', port: 0 });
  try {
    const { apiFetch } = loaderContextFor(apiHop(url, new InstallationSecret('a secret')), {
      ip: '192.0.2.1',
      id: 'request-1',
      headers: {},
    });
    const answer = await apiFetch('/auth/google');
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(`${provider}/authorize`);
    expect(reached).toEqual([]);
  } finally {
    await Promise.all([api.close(), elsewhere.close()]);
  }
});

test('a call may take three seconds, or ten if it writes: together less than the page of a form', async () => {
  using deadlines = vi.spyOn(AbortSignal, 'timeout');
  const api = Fastify();
  api.all('/api/x', () => 'done');
  const url = await api.listen({ host: '127.0.0.1', port: 0 });
  try {
    const visitor = { ip: '192.0.2.1', id: 'request-1', headers: {} };
    const { apiFetch } = loaderContextFor(apiHop(url, new InstallationSecret('a secret')), visitor);
    for (const method of ['POST', 'DELETE', 'GET']) expect((await apiFetch('/api/x', { method })).status).toBe(200);
    await apiFetch('/api/x');
    const [posting, deleting, ...reading] = deadlines.mock.calls.map(([ms]) => ms);
    expect([posting, deleting]).toEqual([10_000, 10_000]);
    expect(reading).toEqual([3_000, 3_000]);
    expect(posting! + reading[0]!).toBeLessThan(DEADLINES.form);
  } finally {
    await api.close();
  }
});

describe('what was not answered', () => {
  const visitor = { ip: '192.0.2.1', id: 'request-1', headers: {} };
  const post = (url: string, method = 'POST') =>
    loaderContextFor(apiHop(url, new InstallationSecret('a secret')), visitor).apiFetch('/api/x', { method });
  /** A port at which nothing listens any more. */
  const closedPort = async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    return port;
  };

  test.each([
    ['by an address', async () => `http://127.0.0.1:${await closedPort()}`],
    ['by a name with several addresses', async () => `http://localhost:${await closedPort()}`],
    ['by an unknown name', async () => 'http://api.invalid'],
  ])('has not been sent if the API could not be reached, %s', async (_, urlOf) => {
    const url = await urlOf();
    const answer = await post(url);
    expect([answer.status, await answer.json()]).toEqual([
      503,
      expect.objectContaining({ code: 'api-not-reached', detail: expect.stringContaining('so nothing was sent') }),
    ]);
    await expect(post(url, 'GET'), 'a page knows that it has no data').rejects.toThrow('fetch failed');
  });

  test('may have been sent if the connection broke, even one that existed before', async () => {
    let isBroken = false;
    const api = createServer((_request, answer) => void (isBroken ? answer.destroy() : answer.end()));
    await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
    try {
      expect((await post(url)).status).toBe(200);
      isBroken = true;
      await expect(post(url)).rejects.toThrow('fetch failed');
    } finally {
      api.closeAllConnections();
      api.close();
    }
  });
});
