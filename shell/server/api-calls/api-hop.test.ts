import Fastify from 'fastify';
import { HOP_TOKEN_HEADER } from 'shared/node/hop';
import { InstallationSecret } from 'shared/node/installation-secret';
import { expect, test, vi } from 'vitest';
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
