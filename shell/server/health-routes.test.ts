import Fastify, { type FastifyInstance } from 'fastify';
import type { Registry } from 'shared/contracts/registry';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import type { RemoteState } from './pages.ts';
import { healthRoutes } from './health-routes.ts';

const state: RemoteState = { current: '1', serving: '1', readiness: 'ready', fault: null };
const open: FastifyInstance[] = [];
afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
});

async function startApi(status: number, delayMs = 0) {
  let asked = 0;
  const api = Fastify({ forceCloseConnections: true });
  api.get('/readyz', async (_request, reply) => {
    asked += 1;
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    return reply.code(status).send({});
  });
  open.push(api);
  return { url: await api.listen({ host: '127.0.0.1', port: 0 }), asked: () => asked, stop: () => api.close() };
}

async function shellBefore(apiUrl: string, isReleased = true): Promise<FastifyInstance> {
  const shell = Fastify();
  await shell.register(healthRoutes, {
    apiUrl,
    remotes: { registry: async () => ({ schema: '', microFrontends: {} }) as Registry },
    pages: { state: (): Record<string, RemoteState> => (isReleased ? { 'mf-sample': state } : {}) },
  });
  open.push(shell);
  return shell;
}

const readyz = async (shell: FastifyInstance) => {
  const { statusCode, json } = await shell.inject('/readyz');
  const { status, api } = json<{ status: string; api: string }>();
  return { statusCode, status, api };
};

test('the shell knows whether the API is ready, and stays in service while it is not', async () => {
  const ready = await startApi(200);
  const shell = await shellBefore(ready.url);
  expect(await readyz(shell)).toEqual({ statusCode: 200, status: 'ready', api: 'ready' });
  await ready.stop();
  await expect
    .poll(() => readyz(shell), { timeout: 5_000 })
    .toEqual({
      statusCode: 200,
      status: 'ready',
      api: 'unreachable',
    });
});

test('an API whose database is away is not ready, and one that does not answer in time cannot be reached', async () => {
  const away = await shellBefore((await startApi(503)).url);
  expect(await readyz(away)).toMatchObject({ statusCode: 200, api: 'not ready' });
  const slow = await shellBefore((await startApi(200, 1_500)).url);
  expect(await readyz(slow)).toMatchObject({ statusCode: 200, api: 'unreachable' });
});

test('everybody who asks within a second costs the API one answer', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const api = await startApi(200);
  const shell = await shellBefore(api.url);
  await Promise.all(Array.from({ length: 20 }, () => readyz(shell)));
  vi.advanceTimersByTime(1_000);
  expect(await readyz(shell)).toMatchObject({ api: 'ready' });
  expect(api.asked()).toBe(1);
  vi.advanceTimersByTime(1);
  await readyz(shell);
  expect(api.asked()).toBe(2);
});

test('a shell without any release is not ready, however well the API is', async () => {
  const shell = await shellBefore((await startApi(200)).url, false);
  expect(await readyz(shell)).toEqual({ statusCode: 503, status: 'nothing is released', api: 'ready' });
});
