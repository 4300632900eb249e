/** Releases in real threads, with the real shell code, and everything that can go wrong in them. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import workerThreads from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { company } from 'shared/content/company';
import { ensureBuilt, shellTarget } from '../../../tooling/build/ensure-built.ts';
import type { RenderedPage } from '../../src/entry-server.tsx';
import { CONTRACT_VERSION } from 'shared/contracts/remote';
import type { Integrity, Registry, RegistryEntry } from 'shared/contracts/registry';
import type { ServerLoaderContext, ShellData } from 'shared/contracts/shell';
import { StoreError } from 'shared/node/files/store-error';
import { runningTime } from 'shared/node/test-support/running-time';
import { withRelease, withSplit } from 'shared/releases/current';
import { threadsRun } from '../measured.ts';
import { CALLS_PER_PAGE_MAX, LINES_AT_ONCE, TEXT_MAX } from './limits.ts';
import { fromThread } from './messages.ts';
import { isBlocked } from './release-thread.ts';
import { ReleaseThreads } from './release-threads.ts';
import { LatePage, RemoteFault, type Renderer } from './renderer.ts';

const entry = path.resolve(import.meta.dirname, '../../dist/server/entry-server.js');
const shellData: ShellData = { company, session: { status: 'anonymous' }, origin: 'https://site.example' };
const LONG_MS = 15_000;

beforeAll(() => ensureBuilt([shellTarget], () => {}));

/** Of the test itself, if it has one. */
let site: ReturnType<typeof siteOf>;
afterEach(() => site?.close());

/** A site with threads for the releases that a test makes. */
function siteOf({ threads = 4, memoryMb = 128, loadMs = 30_000 } = {}) {
  const lines: Record<string, unknown>[] = [];
  /** What the releases wrote. */
  const said: Record<string, unknown>[] = [];
  const log = { error: (line: object) => lines.push({ ...line }), warn: (line: object) => said.push({ ...line }) };
  const sources = new Map<string, string>();
  /** Addresses of the bundles that were read. */
  const reads: string[] = [];
  let registry: Registry = { schema: '', microFrontends: {} };
  const file = { url: '', integrity: 'sha384-' as Integrity };
  const settings = {
    threads,
    memoryMb,
    loadMs,
    nodeEnv: 'production',
    entry: pathToFileURL(entry).href,
    shellData,
  };
  const renderer: Renderer = new ReleaseThreads(
    {
      registry: async () => registry,
      serverBundle: async ({ url }) => {
        reads.push(url);
        const source = sources.get(url)!;
        if (source === 'lost') throw new StoreError('No space is left on the disk.');
        return source;
      },
    },
    settings,
    log,
  );
  return {
    renderer,
    settings,
    lines,
    said,
    readsOf: (name: string, version: string) => reads.filter((url) => url.includes(`/${name}/${version}/`)).length,
    reasons: () => lines.map(({ reason }) => reason),
    close: () => renderer.close(),
    /** Releases a bundle and makes it current, or gives it its share of the visitors. */
    release(
      name: string,
      version: string,
      source: string,
      { contract = 1, traffic = 100, routes = ['/page', '/', '/post/:id'] } = {},
    ) {
      const url = `/remotes/${name}/${version}/remoteEntry.js`;
      sources.set(url, source);
      const entry: RegistryEntry = {
        url,
        metadata: { version, integrity: 'sha384-' },
        deployment: { traffic: 100, default: true },
        extras: {
          routes,
          release: file,
          server: file,
          contract,
          releasedAt: '2026-01-01T00:00:00.000Z',
        },
      };
      const change = { at: '2026-01-01T00:00:00.000Z', by: 'ada' };
      registry =
        traffic === 100
          ? withRelease(registry, name, entry, change)
          : withSplit(registry, name, { entry, traffic }, change);
      const named = { name, entry };
      return {
        named,
        state: () => renderer.state(named),
        ready: (patienceMs = LONG_MS) => renderer.ready(named, patienceMs),
        warm: () => renderer.warm(named, LONG_MS),
        /** The page at `/page`, or what was answered instead. */
        async visit(
          options: { path?: string; form?: string; timeMs?: number; apiFetch?: ServerLoaderContext['apiFetch'] } = {},
        ) {
          await renderer.ready(named, LONG_MS);
          return (await renderer.render(named, {
            url: new URL(options.path ?? '/page', shellData.origin),
            form: options.form,
            shellData: Promise.resolve(shellData),
            loaderContext: { apiFetch: options.apiFetch ?? (async () => new Response('')) },
            signal: AbortSignal.timeout(options.timeMs ?? LONG_MS),
          })) as RenderedPage;
        },
      };
    },
  };
}

