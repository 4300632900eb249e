/** Which release a visitor of the whole server gets, who may keep the page, and what a single browser can try. */
import { createHash } from 'node:crypto';
import { createElement } from 'react';
import type { RouteObject } from 'react-router-dom';
import type { FastifyInstance } from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import type { Integrity, Registry, RegistryEntry, Release } from 'shared/contracts/registry';
import { signedTrial, TRIAL_PARAMETER, TRIAL_PATH } from 'shared/node/trial';
import { chosenReleases } from 'shared/releases/chosen';
import { compositionOf } from 'shared/releases/composition';
import { knownRelease, withRelease, withSplit } from 'shared/releases/current';
import { withoutReleases } from 'shared/releases/prunable';
import { withTraffic } from 'shared/releases/traffic';
import { InstallationSecret } from 'shared/node/installation-secret';
import * as entry from '../src/entry-server.tsx';
import { buildApp } from './app.ts';
import { readShellEnv } from './env.ts';
import { builtDocuments } from './documents/html.ts';
import { OVERRIDES_PATH } from './overrides/override-scripts.ts';
import type { RemoteSource } from './remote-source.ts';
import { inProcessRenderer } from './rendering/in-process.ts';

const NAME = 'mf-sample';
const SECRET = new InstallationSecret('s'.repeat(32));
const CHANGE = { at: '2026-01-01T00:00:00.000Z', by: 'ada' };
const BROWSER = { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none' };
const file = { url: '', integrity: 'sha384-' as Integrity };

const releaseOf = (version: string): RegistryEntry => ({
  url: `/remotes/${NAME}/${version}/remoteEntry.js`,
  metadata: { version, integrity: 'sha384-' },
  deployment: { traffic: 0, default: false },
  extras: {
    routes: version === 'broken' ? ['/sample', '/only-there'] : ['/sample'],
    release: file,
    server: file,
    contract: 1,
    releasedAt: CHANGE.at,
  },
});
const current = (registry: Registry, version: string) => withRelease(registry, NAME, releaseOf(version), CHANGE);
const split = (registry: Registry, version: string, traffic: number) =>
  withSplit(registry, NAME, { entry: releaseOf(version), traffic }, CHANGE);
const empty: Registry = { schema: '', microFrontends: {} };

/** The releases that rendered a page, in order; a page that fails is tried in two ways. */
let rendered: string[] = [];
let registry = empty;
/** Whether the store is away, and its content unknown. */
let isLost = false;
/** What the store has by now. */
let newer: Registry | undefined;
let app: FastifyInstance | undefined;
afterEach(async () => {
  await app?.close();
  vi.useRealTimers();
});

const remotes: RemoteSource = {
  registry: async () => {
    if (isLost) throw new Error('the store is away');
    return registry;
  },
  newerRegistry: async () => newer ?? registry,
  release: async ({ metadata: { version } }) =>
    ({
      name: NAME,
      version,
      contract: 1,
      sharedExports: {},
      entry: 'remoteEntry.js',
      entryFiles: [],
      server: '',
      routes: [{ id: 'sample.page', path: '/sample', files: [`${version}.js`], search: [] }],
      files: { [`${version}.js`]: 'sha384-' },
    }) satisfies Release,
  file: async () => undefined,
};

async function start(now: Registry, env: Record<string, string> = {}) {
  registry = now;
  isLost = false;
  newer = undefined;
  rendered = [];
  const build = { entry, entryUrl: '', clientDirectory: '/', client: '/assets/client.js', preload: [], integrity: {} };
  const routes = async (_name: string, version: string): Promise<RouteObject[]> => {
    const Component = () => {
      rendered.push(version);
      if (version === 'broken') throw new Error('on purpose');
      return createElement('h1', null, `from ${version}`);
    };
    return ['/sample', '/only-there'].map((path) => ({ id: path, path, Component }));
  };
  const overrides = env.DEV_OVERRIDES === 'on';
  app = await buildApp(
    readShellEnv({ LOG_LEVEL: 'silent', NODE_ENV: 'test', PUBLIC_URL: 'http://site.example', ...env }),
    SECRET,
    {
      remotes,
      documents: builtDocuments(build, { overrides }),
      renderer: () => inProcessRenderer({ entry: async () => entry, routes }),
    },
  );
  return async (headers: Record<string, string> = {}, url = '/sample') => {
    const { body, headers: answered, statusCode } = await app!.inject({ url, headers });
    return {
      status: statusCode,
      version: /<h1>from (\w+)/.exec(body)?.[1],
      body,
      control: answered['cache-control'],
      vary: answered.vary,
      policies: [answered['content-security-policy'] ?? []].flat(),
      reports: answered['reporting-endpoints'],
      etag: answered.etag as string | undefined,
      cookies: [answered['set-cookie'] ?? []].flat(),
      location: answered.location,
    };
  };
}

/** Some buckets of visitors who get a release of the remote. */
function bucketsOf(version: string, count: number): number[] {
  const all = Array.from({ length: 10_000 }, (_, bucket) => bucket);
  const isIn = (bucket: number) => chosenReleases(registry, { bucket }).get(NAME)!.metadata.version === version;
  return all.filter(isIn).slice(0, count);
}

/** What the page says about the trial; only the build has the banner (e2e/composition/some-visitors.spec.ts). */
function noticeIn(body: string): unknown {
  const [, notice] = /"trial":(\{[^}]*\})/.exec(body) ?? [];
  return notice && JSON.parse(notice);
}

