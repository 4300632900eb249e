/** What is noted of a loader's calls, and what asking again finds out, with a real server in the API's place. */
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ServerLoaderContext } from 'shared/contracts/shell';
import { ApiReads, stillTrue } from './api-reads.ts';

let api: FastifyInstance;
let origin: string;
let tag = 'W/"1"';
/** What the API was asked last. */
let asked: Record<string, string | undefined> = {};

const away: ServerLoaderContext = { apiFetch: () => Promise.reject(new TypeError('fetch failed')) };
const context: ServerLoaderContext = { apiFetch: (path, init) => fetch(origin + path, init) };

beforeAll(async () => {
  api = Fastify();
  api.get<{ Querystring: Record<string, string> }>('/api/posts', (request, reply) => {
    asked = request.headers as typeof asked;
    const { status = '200', control = 'no-cache', cookie, untagged } = request.query;
    reply.code(Number(status)).header('cache-control', control);
    if (cookie) reply.header('set-cookie', cookie);
    if (!untagged) reply.header('etag', tag);
    if (status === '200' && request.headers['if-none-match'] === tag) return reply.code(304).send();
    return reply.send({});
  });
  api.post('/api/posts', (_request, reply) => reply.header('etag', tag).send({}));
  origin = await api.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => api.close());

async function noted(path: string, init?: RequestInit, from = context) {
  const reads = new ApiReads();
  await reads
    .noting(from)
    .apiFetch(path, init)
    .catch(() => {});
  return reads.all;
}

test('a call is noted with what it takes to ask again', async () => {
  expect(await noted('/api/posts?q=a', { headers: { accept: 'application/json' } })).toEqual([
    { path: '/api/posts?q=a', accept: 'application/json', etag: 'W/"1"' },
  ]);
});

test.each([
  ['an answer without a tag', '/api/posts?untagged=1', undefined],
  ['one that nobody may keep', '/api/posts?control=no-store', undefined],
  ['one that is for one visitor', '/api/posts?control=private,max-age=5', undefined],
  ['one that sets a cookie', '/api/posts?cookie=a%3D1', undefined],
  ['an error', '/api/posts?status=503', undefined],
  ['what is not there', '/api/posts?status=404', undefined],
  ['what was not only read', '/api/posts', { method: 'POST' }],
])('%s keeps no page', async (_what, path, init) => {
  expect(await noted(path, init)).toBeUndefined();
});

test('a call without an answer keeps no page, even one among others', async () => {
  expect(await noted('/api/posts', undefined, away)).toBeUndefined();
  await expect(new ApiReads().noting(away).apiFetch('/api/posts'), 'the loader gets the error').rejects.toThrow(
    TypeError,
  );
  const reads = new ApiReads();
  const { apiFetch } = reads.noting(context);
  await Promise.all([apiFetch('/api/posts'), apiFetch('/api/posts?status=500'), apiFetch('/api/posts')]);
  expect(reads.all).toBeUndefined();
});

test('the second look asks the same with what is known, and says what became of it', async () => {
  const reads = (await noted('/api/posts', { headers: { accept: 'text/plain' } }))!;
  expect(await stillTrue(reads, context)).toBe('same');
  expect(asked).toMatchObject({ accept: 'text/plain', 'if-none-match': 'W/"1"' });
  expect(await stillTrue([], context)).toBe('same');
  await stillTrue((await noted('/api/posts'))!, context);
  expect(asked.accept, 'none was asked for').toBe('*/*');
  tag = 'W/"2"';
  expect(await stillTrue(reads, context)).toBe('changed');
  expect(await stillTrue(reads, away)).toBe('unknown');
  const [read] = reads;
  for (const [status, truth] of [
    [500, 'unknown'],
    [503, 'unknown'],
    [429, 'unknown'],
    [404, 'changed'],
    [403, 'changed'],
  ] as const) {
    expect(await stillTrue([{ ...read!, path: `/api/posts?status=${status}` }], context), String(status)).toBe(truth);
  }
  const both = [...reads, { ...read!, path: '/api/posts?status=503' }];
  expect(await stillTrue(both, context), 'what is known to be false is false').toBe('changed');
});