/** A bundle with a page at `/page`. @param loader body of its loader @param top what runs when it loads */
const bundle = ({ loader = "return 'data'", top = '', component = '', action = '' } = {}) => `
  import { createElement } from 'react';
  import { useLoaderData } from 'react-router-dom';
  ${top}
  const text = (value) => typeof value === 'string' ? value : JSON.stringify(value);
  export const routes = [{
    id: 'sample.page', path: '/page',
    async loader({ request, context }) { ${loader} },
    async action({ request, context }) { ${action} },
    Component() { ${component} return createElement('h1', null, text(useLoaderData())); },
  }, { id: 'sample.post', path: '/post/:id', Component: () => createElement('h1', null, 'a post') }];`;

const heading = ({ html }: RenderedPage) => /<h1>([^<]*)<\/h1>/.exec(html)?.[1]?.replaceAll('&quot;', '"');
const good = bundle();

/** A new site with one release, whose bundle has these parts. */
function sample(parts: Parameters<typeof bundle>[0], settings?: Parameters<typeof siteOf>[0]) {
  site = siteOf(settings);
  return site.release('mf-sample', '1', bundle(parts));
}

const running =
  "new (async () => {}).constructor('request', 'context', decodeURIComponent(new URL(request.url).search.slice(1)))";
let common: ReturnType<typeof siteOf>;
let commonVisit: ReturnType<ReturnType<typeof siteOf>['release']>['visit'];
beforeAll(() => {
  common = siteOf({ threads: 1 });
  const parts = { loader: `return ${running}(request, context)`, action: `return ${running}(request, context)` };
  commonVisit = common.release('mf-common', '1', bundle(parts)).visit;
});
afterAll(() => common.close());

/** Runs the code of a loader or an action in one thread for all tests that leave it as it was: a start takes long. */
const visitRunning = (code: string, options: Parameters<typeof commonVisit>[0] = {}) =>
  commonVisit({ ...options, path: `/page?${encodeURIComponent(code)}` });

/** @returns how many threads run, one number after each change */
function countsOfThreads(): number[] {
  const counts: number[] = [];
  onTestFinished(threadsRun.listen(({ count }) => counts.push(count)));
  return counts;
}

test('a page comes back as data, with what its loader asked of the API in the serving thread', async () => {
  const apiFetch = vi.fn<ServerLoaderContext['apiFetch']>(async () => Response.json({ posts: 2 }, { status: 201 }));
  const page = await visitRunning(
    `
      const answer = await context.apiFetch('/api/posts', { method: 'POST', headers: { 'x-one': '1' }, body: '{"a":1}' });
      return [answer.status, answer.headers.get('content-type'), await answer.json()];`,
    { apiFetch },
  );
  expect(heading(page)).toBe('[201,"application/json",{"posts":2}]');
  expect(JSON.parse(page.hydration)).toMatchObject({
    loaderData: { 'sample.page': [201, 'application/json', { posts: 2 }] },
  });
  expect([page.status, page.routeIds.at(-1), page.layout, page.isSecret]).toEqual([200, 'sample.page', null, false]);
  const [path, init] = apiFetch.mock.calls[0]!;
  expect([path, init?.method, Object.fromEntries(init!.headers as [string, string][])['x-one']]).toEqual([
    '/api/posts',
    'POST',
    '1',
  ]);
  expect(init!.body).toBe('{"a":1}');
});

test('a page that has to wait for a part of itself is the same document as one that need not', async () => {
  const { visit } = sample({
    top: `
      import { Suspense, use } from 'react';
      const asked = {};
      const Part = () => { use(asked[useLoaderData()] ??= new Promise((done) => setTimeout(done, 20))); return createElement('p', null, 'the part'); };`,
    loader: 'return new URL(request.url).search',
    component: `
      const part = createElement(Part);
      return useLoaderData() === '?bounded' ? createElement(Suspense, { fallback: 'not yet' }, part) : part;`,
  });
  for (const path of ['/page?whole', '/page?bounded']) {
    const first = await visit({ path });
    expect(first.html, path).toMatch(/^<!DOCTYPE html><html/);
    expect(first.html, path).toContain('<p>the part<');
    expect(first.html, path).not.toContain('not yet');
    expect((await visit({ path })).html, `${path}: by now nothing has to be waited for`).toBe(first.html);
  }
});

test('only the API can be called, and one that is away is an error in the loader', async () => {
  const apiFetch = vi.fn<ServerLoaderContext['apiFetch']>(() => Promise.reject(new Error('the secret of the hop')));
  const { visit } = sample({
    loader: `
      const path = decodeURIComponent(new URL(request.url).search.slice(1));
      return await context.apiFetch(path).catch((error) => String(error));`,
  });
  const asking = (path: string) => visit({ path: `/page?${encodeURIComponent(path)}`, apiFetch });
  expect(heading(await asking('/api/posts'))).toBe('TypeError: fetch failed');
  await expect(asking('@elsewhere.example/')).rejects.toThrow(RemoteFault);
  expect(site.reasons()).toEqual(['malformed answer']);
  expect(apiFetch.mock.calls.map(([path]) => path)).toEqual(['/api/posts']);
});