const trialOf = (releases: Record<string, string>, { hours = 8, secret = SECRET } = {}) =>
  signedTrial(secret, { releases, until: Date.now() + hours * 60 * 60 * 1000 });

test('without a split nobody gets a cookie, and everybody the same page', async () => {
  const get = await start(current(empty, 'now'));
  const { cookies, version, control } = await get(BROWSER);
  expect([cookies, version, control]).toEqual([[], 'now', 'no-cache']);
  expect((await get({ cookie: 'release-group=1' })).cookies).toEqual([]);
});

test('in a split the cookie gives each visitor always the same release, and its kept page', async () => {
  const get = await start(split(current(empty, 'now'), 'next', 50));
  const groups = { now: bucketsOf('now', 3), next: bucketsOf('next', 3) };
  for (const time of [1, 2]) {
    for (const [wanted, buckets] of Object.entries(groups)) {
      for (const bucket of buckets) {
        const { version, cookies, body, control, vary } = await get({ cookie: `release-group=${bucket}` });
        expect([version, cookies, control, vary], `${time}: ${bucket}`).toEqual([
          wanted,
          [],
          'private, no-cache',
          'accept-encoding, cookie',
        ]);
        const chosen = chosenReleases(registry, { bucket });
        expect(body).toContain(`"composition":${JSON.stringify(compositionOf(chosen))}`);
      }
    }
  }
  expect(rendered, 'each once').toEqual(['now', 'next']);
});

test('a browser is in its group from its first page on, and so often as the split says', async () => {
  const get = await start(split(current(empty, 'now'), 'next', 25));
  let inSplit = 0;
  for (let visitor = 0; visitor < 400; visitor += 1) {
    const { version, cookies } = await get(BROWSER);
    expect(cookies).toHaveLength(1);
    const [, bucket] = /^release-group=(\d{1,4}); Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax$/.exec(cookies[0]!)!;
    expect(version).toBe(chosenReleases(registry, { bucket: Number(bucket) }).get(NAME)!.metadata.version);
    inSplit += version === 'next' ? 1 : 0;
  }
  // Binomial: 100, with a standard deviation of 8.7.
  expect(Math.abs(inSplit - 100)).toBeLessThan(44);
});

test('programs, and browsers that take no cookies, get what is current', async () => {
  const get = await start(split(current(empty, 'now'), 'next', 99.99));
  expect((await get()).version).toBe('now');
  expect((await get({ ...BROWSER, 'sec-fetch-site': 'same-origin' })).version).toBe('now');
  for (const odd of ['', 'x', '-1', '10000', '1e3', '99999']) {
    const { version, cookies } = await get({ cookie: `release-group=${odd}` });
    expect([version, cookies.length], odd).toEqual(['now', 1]);
  }
});

