/** Reports as browsers send them, over HTTP. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { OBSERVED_PATH, type BrowserReport } from 'shared/contracts/observed';
import type { Integrity, Registry, RegistryEntry } from 'shared/contracts/registry';
import type { Problem } from 'shared/contracts/problem';
import { withRelease } from 'shared/releases/current';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createHttpApp } from '../http-app.ts';
import { contentSecurityPolicies } from '../documents/security-headers.ts';
import { reportRefused } from '../measured.ts';
import { Observed } from './observed.ts';
import { observedFile, readAllObserved, readObserved, writeObserved } from './observed-file.ts';
import { observedRoutes } from './observed-routes.ts';

const PUBLIC_URL = 'https://site.test';
const file = { url: '', integrity: 'sha384-' as Integrity };
const entry: RegistryEntry = {
  url: '/remotes/mf-sample/2/remoteEntry.js',
  metadata: { version: '2', integrity: 'sha384-' },
  deployment: { traffic: 100, default: true },
  extras: { routes: ['/sample', '/post/:id'], release: file, server: file, contract: 1, releasedAt: '' },
};
/** The release before, with a page that is gone. */
const before: RegistryEntry = {
  ...entry,
  metadata: { version: '1', integrity: 'sha384-' },
  extras: { ...entry.extras, routes: ['/gone'] },
};
const CHANGE = { at: '', by: 'ada' };
const registry: Registry = withRelease(
  withRelease({ schema: '', microFrontends: {} }, 'mf-sample', before, CHANGE),
  'mf-sample',
  entry,
  CHANGE,
);