test('a call that leads out of the API is no message of a thread', () => {
  const called = (path: string) =>
    fromThread.safeParse({
      type: 'api-call',
      id: 1,
      call: 1,
      request: { path, method: 'GET', headers: [], body: null },
    });
  expect(called('/api/posts').success).toBe(true);
  for (const path of ['@elsewhere.example/', '/api/../readyz', '/api/%2e%2E\\readyz'])
    expect(called(path).success, path).toBe(false);
});

test('a call that is given up while its form is read does not reach the API', async () => {
  const apiFetch = vi.fn<ServerLoaderContext['apiFetch']>(async () => new Response(''));
  const page = await visitRunning(
    `
      const abort = new AbortController();
      const init = { method: 'POST', body: new FormData(), signal: abort.signal };
      const call = context.apiFetch('/api/posts', init).then(() => 'answered', (error) => error.name);
      abort.abort();
      return await call;`,
    { apiFetch },
  );
  expect(heading(page)).toBe('AbortError');
  expect(apiFetch).not.toHaveBeenCalled();
});

test('a form reaches its action; a redirect comes back as data', async () => {
  const action = `
    const form = await request.formData();
    return new Response(null, { status: 303, headers: [['location', '/post/' + form.get('id')], ['set-cookie', 'a=1'], ['set-cookie', 'b=2']] });`;
  const answer = await visitRunning(action, { form: 'id=7' });
  expect(answer).toEqual({ status: 303, location: '/post/7', cookies: ['a=1', 'b=2'] });
});

test('what a remote does not need is not there', async () => {
  const page = await visitRunning(`
    const { process, fetch, WebSocket, EventSource, BroadcastChannel, MessageChannel, navigator, WebAssembly } = globalThis;
    const dispatcher = globalThis[Symbol.for('undici.globalDispatcher.1')];
    const found = { fetch, WebSocket, EventSource, BroadcastChannel, MessageChannel, navigator, WebAssembly, dispatcher };
    return [Object.keys(process), Object.keys(process.env), Object.keys(found).filter((name) => found[name] !== undefined)];`);
  expect(JSON.parse(heading(page)!)).toEqual([['env'], ['NODE_ENV'], []]);
});

test('a thread keeps what Node has compiled of its program for the next one', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'compiled-'));
  vi.stubEnv('NODE_COMPILE_CACHE', folder);
  const { visit } = sample({ loader: 'return Object.keys(process.env);' });
  expect(JSON.parse(heading(await visit())!)).toEqual(['NODE_ENV']);
  await site.close();
  vi.unstubAllEnvs();
  expect((await readdir(folder, { recursive: true })).length).toBeGreaterThan(1);
  await rm(folder, { recursive: true });
});

test('nothing but the shared modules can be imported, in whatever way', async () => {
  const { visit } = sample({
    loader: `
        const ways = [
          () => import('node:fs'), () => import('fs'), () => import('file:///etc/hostname'),
          () => import('data:text/javascript,export * from "node:fs"'),
          () => new Function('return import("node:fs")')(), () => (0, eval)('import("node:fs")'),
        ];
        const answers = await Promise.all(ways.map((way) => way().then(() => 'open', () => 'closed')));
        return [...answers, (await import('react')).createElement === createElement ? 'shared' : 'other'];`,
  });
  expect(JSON.parse(heading(await visit())!)).toEqual([...Array(6).fill('closed'), 'shared']);
});

test('memory is empty when a release gets it: other threads of the process had their secrets there', async () => {
  const { visit } = sample({
    loader: `
        try { Buffer.poolSize = 1e6; } catch {}
        const ways = {
          allocUnsafe: (size) => Buffer.allocUnsafe(size),
          allocUnsafeSlow: (size) => Buffer.allocUnsafeSlow(size),
          ofText: () => new Uint8Array(Buffer.from('').buffer),
          pool: () => new Uint8Array(Buffer.from('a').buffer).subarray(1),
          list: () => new Uint8Array(Buffer.from([0]).buffer),
          concat: () => new Uint8Array(Buffer.concat([Buffer.alloc(1)]).buffer),
        };
        const sizes = Array.from({ length: 1_000 }, (_, index) => 50 + index * 10);
        return Object.keys(ways).filter((way) => sizes.some((size) => ways[way](size).some((byte) => byte !== 0)));`,
  });
  expect(JSON.parse(heading(await visit())!)).toEqual([]);
});