test('over https the cookie is bound to the host', async () => {
  const get = await start(split(current(empty, 'now'), 'next', 10), { PUBLIC_URL: 'https://site.example' });
  expect((await get()).cookies[0]).toMatch(/^__Host-release-group=\d+; Path=\/; .*; Secure$/);
});

test('a CDN may keep pages, but none of a split as long as it runs', async () => {
  const get = await start(current(empty, 'now'), { CDN_FRESH_S: '60' });
  const open = 'public, max-age=0, s-maxage=60, stale-while-revalidate=60';
  expect((await get()).control).toBe(open);
  registry = split(registry, 'next', 10);
  const [inside] = bucketsOf('next', 1);
  for (const headers of [undefined, BROWSER, { cookie: `release-group=${inside}` }]) {
    for (const path of ['/sample', '/nowhere'])
      expect((await get(headers, path)).control, path).toBe('private, no-cache');
  }
  const { etag, control } = await get({ cookie: `release-group=${inside}` });
  expect((await get({ cookie: `release-group=${inside}`, 'if-none-match': etag! })).status).toBe(304);
  expect(control).toBe('private, no-cache');
  registry = withTraffic(registry, NAME, { version: 'next', traffic: 0 }, CHANGE);
  expect((await get({ cookie: `release-group=${inside}` })).control).toBe(open);
});

test('a page of a split that the server does not keep is the browser’s alone, too', async () => {
  const get = await start(split(current(empty, 'old'), 'next', 10), { KEPT_PAGES_MB: '0' });
  expect((await get()).control).toBe('private, no-cache');
  await app!.close();
  expect((await (await start(current(empty, 'old'), { KEPT_PAGES_MB: '0' }))()).control).toBe('no-cache');
});

test('what is kept is forgotten with the split, and a page of it never comes to anybody else', async () => {
  const get = await start(split(current(empty, 'now'), 'next', 10));
  const [inside] = bucketsOf('next', 1);
  expect((await get({ cookie: `release-group=${inside}` })).version).toBe('next');
  expect((await get()).version).toBe('now');
  registry = split(registry, 'after', 10);
  expect((await get({ cookie: `release-group=${inside}` })).version).toBe('after');
  registry = withTraffic(registry, NAME, { version: 'after', traffic: 0 }, CHANGE);
  expect((await get({ cookie: `release-group=${inside}` })).version).toBe('now');
});

test('a release of a split that fails is replaced by the current one, which never is by one of a split', async () => {
  const get = await start(split(current(current(empty, 'first'), 'now'), 'broken', 50));
  const [inside] = bucketsOf('broken', 1);
  const { version, body } = await get({ cookie: `release-group=${inside}` });
  expect([version, [...new Set(rendered)]]).toEqual(['now', ['broken', 'now']]);
  expect(body).toContain('"releases":{"mf-sample":"now"}');
  registry = split(current(empty, 'broken'), 'next', 50);
  rendered = [];
  const [outside] = bucketsOf('broken', 1);
  const [other] = bucketsOf('next', 1);
  expect((await get({ cookie: `release-group=${other}` })).version).toBe('next');
  expect((await get({ cookie: `release-group=${outside}` })).status).toBe(503);
});

test('a link gives one browser a preview, says so on the page, and nobody else sees anything of it', async () => {
  const get = await start(split(current(empty, 'now'), 'preview', 0), { CDN_FRESH_S: '60' });
  const signed = trialOf({ [NAME]: 'preview' });
  const begun = await get({}, `${TRIAL_PATH}?${new URLSearchParams({ [TRIAL_PARAMETER]: signed })}`);
  expect([begun.status, begun.location, begun.control]).toEqual([303, '/', 'no-store']);
  expect(begun.cookies).toEqual([
    expect.stringMatching(/^trial=[\w.-]+; Path=\/; Max-Age=288\d\d; HttpOnly; SameSite=Lax$/),
  ]);
  const cookie = begun.cookies[0]!.split(';')[0]!;
  await get();
  for (let time = 0; time < 2; time += 1) {
    const own = await get({ cookie });
    expect([own.version, own.control, own.etag, own.cookies]).toEqual(['preview', 'private, no-store', undefined, []]);
    expect(noticeIn(own.body)).toEqual({ releases: ['mf-sample previe…'], left: '8 h', action: TRIAL_PATH });
    const other = await get();
    expect([other.version, noticeIn(other.body)]).toEqual(['now', undefined]);
  }
  expect(rendered, 'kept for others, never for the trial').toEqual(['now', 'preview', 'preview']);
  expect(noticeIn((await get({ cookie }, '/nowhere')).body)).toMatchObject({ left: '8 h' });
  const short = { cookie: `trial=${trialOf({ [NAME]: 'preview' }, { hours: 0.5 })}` };
  expect(noticeIn((await get(short)).body), 'in its last hour').toMatchObject({ left: '30 min' });
});