let app: FastifyInstance;
let observed: Observed;
let lines: Record<string, unknown>[];
let origin: string;
beforeEach(async () => {
  lines = [];
  const log = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
  app = createHttpApp({ PUBLIC_URL, LOG_LEVEL: 'warn', TRUST_PROXY: ['127.0.0.1'] }, undefined, log);
  observed = new Observed();
  await app.register(observedRoutes, {
    observed,
    remotes: { registry: async () => registry },
    publicUrl: PUBLIC_URL,
  });
  origin = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => app.close());

const failure: BrowserReport['failures'][number] = {
  kind: 'render',
  remote: 'mf-sample',
  release: '2',
  page: '/post/:id',
  message: 'Error: on purpose',
  at: '/remotes/mf-sample/2/assets/page.js:1:2',
};
const { message, ...facts } = failure;
const told = { ...facts, error: message };
const report: BrowserReport = { composition: '0123456789ab', views: [], failures: [failure], vitals: null };

function send(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(origin + OBSERVED_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: PUBLIC_URL, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

const counts = () => observed.counts['mf-sample/2'];

test('a failure is in the log with remote, release, composition and page, and counted for the release', async () => {
  observed.viewed({ name: 'mf-sample', version: '2' }, '127.0.0.1');
  expect((await send(report)).status).toBe(204);
  expect(lines).toMatchObject([{ level: 'warn', composition: report.composition, ...told }]);
  expect(counts()).toMatchObject({ views: 1, failures: { render: 1 }, trial: { recent: { views: 1, failed: 1 } } });
});

test('a type is the same in any letters, with whatever follows it', async () => {
  expect((await send(report, { 'content-type': 'Application/JSON ; charset=utf-8' })).status).toBe(204);
  expect(lines).toMatchObject([told]);
});

test('views that no server saw are counted before what failed in them, and vitals go into the spread', async () => {
  const place = { remote: 'mf-sample', release: '2' };
  const all = { ...report, views: [{ ...place, count: 2 }], vitals: { ...place, lcp: 1_200, cls: 0.02, inp: 90 } };
  expect((await send(all)).status).toBe(204);
  expect(counts()).toMatchObject({ views: 2, trial: { recent: { views: 2, failed: 1 } } });
  for (const histogram of Object.values(counts()!.vitals)) expect(histogram.reduce((a, b) => a + b)).toBe(1);
});

test('of many views in one tab a hundred count, and what failed in them as well', async () => {
  const views = [{ remote: 'mf-sample', release: '2', count: 1_000 }];
  expect((await send({ ...report, views })).status).toBe(204);
  expect(counts()).toMatchObject({ views: 100, failures: { render: 1 } });
});

test('what was not released is not counted or logged: made-up names fill neither memory nor log', async () => {
  const strange = { remote: '__proto__', release: 'x' };
  const views = [{ ...strange, count: 1 }];
  expect((await send({ ...report, views, failures: [{ ...failure, ...strange }] })).status).toBe(204);
  expect((await send({ ...report, failures: [{ ...failure, release: '9' }] })).status).toBe(204);
  expect([lines, observed.counts]).toEqual([[], {}]);
});

test('a page gets into the log if its release claims it; what may be personal does not', async () => {
  const message = 'Error: "Ada Obi" at /x?token=secret of ada@example.com 08031234567\r\nlevel: 60';
  await send({ ...report, failures: [{ ...failure, page: '/account/ada@example.com', message }] });
  await send({ ...report, failures: [{ ...failure, release: '1', page: '/gone' }] });
  expect(lines).toMatchObject([
    { page: null, error: 'Error: … at /x… of … … level: 60' },
    { release: '1', page: '/gone' },
  ]);
});

test.each([
  ['no JSON', '{', 'This is not JSON.'],
  ['another document', '[]', /^The report: /],
  ['a field too many', { ...report, cookie: 'x' }, /cookie/],
  ['an invalid composition', { ...report, composition: '<script>' }, /^composition: /],
  ['an invalid kind', { ...report, failures: [{ ...failure, kind: 'x' }] }, /^failures\.0\.kind: /],
  ['a place elsewhere', { ...report, failures: [{ ...failure, at: 'https://x.test/a.js:1:1' }] }, /^failures\.0\.at: /],
  ['a negative count', { ...report, views: [{ remote: 'a', release: 'b', count: -1 }] }, /^views\.0\.count: /],
  ['an invalid time', { ...report, vitals: { remote: 'a', release: 'b', lcp: -1 } }, /^vitals\.lcp: /],
])('%s is refused with a message', async (_what, body, words) => {
  const response = await send(body);
  expect(response.status).toBe(400);
  expect(((await response.json()) as Problem).detail).toMatch(words);
  expect([lines, observed.counts]).toEqual([[], {}]);
});

test('other sites’ pages, other types, large bodies and floods are refused', async () => {
  expect((await send(report, { origin: 'https://elsewhere.test' })).status).toBe(403);
  const wrongType = await send(report, { 'content-type': 'text/plain' });
  expect([wrongType.status, ((await wrongType.json()) as Problem).detail]).toEqual([
    415,
    'Reports are sent as application/json, application/csp-report, application/reports+json.',
  ]);
  const empty = await app.inject({ method: 'POST', url: OBSERVED_PATH, headers: { origin: PUBLIC_URL } });
  expect(empty.statusCode).toBe(415);
  expect((await send('x'.repeat(5_000))).status).toBe(413);
  let refused = 0;
  onTestFinished(reportRefused.listen(() => (refused += 1)));
  const answers = await Promise.all(Array.from({ length: 130 }, async () => await send(report)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204, 429]));
  const floods = answers.filter(({ status }) => status === 429);
  expect(new Set(floods.map(({ headers }) => headers.get('retry-after')))).toEqual(new Set(['60']));
  expect(refused).toBe(floods.length);
  expect((await send(report, { 'x-forwarded-for': '203.0.113.7' })).status, 'another client').toBe(204);
});

describe('what a policy kept out', () => {
  const policy = "script-src 'self'".repeat(300);

  test('is logged as Chrome reports it', async () => {
    const body = {
      blockedURL: 'https://foreign.example/module.js?who=ada',
      columnNumber: 7,
      disposition: 'enforce',
      documentURL: `${PUBLIC_URL}/post/7?who=ada`,
      effectiveDirective: 'script-src-elem',
      lineNumber: 1,
      originalPolicy: policy,
      referrer: '',
      sample: '',
      sourceFile: `${PUBLIC_URL}/remotes/mf-sample/2/assets/page.js`,
      statusCode: 200,
    };
    const reports = [
      { age: 1, body, type: 'csp-violation', url: body.documentURL, user_agent: 'x' },
      { age: 1, body: { id: 'x' }, type: 'deprecation', url: body.documentURL, user_agent: 'x' },
    ];
    expect((await send(reports, { 'content-type': 'application/reports+json' })).status).toBe(204);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      kind: 'policy',
      remote: 'mf-sample',
      release: '2',
      page: '/post/:id',
      error: 'script-src-elem keeps out https://foreign.example',
      at: '/remotes/mf-sample/2/assets/page.js:1:7',
    });
    expect(counts()?.failures).toEqual({ policy: 1 });
  });

  test("is logged as Firefox reports it, for the page's owner", async () => {
    const csp = {
      'blocked-uri': 'inline',
      'document-uri': `${PUBLIC_URL}/sample`,
      'effective-directive': 'style-src-attr',
      'original-policy': policy,
    };
    expect((await send({ 'csp-report': csp }, { 'content-type': 'application/csp-report' })).status).toBe(204);
    expect(lines).toMatchObject([{ remote: 'mf-sample', page: '/sample', error: 'style-src-attr keeps out inline' }]);
  });

  test('is logged as WebKit reports it, which says where from in its own way', async () => {
    const body = {
      blockedURL: `${PUBLIC_URL}/assets/client.js`,
      columnNumber: 1,
      disposition: 'enforce',
      documentURL: `${PUBLIC_URL}/sample`,
      effectiveDirective: 'script-src-elem',
      lineNumber: 0,
      originalPolicy: policy,
      referrer: '',
      sample: '',
      sourceFile: `${PUBLIC_URL}/sample`,
      statusCode: 200,
    };
    const report = { type: 'csp-violation', url: body.documentURL, body };
    const headers = { 'content-type': 'application/csp-report', origin: 'null' };
    for (const site of ['cross-site', 'same-site'])
      expect((await send(report, { ...headers, 'sec-fetch-site': site })).status).toBe(403);
    expect((await send(report, headers)).status).toBe(403);
    expect(lines).toEqual([]);
    expect((await send(report, { ...headers, 'sec-fetch-site': 'same-origin' })).status).toBe(204);
    const error = 'script-src-elem keeps out /assets/client.js';
    expect(lines).toMatchObject([{ kind: 'policy', remote: 'mf-sample', page: '/sample', error, at: null }]);
  });

  test('is not logged of a made-up release, and is nobody’s where no page is', async () => {
    const sent = async (file: string) => {
      const csp = {
        'document-uri': `${PUBLIC_URL}/nowhere`,
        'blocked-uri': 'inline',
        'source-file': PUBLIC_URL + file,
      };
      const answer = await send({ 'csp-report': csp }, { 'content-type': 'application/csp-report' });
      expect(answer.status).toBe(204);
    };
    for (const file of ['/remotes/mf-sample/9/a.js', '/remotes/constructor/1/a.js']) await sent(file);
    expect(lines).toEqual([]);
    await sent('/assets/a.js');
    expect(lines).toMatchObject([{ kind: 'policy', remote: null, release: null, page: null, at: '/assets/a.js:0:0' }]);
    expect(observed.counts).toEqual({});
  });

  test('is only logged if browsers are to report', () => {
    const policies = (reports: boolean) => contentSecurityPolicies({ scripts: [], styles: [] }, reports);
    for (const each of policies(true)) expect(each).toMatch(/; report-to observed; report-uri \/_observed$/);
    expect(policies(false).join()).not.toContain('report');
  });
});

test('counts are kept in a file for each shell, and a damaged one is as good as none', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'observed-'));
  try {
    await send(report);
    const [first, second] = [observedFile(dataDir, 3000), observedFile(dataDir, 3001)];
    // A stop writes them as well, even while the last write is under way.
    await Promise.all([writeObserved(first, observed.counts), writeObserved(first, observed.counts)]);
    expect(await readObserved(first)).toEqual(observed.counts);
    expect(await readObserved(second)).toEqual({});
    await writeObserved(second, { 'mf-sample/2': { views: -1 } } as never);
    expect(await readAllObserved(dataDir)).toEqual(expect.arrayContaining([observed.counts, {}]));
  } finally {
    await rm(dataDir, { recursive: true });
  }
});