test('the process itself is bare for code that gets at it through patched prototypes', async () => {
  const { visit } = sample({
    top: `
        let found;
        const names = ['noDeprecation', 'throwDeprecation', 'traceDeprecation', 'noProcessWarnings'];
        for (const name of names)
          Object.defineProperty(Object.prototype, name, { configurable: true, get() { found ??= this; } });
        new Buffer(1);
        await new Promise((resolve) => setTimeout(resolve, 20));
        for (const name of names) delete Object.prototype[name];`,
    loader: `
        const ways = ['getBuiltinModule', 'binding', '_linkedBinding', 'dlopen', 'kill', 'report', 'loadEnvFile', 'execve', 'argv'];
        return [String(found), ...ways.map((way) => typeof found[way])];`,
  });
  expect(JSON.parse(heading(await visit())!)).toEqual(['[object process]', ...Array(9).fill('undefined')]);
});

test('a page that fails costs itself only, and data that JSON cannot say are a failure', async () => {
  const { visit } = sample({
    loader: `
        if (request.url.endsWith('thrown')) throw new Error('on purpose');
        if (request.url.endsWith('circle')) { const circle = {}; circle.self = circle; return circle; }
        return { number: 1n };`,
    component: "return 'page';",
  });
  for (const fault of ['thrown', 'circle', 'big-int'])
    await expect(visit({ path: `/page?${fault}` }), fault).rejects.toThrow('mf-sample is unavailable');
  expect(heading(await visit({ path: '/post/1' }))).toBe('a post');
  expect(site.lines).toEqual([]);
});