test('a preview that this shell has not read of yet is opened, and goes on', async () => {
  const get = await start(current(empty, 'now'));
  newer = split(registry, 'preview', 0);
  const signed = trialOf({ [NAME]: 'preview' });
  const begun = await get({}, `${TRIAL_PATH}?${new URLSearchParams({ [TRIAL_PARAMETER]: signed })}`);
  expect(begun.status).toBe(303);
  const { version, cookies } = await get({ cookie: `trial=${signed}` });
  expect([version, cookies]).toEqual(['preview', []]);
});

test.each([
  ['of another installation', () => trialOf({ [NAME]: 'preview' }, { secret: new InstallationSecret('x'.repeat(32)) })],
  ['altered', () => trialOf({ [NAME]: 'preview' }).replace(/^./, 'f')],
  ['that is over', () => trialOf({ [NAME]: 'preview' }, { hours: 0 })],
  ['of a release that is not there', () => trialOf({ [NAME]: 'gone' })],
  ['of a remote that is not there', () => trialOf({ [NAME]: 'preview', constructor: 'x' })],
  ['of nothing', () => 'nothing'],
])('a choice %s has no effect and is taken away', async (_what, signed) => {
  const get = await start(split(current(empty, 'now'), 'preview', 0));
  const { version, cookies, control } = await get({ cookie: `trial=${signed()}` });
  expect([version, cookies]).toEqual(['now', ['trial=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax']]);
  expect(control).toBe('no-cache');
  const link = await get({}, `${TRIAL_PATH}?${new URLSearchParams({ [TRIAL_PARAMETER]: signed() })}`);
  expect([link.status, link.body]).toEqual([404, expect.stringContaining('Ask for a new one.')]);
});

test('while it is unknown what is released everybody gets the frame, and a preview goes on afterwards', async () => {
  const get = await start(split(current(empty, 'old'), 'preview', 0));
  const cookie = `trial=${trialOf({ [NAME]: 'preview' })}`;
  isLost = true;
  for (const headers of [undefined, { cookie }]) {
    const { status, body, cookies, control } = await get(headers);
    expect([status, cookies, control]).toEqual([503, [], 'no-cache']);
    expect(body).toContain('This part of the site did not load');
  }
  isLost = false;
  expect((await get({ cookie })).version).toBe('preview');
});

test('the form of the banner ends it and leads back to the page, unless only the preview has it', async () => {
  const get = await start(split(current(empty, 'now'), 'broken', 0));
  const cookie = `trial=${trialOf({ [NAME]: 'broken' })}`;
  const failing = await get({ cookie });
  expect([failing.status, [...new Set(rendered)]], 'a visitor who tries it sees that it fails').toEqual([
    503,
    ['broken'],
  ]);
  expect(noticeIn(failing.body)).toMatchObject({ left: '8 h' });
  const url = await app!.listen({ host: '127.0.0.1', port: 0 });
  const end = async (headers: Record<string, string>) => {
    const { status, headers: answered } = await fetch(url + TRIAL_PATH, {
      method: 'POST',
      body: new URLSearchParams(),
      headers: { cookie, ...headers },
      redirect: 'manual',
    });
    return [status, answered.get('location'), answered.get('set-cookie')];
  };
  const origin = 'http://site.example';
  const taken = 'trial=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax';
  expect(await end({ origin, referer: `${origin}/sample?q=a` })).toEqual([303, '/sample?q=a', taken]);
  expect(await end({ origin, referer: `${origin}/only-there` })).toEqual([303, '/', taken]);
  expect(await end({ origin, referer: 'https://elsewhere.example/sample' })).toEqual([303, '/', taken]);
  expect(await end({ origin })).toEqual([303, '/', taken]);
  expect(await end({ origin: 'https://elsewhere.example' })).toEqual([403, null, null]);
});

