/** Which parts of a request reach a page, when the page is everybody's and when it is one visitor's. */
import compress from '@fastify/compress';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { callApi } from 'shared/api-client/api';
import { accountCalls } from 'shared/contracts/account';
import { OBSERVED_PATH, type BrowserReport } from 'shared/contracts/observed';
import type { Registry, RegistryEntry, Release } from 'shared/contracts/registry';
import { answered } from 'shared/node/http/answered';
import { chosenReleases } from 'shared/releases/chosen';
import { InstallationSecret } from 'shared/node/installation-secret';
import { apiHop } from '../api-calls/api-hop.ts';
import { createHttpApp } from '../http-app.ts';
import { Observed } from '../observed/observed.ts';
import { observedRoutes } from '../observed/observed-routes.ts';
import { pageRoutes } from '../page-routes.ts';
import type { PageAnswer, Pages } from '../pages.ts';
import type { RemoteSource } from '../remote-source.ts';
import { KeptPages } from './kept-pages.ts';

const PUBLIC_URL = 'http://site.example';
const VERSION = '1';
const routes: Release['routes'] = [
  { id: 'sample.page', path: '/page', files: [], search: ['q'] },
  { id: 'sample.login', path: '/login', files: [] },
];
const file = { url: '', integrity: 'sha384-' } as const;
const entry: RegistryEntry = {
  url: '/remotes/mf-sample/1/remoteEntry.js',
  metadata: { version: VERSION, integrity: 'sha384-' },
  deployment: { traffic: 100, default: true },
  extras: { routes: ['/page', '/login'], release: file, server: file, contract: 1, releasedAt: '2026-01-01T00:00:00Z' },
};
const registry: Registry = { schema: '', microFrontends: { 'mf-sample': [entry] } };
const release: Release = {
  name: 'mf-sample',
  version: VERSION,
  contract: 1,
  sharedExports: {},
  entry: '',
  entryFiles: [],
  server: '',
  routes,
  files: {},
};
const remotes = {
  registry: async () => registry,
  release: async () => release,
} as Partial<RemoteSource> as RemoteSource;

/** Tag of the API's answer. */
let tag = '"seen"';
let made = { times: 0, by: VERSION, status: 200, isComplete: true };
/** The registry from which each page was made. */
const registries: (Registry | undefined)[] = [];
let failed: PageAnswer['failed'] = [];
/** Pages that show everything that reached them. */
const pages = {
  async render({ url, form, shellData, loaderContext, registry: chosenFrom, choice }: Parameters<Pages['render']>[0]) {
    made.times += 1;
    registries.push(chosenFrom);
    const entries = chosenReleases(chosenFrom!, choice);
    const around = ['mf-other', 'mf-third'].map((name) => entries.get(name)?.metadata.version);
    const isOwned = routes.some(({ path }) => path === url.pathname);
    if (form === 'write=1') await loaderContext.apiFetch('/api/written', { method: 'POST' });
    const [{ session }, seen] = await Promise.all([shellData, callApi('/api/seen', { context: loaderContext })]);
    return {
      status: isOwned ? made.status : 404,
      headers: { 'cache-control': form === undefined ? 'no-cache' : 'no-store', 'content-security-policy': ['policy'] },
      html: JSON.stringify({ url: url.href, form, session, seen, around }),
      release: isOwned ? { name: 'mf-sample', version: made.by, pattern: '/sample' } : null,
      failed,
      isComplete: made.isComplete,
    };
  },
} as Partial<Pages> as Pages;