/** What ends a thread: the reason that the log gives, and a loader that causes it. */
const ending: [reason: string, loader: string][] = [
  ['endless loop', 'for (;;);'],
  ['uncaught exception', "setTimeout(() => { throw new Error('on purpose'); }); return 'data'"],
  ['unhandled rejection', "void Promise.reject(new Error('on purpose')); return 'data'"],
  ['too much memory', 'const kept = []; for (;;) kept.push(Array(1e5).fill(1));'],
  ['too much memory', 'const kept = new Map(); for (let n = 0; ; n += 1) kept.set(n, n);'],
  ['too much memory', 'const kept = []; for (;;) kept.push(new Uint8Array(1e7).fill(1));'],
  // What is written without end must cost the thread alone.
  ['endless loop', "const line = 'x'.repeat(1e6); for (;;) { console.log(line); console.log('trying again'); }"],
];
/** What these tests may leave in memory between two turns of the serving thread, in bytes. */
const MEMORY_MAX = 1.5 * 2 ** 30;
describe('a thread that ends', () => {
  let bystander: ReturnType<ReturnType<typeof siteOf>['release']>;
  let own: ReturnType<typeof siteOf>;
  // The threads of the tests before give their places to the next ones.
  beforeAll(() => {
    own = siteOf({ threads: 3, memoryMb: 64 });
    bystander = own.release('mf-bystander', '1', good);
  });
  afterAll(() => own.close());
  for (const [at, [reason, loader]] of ending.entries()) {
    test(`${reason} (${loader.slice(0, 40)}) ends the thread, others go on, and a fresh one is ready`, async () => {
      const before = own.lines.length;
      const name = `mf-sample-${at}`;
      const { visit, state } = own.release(
        name,
        '1',
        bundle({ loader: `if (request.url.includes('fault')) { ${loader} } return 'data'` }),
      );
      expect(heading(await visit())).toBe('data');
      await bystander.visit();
      const failing = visit({ path: '/page?fault' }).catch((error: unknown) => error);
      let slowest = 0;
      let largest = 0;
      while (own.lines.length === before) {
        const started = runningTime();
        expect(heading(await bystander.visit())).toBe('data');
        slowest = Math.max(slowest, runningTime() - started);
        largest = Math.max(largest, process.memoryUsage.rss());
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      await failing;
      // An exception comes after its page, if its timer does.
      const place = reason !== 'uncaught exception' && { page: ['/page'], pattern: '/page' };
      expect(own.lines.slice(before)).toEqual([expect.objectContaining({ remote: name, release: '1', ...place })]);
      // On a slow machine the loop may be found before the memory.
      expect([reason, reason === 'too much memory' && 'endless loop']).toContain(own.reasons()[before]);
      expect(slowest, 'another remote answers meanwhile').toBeLessThan(2_000);
      expect(largest).toBeLessThan(MEMORY_MAX);
      expect(state().fault).toBe(own.reasons()[before]);
      expect(heading(await visit()), 'a fresh thread answers').toBe('data');
    });
  }
});

test('a release that goes on writing and calling is soon quiet, and its pages still come', async () => {
  const { visit } = sample({
    top: `
      let refused = 0;
      const flood = async (context) => {
        for (;;) {
          for (let n = 0; n < 500; n += 1) {
            console.log('x'.repeat(50_000));
            context.apiFetch('/api/posts').catch(() => (refused += 1));
          }
          await new Promise((resolve) => setTimeout(resolve, 1));
        }
      };`,
    loader: "if (request.url.includes('fault')) void flood(context); return String(refused)",
  });
  const apiFetch = vi.fn<ServerLoaderContext['apiFetch']>(async () => new Response(''));
  expect(heading(await visit({ path: '/page?fault', apiFetch }))).toBe('0');
  await delay(1_000);
  expect(Number(heading(await visit())), 'calls after the page, or too many').toBeGreaterThan(500);
  expect(apiFetch.mock.calls.length).toBeLessThanOrEqual(CALLS_PER_PAGE_MAX);
  const lines = site.said.map(({ line }) => line as string);
  expect(lines.length).toBeGreaterThanOrEqual(LINES_AT_ONCE);
  expect(lines.length).toBeLessThan(2 * LINES_AT_ONCE);
  expect(new Set(lines.map(({ length }) => length))).toEqual(new Set([TEXT_MAX]));
  expect(site.lines).toEqual([]);
});

/** Gets at the ports of the thread: Node's own, the one for its program's messages, and those of streams. */
const gettingPorts = `
  const ports = new Set();
  const prototype = EventTarget.prototype;
  for (const name of Object.getOwnPropertySymbols(prototype)) {
    const own = prototype[name];
    if (typeof own !== 'function') continue;
    prototype[name] = function (...given) { if (this.postMessage) ports.add(this); return own.apply(this, given); };
  }`;

/** What a release sends through them. */
const sending: [what: string, fault: string][] = [
  ['messages without end', "for (;;) outer.postMessage({ type: 'said', line: 'x', dropped: 0 })"],
  [
    'output without end',
    "for (;;) inner.postMessage({ type: 'stdioPayload', stream: 'stdout', chunks: [{ chunk: 'x' }] })",
  ],
  ['output to nowhere', "inner.postMessage({ type: 'stdioPayload', stream: 'x', chunks: [{}] })"],
  [
    'output after its end',
    "inner.postMessage({ type: 'stdioPayload', stream: 'stdout', chunks: [{ chunk: null }, { chunk: 'x' }] })",
  ],
  [
    'nonsense through a stream',
    `const stream = new ReadableStream();
     outer.postMessage({ type: 'said', line: 'x', dropped: 0, stream }, [stream]);
     [...ports].at(-1).postMessage(null)`,
  ],
];
for (const [what, fault] of sending) {
  test(`a release that gets at the ports of its thread, and sends ${what}, ends that thread only`, async () => {
    const { visit } = sample({
      top: gettingPorts,
      loader: `
        if (!request.url.includes('fault')) return 'data';
        const [inner, outer] = ports;
        ${fault};
        return 'data';`,
    });
    await visit();
    await visit({ path: '/page?fault' }).catch(() => {});
    await vi.waitFor(() => expect(site.reasons()).toEqual(['malformed answer']), { timeout: 5_000 });
    expect(heading(await visit())).toBe('data');
  });
}

test('process.exit is not there, so it fails its page only', async () => {
  await expect(visitRunning('process.exit()')).rejects.toThrow('process.exit is not a function');
  expect(heading(await visitRunning("return 'data'"))).toBe('data');
  expect(common.lines).toEqual([]);
});

test('a release that ends again and again is set aside, which is logged once', async () => {
  const { visit, state } = sample({ loader: "if (request.url.includes('fault')) Promise.reject(1); return 'data'" });
  for (let times = 0; times < 2; times += 1) {
    await visit({ path: '/page?fault' }).catch(() => {});
    await vi.waitFor(() => expect(state().readiness).not.toBe('ready'), { timeout: 5_000 });
  }
  expect(state()).toEqual({ readiness: 'set aside', fault: 'unhandled rejection' });
  await expect(visit()).rejects.toThrow('mf-sample/1 is set aside: unhandled rejection.');
  expect(site.reasons()).toEqual(['unhandled rejection']);
});

test('a release that does not load is set aside with its reason, whatever it does instead', async () => {
  site = siteOf();
  const unloadable = {
    throws: "throw new Error('on purpose');",
    'is-no-script': 'const;',
    'imports-more': "import 'node:fs';",
    loops: 'for (;;);',
  };
  for (const [name, top] of Object.entries(unloadable)) {
    const { ready, state } = site.release(`mf-${name}`, '1', bundle({ top }));
    // On a busy machine a loop is known for one after 20 s, when the thread got little of the processor.
    await expect(ready(2 * LONG_MS), name).rejects.toThrow(RemoteFault);
    expect(state().readiness, name).toBe('set aside');
  }
  await expect(site.release('mf-contract', '1', good, { contract: CONTRACT_VERSION + 1 }).ready()).rejects.toThrow(
    RemoteFault,
  );
  expect(site.reasons()).toEqual(['does not load', 'does not load', 'does not load', 'endless loop', 'does not load']);
});

test('one whose bundle does not come is told from one that does not load', async () => {
  site = siteOf();
  const { ready, state } = site.release('mf-sample', '1', 'lost');
  await expect(ready()).rejects.toThrow(RemoteFault);
  expect(state()).toEqual({ readiness: 'set aside', fault: 'cannot be read' });
});

test('a release that the registry describes wrongly runs once that is put right', async () => {
  site = siteOf();
  const { named, ready } = site.release('mf-sample', '1', good, { contract: CONTRACT_VERSION + 1 });
  await expect(ready()).rejects.toThrow('does not load');
  const real = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => real() + 60_000);
  onTestFinished(() => clock.mockRestore());
  const { entry } = named;
  await site.renderer.ready({ ...named, entry: { ...entry, extras: { ...entry.extras, contract: 1 } } }, LONG_MS);
});