const FROM_HERE = 'http://localhost:5104/remoteEntry.js';
const OVERRIDE = { cookie: `import-map-override:${NAME}=${encodeURIComponent(FROM_HERE)}` };
const COMPOSED_FROM_HERE = `/composition.json?${new URLSearchParams({ [NAME]: FROM_HERE })}`;

test('without DEV_OVERRIDES neither a cookie nor a query changes a byte, and the page stays kept for all', async () => {
  const get = await start(current(empty, 'now'));
  const plain = await get();
  const tries = [
    await get(OVERRIDE),
    await get({}, `/sample?import-map-override:${NAME}=${FROM_HERE}`),
    await get({ ...OVERRIDE, ...BROWSER }, '/sample?import-map-overrides=on'),
  ];
  for (const each of tries) expect(each).toEqual(plain);
  expect(plain.body).not.toContain('import-map-override');
  expect(rendered, 'once for all of them').toEqual(['now']);
  expect((await get({}, COMPOSED_FROM_HERE)).status).toBe(404);
  const ending = await app!.inject({ method: 'POST', url: OVERRIDES_PATH, headers: OVERRIDE });
  expect([ending.statusCode === 303, ending.headers['set-cookie']]).toEqual([false, undefined]);
});

test('with DEV_OVERRIDES a browser gets the frame for what it overrides, and all others the release', async () => {
  const get = await start(current(empty, 'now'), { DEV_OVERRIDES: 'on' });
  const plain = await get();
  expect([plain.version, plain.control, noticeIn(plain.body)]).toEqual(['now', 'no-cache', undefined]);
  const own = await get(OVERRIDE);
  expect([own.status, own.version, own.control, own.etag]).toEqual([200, undefined, 'private, no-store', undefined]);
  expect(noticeIn(own.body)).toEqual({ releases: [`${NAME} from ${FROM_HERE}`], action: OVERRIDES_PATH });
  expect(own.body).toContain(`"unavailable":"${NAME}","isOverridden":true`);
  expect(own.body).toContain(`"releases":{"${NAME}":"${FROM_HERE}"}`);
  expect(own.body, 'it has not failed yet').toContain('<title>Loading... | ');
  expect(own.body).not.toContain('This part of the site did not load');
  expect(own.body, 'it says nothing of the release').not.toContain('observeSample');
  expect(own.reports).toBeUndefined();
  const again = await get();
  expect([again.body === plain.body, again.policies]).toEqual([true, plain.policies]);
  expect(rendered, 'the release is rendered for others alone').toEqual(['now']);
});

test('its policy lets in that one origin, on this browser’s pages alone', async () => {
  const get = await start(current(empty, 'now'), { DEV_OVERRIDES: 'on' });
  const allowed = (policy: string, directive: string) =>
    policy
      .split('; ')
      .find((each) => each.startsWith(`${directive} `))!
      .split(' ')
      .slice(1)
      .filter((source) => !source.startsWith("'sha256-"));
  const here = 'http://localhost:5104';
  for (const url of ['/sample', '/nowhere']) {
    const { policies, control, body } = await get(OVERRIDE, url);
    expect(control).toBe('private, no-store');
    expect(allowed(policies[0]!, 'script-src')).toEqual(["'self'", here]);
    expect(allowed(policies[0]!, 'connect-src')).toEqual(["'self'", here, 'ws://localhost:5104']);
    expect(allowed(policies[1]!, 'script-src')).toEqual(['http://*:*/assets/', 'http://*:*/remotes/', here]);
    expect(policies.join()).toContain("require-trusted-types-for 'script'");
    const scripts = [...body.matchAll(/<script>([^<]+)<\/script>/g)].map(([, text]) => text!);
    for (const text of scripts) {
      const hash = createHash('sha256').update(text).digest('base64');
      for (const policy of policies) expect(policy).toContain(`'sha256-${hash}'`);
    }
    expect(scripts).toHaveLength(4);
    const other = await get({}, url);
    expect(other.policies.join()).not.toContain('localhost');
  }
});

