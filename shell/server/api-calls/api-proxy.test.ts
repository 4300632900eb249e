import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { InstallationSecret } from 'shared/node/installation-secret';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createHttpApp } from '../http-app.ts';
import { apiHop } from './api-hop.ts';
import { apiProxy } from './api-proxy.ts';

let api: Server;
let shell: ReturnType<typeof createHttpApp>;
let origin: string;
/** What has arrived at the API, which answers nothing. */
let arrived: string[];
beforeEach(async () => {
  arrived = [];
  api = createServer((request) => {
    arrived.push(`${request.method} ${request.url}`);
    request.socket.destroy();
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  shell = createHttpApp({ PUBLIC_URL: 'http://site.test', LOG_LEVEL: 'silent', TRUST_PROXY: undefined });
  const hop = apiHop(`http://127.0.0.1:${(api.address() as AddressInfo).port}`, new InstallationSecret('a secret'));
  await shell.register(apiProxy, { hop });
  origin = await shell.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  await shell.close();
  api.close();
});

const ask = async (method: string, accept: string, path = '/api/x') => {
  const body = method === 'GET' ? {} : { body: 'x'.repeat(200_000) };
  return await fetch(origin + path, { method, headers: { accept }, redirect: 'manual', ...body });
};
const saidTo = async (method: string, accept = 'text/plain') => {
  const answer = await ask(method, accept);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '10']);
  return await answer.text();
};
const BACK = ' Your browser’s Back button takes you to what you typed.';

test('what the API did not answer may have arrived', async () => {
  const said = 'The service did not answer, so what you sent may have arrived. Please try again shortly.';
  expect(await saidTo('POST')).toBe(said);
  expect(await saidTo('POST', 'text/html')).toBe(said + BACK);
  expect(JSON.parse(await saidTo('PUT', 'application/json'))).toMatchObject({ code: 'api-unreachable' });
  expect(arrived).toEqual(['POST /api/x', 'POST /api/x', 'PUT /api/x']);
  const back = await ask('GET', 'text/html', '/auth/callback/google?code=x');
  expect(back.headers.get('location')).toMatch(/error=maybe-signed-in$/);
});

test('without a connection to it nothing was sent, which the answer reports', async () => {
  await new Promise((resolve) => api.close(resolve));
  const said = 'The service cannot be reached at the moment, so nothing was sent. Please try again shortly.';
  expect(await saidTo('POST')).toBe(said);
  expect(await saidTo('POST', 'text/html')).toBe(said + BACK);
  expect(JSON.parse(await saidTo('PUT', 'application/json'))).toMatchObject({ code: 'api-not-reached' });
  expect(await saidTo('GET')).toBe('The service does not answer at the moment. Please try again shortly.');
  const back = await ask('GET', 'text/html', '/auth/callback/google?code=x');
  expect(back.headers.get('location')).toMatch(/error=unreachable$/);
});