test('a silent thread that used its time is blocked; one that got no time is waited for', () => {
  expect([isBlocked(5_900, 5_900), isBlocked(6_100, 5_900)]).toEqual([false, true]);
  expect([isBlocked(6_100, 700), isBlocked(19_000, 2_200), isBlocked(20_100, 700)]).toEqual([false, false, true]);
});

test('a machine that slept for a while ends no working thread', async () => {
  const { visit } = sample({
    loader: "if (request.url.includes('long')) for (const end = Date.now() + 900; Date.now() < end; ); return 'data'",
  });
  await visit();
  const real = performance.now.bind(performance);
  const page = visit({ path: '/page?long' });
  // By then the thread is silent.
  await delay(500);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => real() + 30_000);
  expect(heading(await page)).toBe('data');
  clock.mockRestore();
  expect(site.lines).toEqual([]);
});

test('no page waits longer than told for a release that never finishes loading', async () => {
  const { ready, state } = sample({ top: 'await new Promise(() => {});' });
  const started = runningTime();
  await expect(ready(500)).rejects.toThrow('mf-sample/1 is still starting.');
  await expect(ready(500), 'the time is counted from the start').rejects.toThrow('still starting');
  expect(runningTime() - started).toBeLessThan(1_500);
  expect(state().readiness).toBe('starting');
});

test('a release that never finishes loading is ended after a while, and set aside', async () => {
  const run = countsOfThreads();
  const { ready, state } = sample({ top: 'await new Promise(() => {});' }, { loadMs: 500 });
  await expect(ready()).rejects.toThrow('mf-sample/1 did not load within 500 ms.');
  expect(state()).toEqual({ readiness: 'set aside', fault: 'does not load in time' });
  expect([run, site.reasons()]).toEqual([[1, 0], ['does not load in time']]);
});

test('one page without parameters is rendered before the first visitor comes', async () => {
  site = siteOf();
  const told = "rendered.push(new URL(request.url).search); return rendered.join(' ')";
  const routes = ['/page/:id', ...Array.from({ length: 30 }, (_, index) => `/page?${index}`)];
  const { visit, warm } = site.release('mf-sample', '1', bundle({ top: 'let rendered = [];', loader: told }), {
    routes,
  });
  await warm();
  expect(heading(await visit({ path: '/page?visit' }))).toBe('?0 ?visit');
});

test('memory that is garbage is collected, and ends nothing', async () => {
  const { visit } = sample(
    { loader: "if (request.url.includes('garbage')) Array(8_000_000).fill(0); return 'data'" },
    { memoryMb: 64 },
  );
  // V8 would leave the 64 MB there: its own limit is far away.
  await visit({ path: '/page?garbage' });
  // Longer than a thread may be above ours.
  await delay(1_500);
  expect(heading(await visit())).toBe('data');
  expect(site.lines).toEqual([]);
});

test('time in which the machine gives a thread none to collect its garbage does not count', async () => {
  const { visit } = sample(
    { loader: "if (request.url.includes('garbage')) { Array(8_000_000).fill(0); debugger; } return 'data'" },
    { memoryMb: 64 },
  );
  await visit();
  const { paused, goOn } = await stoppable();
  const visited = visit({ path: '/page?garbage' });
  await paused;
  // Longer than a thread may be above the limit.
  await delay(1_500);
  await goOn();
  expect(heading(await visited)).toBe('data');
  expect(heading(await visit())).toBe('data');
  expect(site.lines).toEqual([]);
});

/** The thread that there is stops at `debugger` from now on, and uses no processor time until it is to go on. */
async function stoppable() {
  const inspector = new Session();
  inspector.connect();
  onTestFinished(() => inspector.disconnect());
  const [attached, paused] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()];
  inspector.on('NodeWorker.attachedToWorker', ({ params }) => attached.resolve(params.sessionId));
  inspector.on('NodeWorker.receivedMessageFromWorker', ({ params }) => {
    if (params.message.includes('Debugger.paused')) paused.resolve();
  });
  await inspector.post('NodeWorker.enable', { waitForDebuggerOnStart: false });
  const sessionId = await attached.promise;
  const tell = (method: string) =>
    inspector.post('NodeWorker.sendMessageToWorker', { sessionId, message: JSON.stringify({ id: 1, method }) });
  await tell('Debugger.enable');
  return { paused: paused.promise, goOn: () => tell('Debugger.resume') };
}