test('browsers learn where an overridden remote is; the server does no form that is sent to it', async () => {
  const get = await start(current(empty, 'now'), { DEV_OVERRIDES: 'on' });
  const { status, control, body } = await get({}, COMPOSED_FROM_HERE);
  expect([status, control]).toEqual([200, 'no-store']);
  expect(JSON.parse(body)).toEqual({
    remotes: { [NAME]: { name: NAME, version: FROM_HERE, entry: FROM_HERE, routes: ['/sample'], contract: 2 } },
    integrity: {},
    modules: {},
  });
  expect((await get({}, `/composition.json?${NAME}=now`)).control).toContain('immutable');
  for (const wrong of [`${NAME}=https://evil.example/remoteEntry.js`, `mf-none=${FROM_HERE}`, `constructor=5104`])
    expect((await get({}, `/composition.json?${wrong}`)).status, wrong).toBe(404);
  const url = await app!.listen({ host: '127.0.0.1', port: 0 });
  const form = await fetch(`${url}/sample`, {
    method: 'POST',
    body: new URLSearchParams({ a: 'b' }),
    headers: OVERRIDE,
  });
  expect(form.status).toBe(405);
});

test('what may not be overridden stays as it is released, and the page says why', async () => {
  const get = await start(current(empty, 'now'), { DEV_OVERRIDES: 'on' });
  const { version, control, body, policies } = await get({
    cookie: `import-map-override:${NAME}=https://evil.example/x.js; import-map-override:mf-none=5104`,
  });
  expect([version, control]).toEqual(['now', 'private, no-store']);
  expect(noticeIn(body)).toMatchObject({
    releases: [
      expect.stringContaining(`${NAME} is not overridden: https://evil`),
      'mf-none is not a remote of this site',
    ],
  });
  expect(policies.join()).not.toContain('evil');
});

test('the form of the banner ends all overrides and leads back to the page', async () => {
  await start(current(empty, 'now'), { DEV_OVERRIDES: 'on' });
  const origin = 'http://site.example';
  const end = async (headers: Record<string, string>) => {
    const { statusCode, headers: answered } = await app!.inject({ method: 'POST', url: OVERRIDES_PATH, headers });
    return [statusCode, answered.location, [answered['set-cookie'] ?? []].flat()];
  };
  const taken = `import-map-override:${NAME}=; Path=/; Max-Age=0; SameSite=Lax`;
  expect(await end({ ...OVERRIDE, origin, referer: `${origin}/sample?q=a` })).toEqual([303, '/sample?q=a', [taken]]);
  expect(await end({ origin })).toEqual([303, '/', []]);
  expect(await end({ ...OVERRIDE, origin: 'https://elsewhere.example' })).toEqual([403, undefined, []]);
});

test('a composition is answered while its releases are kept, and is gone after', async () => {
  const versions = Array.from({ length: 20 }, (_, index) => `v${index + 1}`);
  const get = await start(versions.reduce(current, empty));
  const status = async (version: string) => (await get({}, `/composition.json?${NAME}=${version}`)).status;
  expect(await status('v1')).toBe(200);
  const { body } = await get({}, `/composition.json?${NAME}=v1`);
  const url = `/remotes/${NAME}/v1/v1.js`;
  expect(JSON.parse(body)).toMatchObject({ integrity: { [url]: 'sha384-' }, modules: { '/sample': [url] } });
  registry = withoutReleases(registry, NAME, [knownRelease(registry, NAME, 'v1')!]);
  expect([await status('v1'), await status('v2'), (await get()).version]).toEqual([404, 200, 'v20']);
});

test('a composition is available once any shell has pages of it', async () => {
  const get = await start(current(empty, 'v1'));
  newer = current(registry, 'v2');
  const { status, body } = await get({}, `/composition.json?${NAME}=v2`);
  expect([status, body]).toEqual([200, expect.stringContaining('v2/remoteEntry.js')]);
  expect((await get({}, `/composition.json?${NAME}=v3`)).status).toBe(404);
});