const observed = new Observed();
let api: FastifyInstance;
let shell: FastifyInstance;
let keptPages: KeptPages;
/** Where the shell listens. */
let origin: string;
beforeAll(async () => {
  api = Fastify();
  api.get('/api/seen', ({ headers }, reply) => {
    const { cookie, origin, 'user-agent': agent, 'if-none-match': known } = headers;
    // On a slow machine, a page may be asked about before the test sets the next tag.
    if (known === tag) return reply.code(304).send();
    return reply.header('etag', tag).send({ cookie, origin, agent });
  });
  api.post('/api/written', (_request, reply) => reply.code(204).send());
  api.get(accountCalls.session, ({ headers }) => ({ status: 'signed-in', name: `the one with ${headers.cookie}` }));
  const url = await api.listen({ host: '127.0.0.1', port: 0 });
  shell = createHttpApp({ PUBLIC_URL, LOG_LEVEL: 'silent', TRUST_PROXY: undefined });
  const secret = new InstallationSecret('a secret');
  const hop = apiHop(url, secret);
  keptPages = new KeptPages({ pages, remotes, hop, publicUrl: PUBLIC_URL, maxBytes: 1_000_000 });
  keptPages.followWrites(shell);
  await shell.register(compress, { encodings: ['br', 'gzip'], globalDecompression: false });
  await shell.register(observedRoutes, { observed, remotes, publicUrl: PUBLIC_URL });
  const services = { pages, keptPages, remotes, hop, secret, publicUrl: PUBLIC_URL, observed };
  await shell.register(pageRoutes, services);
  origin = await shell.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => Promise.all([shell.close(), api.close()]));
beforeEach(() => {
  made = { times: 0, by: VERSION, status: 200, isComplete: true };
});

const get = (url: string, headers: Record<string, string> = {}) => shell.inject({ url, headers });

test('the same strong tag always means the same bytes, however the encoding is written', async () => {
  const url = `/page?q=${'long '.repeat(500)}`;
  const bytes = new Map<unknown, Buffer>();
  for (const accepted of ['', 'identity', 'deflate', 'gzip', 'GZIP', 'x-gzip', 'X-GZip', 'BR', '*', 'gzip;q=0, *']) {
    const { headers, rawPayload } = await get(url, { 'accept-encoding': accepted });
    expect(rawPayload, accepted).toEqual(bytes.get(headers.etag) ?? rawPayload);
    bytes.set(headers.etag, rawPayload);
  }
});

test('a page for everybody has nothing of its first visitor', async () => {
  const first = await get('/page?q=all&id=secret', {
    cookie: 'device=secret; registration=secret',
    'user-agent': 'secret',
    origin: 'https://secret.example',
    referer: 'https://secret.example/',
    authorization: 'Basic secret',
    host: 'secret.example',
    'x-forwarded-host': 'secret.example',
    'accept-language': 'secret',
  });
  expect(first.body).not.toContain('secret');
  expect(JSON.parse(first.body)).toMatchObject({ url: `${PUBLIC_URL}/page?q=all`, session: { status: 'anonymous' } });
  const second = await get('/page?q=all', { cookie: 'theme=dark', 'user-agent': 'other' });
  expect([second.body, second.headers.etag]).toEqual([first.body, first.headers.etag]);
  expect(first.headers).toMatchObject({ etag: expect.stringMatching(/^"/), 'content-security-policy': ['policy'] });
  expect(made.times).toBe(1);
  await get('/page');
  expect(JSON.parse((await get('/page?q=other')).body)).toMatchObject({ url: `${PUBLIC_URL}/page?q=other` });
});

test('an answer without a page leaves its policy as it is', async () => {
  const { etag } = (await get('/page?q=policy')).headers;
  const unchanged = await get('/page?q=policy', { 'if-none-match': etag as string });
  expect(unchanged.statusCode).toBe(304);
  expect(unchanged.headers['content-security-policy']).toBeUndefined();
});

test('HEAD of a page that the client has names neither type nor length of nothing', async () => {
  const { etag } = (await get('/page?q=head')).headers;
  const known = { 'if-none-match': etag as string };
  const { statusCode, headers } = await shell.inject({ method: 'HEAD', url: '/page?q=head', headers: known });
  expect([statusCode, headers.etag, headers['content-length'], headers['content-type']]).toEqual([
    304,
    etag,
    undefined,
    undefined,
  ]);
});

test('a visitor with a session, a form or a password gets their own page', async () => {
  const typed = new URLSearchParams({ a: 'typed' });
  await get('/page');
  made.times = 0;
  for (const cookie of ['session=a', 'x=1; session=b', 'session=']) {
    const { headers, body } = await get('/page', {
      cookie,
      'if-none-match': (await get('/page')).headers.etag as string,
    });
    expect(headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(headers.etag).toBeUndefined();
    expect(JSON.parse(body)).toMatchObject({ session: { name: `the one with ${cookie}` }, seen: { cookie } });
  }
  const form = await fetch(`${origin}/page`, { method: 'POST', headers: { origin: PUBLIC_URL }, body: typed });
  expect(await form.json()).toMatchObject({ form: 'a=typed' });
  expect(form.headers.get('etag')).toBeNull();
  expect((await get('/login?next=own')).headers.etag).toBeUndefined();
  expect(made.times).toBe(5);
  expect((await get('/page')).body).not.toMatch(/typed|session=/);
});

test.each([
  ['fails', { status: 503 }],
  ['is not there', { status: 404 }],
  ['another release had to make', { by: '0' }],
  ['was made without one of the releases', { isComplete: false }],
])('a page that %s is made again', async (what, change) => {
  Object.assign(made, change);
  const url = `/page?q=${encodeURIComponent(what)}`;
  expect((await get(url)).headers.etag).toBeUndefined();
  expect((await get(url)).headers.etag).toBeUndefined();
  expect(made.times).toBe(2);
  Object.assign(made, { status: 200, by: VERSION, isComplete: true });
  expect((await get(url)).headers.etag).toBeDefined();
});

test('URLs without a page share one page, however many are made up', async () => {
  const first = await get('/wp-login.php?a=b', { 'if-none-match': '*' });
  expect([first.statusCode, first.headers['cache-control'], first.headers.etag]).toEqual([404, 'no-cache', undefined]);
  expect(first.headers['content-security-policy']).toEqual(['policy']);
  const before = keptPages.bytes;
  expect(before).toBeGreaterThan(0);
  const others = Array.from({ length: 500 }, (_, made) => get(`/made/up/${made}?${made}`));
  const answers = (await Promise.all(others)).map(({ statusCode, body }) => `${statusCode} ${body}`);
  expect(new Set(answers)).toEqual(new Set([`404 ${first.body}`]));
  expect(made.times).toBe(1);
  expect(keptPages.bytes).toBe(before);
  await get('/made/up', { cookie: 'session=a' });
  expect(made.times, 'a member has their own page').toBe(2);
});

test('a page is made of what its releases were chosen from', async () => {
  const reads = vi.spyOn(remotes, 'registry');
  const readsFor = async (url: string, headers?: Record<string, string>) => {
    reads.mockClear();
    registries.length = 0;
    await get(url, headers);
    return reads.mock.calls.length;
  };
  expect(await readsFor('/page', { cookie: 'session=a' })).toBe(1);
  expect(registries).toEqual([registry]);
  expect(await readsFor('/page?q=read'), 'and once more when it is made: it may be of two compositions').toBe(2);
  expect(registries).toEqual([registry]);
  expect(await readsFor('/page?q=read')).toBe(1);
  reads.mockRestore();
});

test('a thousand at once are answered with one', async () => {
  const answers = await Promise.all(Array.from({ length: 1_000 }, () => get('/page?q=thousand')));
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  expect(made.times).toBe(1);
});

test('a visitor who has written something does not get the page from before', async () => {
  await get('/page?q=written');
  tag = '"written"';
  await get('/page?q=written');
  expect(made.times).toBe(1);
  await fetch(`${origin}/page`, {
    method: 'POST',
    headers: { origin: PUBLIC_URL },
    body: new URLSearchParams({ a: 'b' }),
  });
  await get('/page?q=written');
  expect(made.times, 'the form, and the page again').toBe(3);
});

test('… nor after a form that the API has accepted, and whose page is an error anyway', async () => {
  await get('/page?q=used-up');
  tag = '"used up"';
  made.status = 410;
  const body = new URLSearchParams({ write: '1' });
  await fetch(`${origin}/page`, { method: 'POST', headers: { origin: PUBLIC_URL }, body });
  made.status = 200;
  await get('/page?q=used-up');
  expect(made.times, 'the form, and the page again').toBe(3);
});

test('a browser that reports has written nothing', async () => {
  await get('/page?q=reported');
  tag = '"reported"';
  const report: BrowserReport = { composition: '0123456789ab', views: [], failures: [], vitals: null };
  const headers = { 'content-type': 'application/json', origin: PUBLIC_URL };
  const answer = await fetch(origin + OBSERVED_PATH, { method: 'POST', headers, body: JSON.stringify(report) });
  expect(answer.status).toBe(204);
  await get('/page?q=reported');
  expect(made.times).toBe(1);
});

test('every visitor of a kept page is counted, and who has it already', async () => {
  const { headers } = await get('/page?q=counted');
  const views = () => observed.counts['mf-sample/1']!.views;
  const before = views();
  await get('/page?q=counted');
  expect((await get('/page?q=counted', { 'if-none-match': headers.etag as string })).statusCode).toBe(304);
  await shell.inject({ method: 'HEAD', url: '/page?q=counted' });
  expect(views()).toBe(before + 2);
});

test('so is who gets their own page, and each answer says which release made it', async () => {
  const views = () => observed.counts['mf-sample/1']?.views ?? 0;
  const before = views();
  const told: string[] = [];
  onTestFinished(answered.listen(({ route }) => told.push(route)));
  await get('/page', { cookie: 'session=own' });
  await get('/page');
  expect(views()).toBe(before + 2);
  expect(told).toEqual(['/sample', '/sample']);
});

test('a release that could not make its page is counted with the one that did', async () => {
  made.by = '0';
  failed = [{ name: 'mf-sample', version: '1' }];
  const before = structuredClone(observed.counts['mf-sample/1']!);
  await get('/page?q=failed');
  failed = [];
  const after = observed.counts['mf-sample/1']!;
  expect(after.views).toBe(before.views + 1);
  expect(after.failures.server).toBe((before.failures.server ?? 0) + 1);
  expect(observed.counts['mf-sample/0']!.views).toBeGreaterThan(0);
});

test('a release between two requests makes another page', async () => {
  const before = await get('/page?q=release');
  const next: RegistryEntry = { ...entry, metadata: { ...entry.metadata, version: '2' } };
  const others = registry.microFrontends;
  made.by = '2';
  remotes.registry = async () => ({ schema: '', microFrontends: { 'mf-sample': [next] } });
  expect((await get('/page?q=release')).headers.etag, 'the same content has the same tag').toBe(before.headers.etag);
  expect(made.times).toBe(2);
  made.by = VERSION;
  remotes.registry = async () => ({ schema: '', microFrontends: others });
  await get('/page?q=release');
  expect(made.times).toBe(3);
});

test('a release of another remote while the API is away takes no page away; one of its own does', async () => {
  const before = await get('/page?q=away');
  const others = registry.microFrontends;
  const releasing = (microFrontends: Registry['microFrontends']) => {
    const released: Registry = { schema: '', microFrontends };
    remotes.registry = async () => released;
  };
  const other: RegistryEntry = { ...entry, extras: { ...entry.extras, routes: ['/other'] } };
  made.status = 503;
  releasing({ ...others, 'mf-other': [other] });
  const meanwhile = await get('/page?q=away');
  expect([meanwhile.statusCode, meanwhile.body]).toEqual([200, before.body]);
  made.by = '2';
  releasing({ 'mf-sample': [{ ...entry, metadata: { ...entry.metadata, version: '2' } }] });
  expect((await get('/page?q=away')).statusCode).toBe(503);
  releasing(others);
});

test('in a split, an earlier page is one of the visitor’s own group, or none', async () => {
  const before = await remotes.registry();
  let registry: Registry = before;
  remotes.registry = async () => registry;
  const other = (version: string, path: string, traffic = 0): RegistryEntry => ({
    ...entry,
    metadata: { ...entry.metadata, version },
    deployment: { traffic: traffic || 50, default: traffic === 0 },
    extras: { ...entry.extras, routes: [path] },
  });
  const releasing = (third: string) => {
    const microFrontends = {
      ...before.microFrontends,
      'mf-other': [other('next', '/other', 50), other('now', '/other')],
      'mf-third': [other(third, '/third')],
    };
    registry = { schema: '', microFrontends };
  };
  const page = async (group: number, url: string) => {
    const { statusCode, body } = await get(url, { cookie: `release-group=${group}` });
    return [statusCode, ...(JSON.parse(body) as { around: string[] }).around];
  };
  releasing('1');
  const groups = Array.from({ length: 100 }, (_, group) => group);
  const groupOf = (version: string) =>
    groups.find((bucket) => chosenReleases(registry, { bucket }).get('mf-other')!.metadata.version === version)!;
  const [now, next] = [groupOf('now'), groupOf('next')];
  expect(await page(now, '/page?q=split')).toEqual([200, 'now', '1']);
  expect(await page(next, '/page?q=split')).toEqual([200, 'next', '1']);
  expect(await page(next, '/page?q=only')).toEqual([200, 'next', '1']);
  made.status = 503;
  releasing('2');
  expect(await page(now, '/page?q=split')).toEqual([200, 'now', '1']);
  expect(await page(next, '/page?q=split')).toEqual([200, 'next', '1']);
  expect(await page(now, '/page?q=only'), 'that of another group is not theirs').toEqual([503, 'now', '2']);
  releasing('3');
  expect(await page(now, '/page?q=split'), 'after another one, too').toEqual([200, 'now', '1']);
  releasing('1');
  expect(await page(next, '/page?q=split'), 'and back').toEqual([200, 'next', '1']);
  registry = before;
});