test('a page that waits for nothing is hanging; one that waits for the API is not', async () => {
  await visitRunning('return 1');
  const late = async (code: string, isAsking = false) => {
    const aborted = Promise.withResolvers<void>();
    const apiFetch: ServerLoaderContext['apiFetch'] = (_path, init) =>
      new Promise((_, reject) =>
        init?.signal?.addEventListener('abort', () => (aborted.resolve(), reject(new Error('aborted')))),
      );
    const error = await visitRunning(code, { timeMs: 600, apiFetch }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(LatePage);
    if (isAsking) await aborted.promise;
    return (error as LatePage).isHanging;
  };
  expect(await late('await new Promise(() => {});')).toBe(true);
  expect(await late("await context.apiFetch('/api/posts');", true)).toBe(false);
});

test('a release is loaded and warmed beside the one it replaces, which ends when it is not needed', async () => {
  site = siteOf({ threads: 6 });
  const standIn = site.release('mf-broken', '1', good);
  await standIn.visit();
  site.release('mf-broken', '2', bundle({ top: "throw new Error('on purpose');" }));
  // A split of another remote: nobody visits it either, and it stays as ready as the current release.
  const current = site.release('mf-split', '1', good);
  await current.visit();
  const split = site.release('mf-split', '2', good, { traffic: 10 });
  const preview = site.release('mf-split', '3', good, { traffic: 0 });
  await vi.waitFor(() => expect(split.state().readiness).toBe('ready'), { timeout: 10_000 });
  const old = site.release('mf-sample', '1', good);
  await old.visit();
  const next = site.release('mf-sample', '2', good);
  // Nobody visits it: the registry alone says that it is current.
  await vi.waitFor(() => expect(next.state().readiness).toBe('ready'), { timeout: 10_000 });
  expect(old.state().readiness, 'still there for who needs it').toBe('ready');
  await vi.waitFor(() => expect(old.state().readiness).toBe('not started'), { timeout: 18_000 });
  expect(heading(await next.visit())).toBe('data');
  expect([current, split, preview].map((each) => each.state().readiness)).toEqual(['ready', 'ready', 'not started']);
  expect(standIn.state().readiness, 'it answers in the place of one that does not load').toBe('ready');
});

test('the text of a bundle is dropped once its release has no visitors and it has ended', async () => {
  // With one thread, each release needs the other's place.
  site = siteOf({ threads: 1 });
  const served = site.release('mf-served', '1', good);
  await served.visit();
  const old = site.release('mf-sample', '1', good);
  await old.visit();
  site.release('mf-sample', '2', good);
  await served.visit();
  expect(site.readsOf('mf-served', '1'), 'it restarts without the store').toBe(1);
  // The registry is checked each second; what is unused is forgotten only after ten.
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  const before = site.readsOf('mf-sample', '1');
  await old.visit();
  expect(site.readsOf('mf-sample', '1')).toBe(before + 1);
});

test('a thread that many timers were left in is replaced, without a visitor noticing', async () => {
  site = siteOf();
  const top = 'let visits = 0;';
  const { visit } = site.release(
    'mf-sample',
    '1',
    bundle({
      top,
      loader:
        "if (request.url.includes('fault')) for (let n = 0; n < 10_000; n += 1) setTimeout(() => {}, 600_000); return String(visits += 1)",
    }),
  );
  await visit({ path: '/page?fault' });
  const before = Number(heading(await visit()));
  await vi.waitFor(async () => expect(Number(heading(await visit()))).toBeLessThan(before), {
    timeout: 10_000,
    interval: 100,
  });
  expect(site.reasons()).toEqual(['leaves timers behind']);
});

/** The threads that start from now on have these lines at the top of their bundle, one after the other. */
function startNextWith(loader: string, tops: string[]): void {
  const { Worker } = workerThreads;
  const starting = vi.spyOn(workerThreads, 'Worker').mockImplementation(function start(program, options) {
    const source = bundle({ loader, top: tops.shift()! });
    return new Worker(program, { ...options, workerData: { ...(options!.workerData as object), source } });
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    starting.mockRestore();
    syncBuiltinESMExports();
  });
}

const leavingTimers =
  "if (request.url.includes('timers')) for (let n = 0; n < 10_000; n += 1) setTimeout(() => {}, 600_000);";

test('a thread whose replacement never finishes loading goes on, and its place is free again', async () => {
  const loader = `${leavingTimers} return 'data';`;
  const { visit } = sample({ loader }, { threads: 2 });
  await visit();
  site.settings.loadMs = 500;
  startNextWith(loader, ['await new Promise(() => {});']);
  const run = countsOfThreads();
  await visit({ path: '/page?timers' });
  await vi.waitFor(() => expect(site.reasons()).toEqual(['leaves timers behind', 'does not load in time']), {
    timeout: LONG_MS,
  });
  expect(heading(await visit())).toBe('data');
  expect(run).toEqual([2, 1]);
});

test('a replacement that fails while another thread of the release starts leaves that one alone', async () => {
  const loader = `
    ${leavingTimers}
    if (request.url.includes('rejection')) void Promise.reject(1);
    return 'data';`;
  const { visit, state } = sample({ loader });
  await visit();
  const run = countsOfThreads();
  startNextWith(loader, [
    "await new Promise((resolve) => setTimeout(resolve, 2_000)); throw new Error('on purpose');",
    'await new Promise((resolve) => setTimeout(resolve, 5_000));',
    '',
  ]);
  const real = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now');
  onTestFinished(() => clock.mockRestore());
  await visit({ path: '/page?timers' });
  await vi.waitFor(() => expect(run).toEqual([2]), { timeout: LONG_MS });
  await visit({ path: '/page?rejection' }).catch(() => {});
  await vi.waitFor(() => expect(site.reasons()).toContain('does not load'), { timeout: LONG_MS });
  clock.mockImplementation(() => real() + 20_000);
  await visit().catch(() => {});
  await vi.waitFor(() => expect(state().readiness).toBe('ready'), { timeout: LONG_MS });
  expect(run).toEqual([2, 1, 2, 1]);
});

test('a worn thread goes on when no other can be started, which is logged', async () => {
  const { visit } = sample({
    loader:
      "if (request.url.includes('fault')) for (let n = 0; n < 10_000; n += 1) setTimeout(() => {}, 600_000); return 'data'",
  });
  await visit();
  const rejected: unknown[] = [];
  const note = (reason: unknown): void => void rejected.push(reason);
  process.on('unhandledRejection', note);
  // As where a container may have no more threads.
  const refusing = vi.spyOn(workerThreads, 'Worker').mockImplementation(function refuse() {
    throw new Error('Worker initialization failure: EAGAIN');
  });
  syncBuiltinESMExports();
  try {
    await visit({ path: '/page?fault' });
    await vi.waitFor(() => expect(site.reasons()).toEqual(['leaves timers behind', 'does not load']), {
      timeout: 10_000,
    });
    expect(heading(await visit())).toBe('data');
    expect(rejected).toEqual([]);
  } finally {
    process.off('unhandledRejection', note);
    refusing.mockRestore();
    syncBuiltinESMExports();
  }
});

test('two releases that load at the same time share the only place', async () => {
  site = siteOf({ threads: 1 });
  const run = countsOfThreads();
  const releases = ['mf-a', 'mf-b'].map((name) => site.release(name, '1', good));
  await Promise.all(releases.map(({ ready }) => ready()));
  expect(Math.max(...run)).toBe(1);
});

test('a release whose bundle comes after the end starts no thread', async () => {
  site = siteOf();
  const run = countsOfThreads();
  const ready = site.release('mf-sample', '1', good).ready();
  await Promise.all([site.close(), expect(ready).rejects.toThrow(RemoteFault)]);
  expect(run).toEqual([]);
});

test('the least used release gives its place to another one', async () => {
  site = siteOf({ threads: 2 });
  const releases = ['mf-a', 'mf-b', 'mf-c'].map((name) => site.release(name, '1', good));
  for (const { visit } of releases) expect(heading(await visit())).toBe('data');
  expect(releases.map(({ state }) => state().readiness)).toEqual(['not started', 'ready', 'ready']);
  expect(heading(await releases[0]!.visit())).toBe('data');
  expect(releases.map(({ state }) => state().readiness)).toEqual(['ready', 'not started', 'ready']);
});

test('an earlier release makes room before that of an area which nobody has visited for longer', async () => {
  site = siteOf({ threads: 3 });
  const quiet = site.release('mf-quiet', '1', good);
  await quiet.visit();
  const versions = ['1', '2'].map((version) => site.release('mf-busy', version, good));
  for (const { visit } of versions) await visit();
  const other = site.release('mf-other', '1', good);
  expect(heading(await other.visit())).toBe('data');
  const states = [quiet, ...versions, other].map(({ state }) => state().readiness);
  expect(states).toEqual(['ready', 'not started', 'ready', 'ready']);
});

test('prototypes and globals that one release patches are its own', async () => {
  site = siteOf();
  const patching =
    "Array.prototype.map = () => []; globalThis.JSON = null; String.prototype.replace = () => 'patched';";
  const faulty = site.release(
    'mf-faulty',
    '1',
    bundle({ loader: `if (request.url.includes('fault')) { ${patching} } return 'data'` }),
  );
  const { visit } = site.release('mf-sample', '1', good);
  await visit();
  await faulty.visit({ path: '/page?fault', timeMs: 2_000 }).catch(() => {});
  expect(heading(await visit())).toBe('data');
  expect(JSON.stringify([1].map(String)).replace('1', '2')).toBe('["2"]');
});
