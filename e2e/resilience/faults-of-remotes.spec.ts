/**
 * What a remote's code can do wrong on the server, release by release: visitors get the previous one, other remotes and
 * the server go on. `npm test` takes the careers area, `npm run faults -- --matrix` every remote.
 */
import { CONTRACT_VERSION } from '../../shared/contracts/remote.ts';
import { access, rm } from 'node:fs/promises';
import path from 'node:path';
import type { APIRequestContext } from 'playwright/test';
import type { Registry } from '../../shared/contracts/registry.ts';
import { runningTime } from '../../shared/node/test-support/running-time.ts';
import { readRegistry, updateRegistry } from '../../shared/release-store/registry-file.ts';
import { openHydrated } from '../fixtures/hydrated.ts';
import { testOn } from '../fixtures/own-site.ts';
import { expect } from '../fixtures/test.ts';
import { startSite, type Site } from '../../tooling/site/start-site.ts';
import { publishServerBundle, publishThrowingOn } from './faulty-release.ts';
import { areas } from './matrix.ts';

const REMOTE = 'mf-careers';
const isWhole = process.env.MATRIX === 'whole';
/** The server's deadline of 5 s, and what a busy machine adds. */
const DEADLINE_MS = 8_000;
/** A busy machine may need longer for that than a visitor waits; the next one finds it loaded. */
const LOADED_AGAIN = 'the release before, which an earlier fault may have cost its thread';

interface ServerFault {
  /** Its files are gone. */
  isAbsent?: boolean;
  /** Runs when the bundle is loaded. */
  top?: string;
  /** Runs in the loader of each page whose URL contains `fault`. */
  loader?: string;
  /** Runs when a page is rendered. */
  render?: string;
  /** What `/readyz` says; by default nothing. */
  told?: string;
  /** Its page never comes, so the release before answers. */
  isUseless?: boolean;
}

const faults: Record<string, ServerFault> = {
  'an absent release': { isAbsent: true, isUseless: true },
  'an exception on load': { top: "throw new Error('on purpose');", isUseless: true },
  'a load without end': { top: 'await new Promise(() => {});', isUseless: true },
  'an exception in render': { render: "throw new Error('on purpose');", isUseless: true },
  'an endless loop on load': { top: 'for (;;);', told: 'endless loop' },
  'an endless loop in render': { render: 'for (;;);', told: 'endless loop' },
  'an endless loop in a loader': { loader: 'for (;;);', told: 'endless loop' },
  'a promise that never settles': { loader: 'await new Promise(() => {});' },
  'an exception from a timer after the answer': {
    loader: "setTimeout(() => { throw new Error('on purpose'); }, 50);",
    told: 'uncaught exception',
  },
  'an unhandled rejection': { loader: "Promise.reject(new Error('on purpose'));", told: 'unhandled rejection' },
  'process.exit': { loader: 'process.exit();' },
  'growing memory': { loader: 'const kept = []; for (;;) kept.push(new Array(1e5).fill(1));', told: 'too much memory' },
  'patched prototypes and globals': {
    top: 'Array.prototype.push = () => 0; globalThis.URL = globalThis.Request = globalThis.JSON = undefined;',
  },
  'lines without end': { loader: "for (;;) console.log('trying again');", told: 'endless loop' },
  'lines without end, with a breath between them': {
    loader: `
      const line = 'trying again '.repeat(10_000);
      for (;;) {
        for (let n = 0; n < 2_000; n += 1) console.log(line);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }`,
  },
  'calls of the API without end': {
    loader: `
      for (;;) {
        for (let n = 0; n < 2_000; n += 1) args.context.apiFetch('/api/posts').catch(() => {});
        await new Promise((resolve) => setTimeout(resolve, 10));
      }`,
  },
  '10,000 timers left': { loader: 'for (let n = 0; n < 10_000; n += 1) setInterval(() => {}, 600_000);' },
};

/** Answer of `/readyz`. */
interface Readiness {
  remotes: Record<string, unknown>;
}

let site: Site;
const test = testOn(() => site);
test.use({ expectedComplaints: { matching: [/was built for contract/] } });
let registry: Registry;
/** Earlier releases, by remote. */
let sound: Record<string, string | undefined>;
test.beforeAll(async () => {
  // Kept pages are made without the part of the URL that starts the faults.
  site = await startSite({ withoutApi: true, env: { KEPT_PAGES_MB: '0' } });
  registry = await readRegistry(site.store);
  const versions = Object.entries(registry.microFrontends).map(([name, [entry]]) => [name, entry?.metadata.version]);
  sound = Object.fromEntries(versions) as typeof sound;
});
// As if the faulty release had never been made.
test.afterEach(() => updateRegistry(site.store, () => registry));
test.afterAll(() => site.stop());

const cases = areas
  .filter(({ remote }) => isWhole || remote === REMOTE)
  .flatMap((area) => Object.entries(faults).map(([what, fault]) => ({ ...area, what, fault })));
for (const { remote, path: at, on, what, fault } of cases) {
  test(`${what} in ${remote} costs no visitor a page`, async ({ request }) => {
    // The previous release is loaded, as on a busy site: an earlier fault may have cost it its thread.
    for (const known of [on.path, at])
      await expect.poll(async () => (await request.get(site.url + known)).status()).toBe(200);
    const { version } = await publishServerBundle(remote, site.store, (bundle) => withFault(bundle, fault));
    if (fault.isAbsent) await rm(path.join(site.store, remote, version), { recursive: true });
    const others = visitOthers([on.path, '/readyz']);
    for (const visit of ['first', 'second', 'third']) {
      const started = runningTime();
      const response = await request.get(`${site.url + at}?fault`);
      expect(runningTime() - started, `${visit} visit`).toBeLessThan(DEADLINE_MS);
      expect(response.status(), `${visit} visit`).toBe(200);
      const possible = fault.isUseless ? [sound[remote]] : [sound[remote], version];
      expect(possible).toContain(releaseIn(await response.text()));
    }
    const slowest = await others.stop();
    expect(slowest, 'other pages go on').toBeLessThan(3_000);
    if (fault.told !== undefined) {
      // On a busy machine the loop may be noticed before the memory.
      const told = fault.told === 'too much memory' ? expect.stringMatching(/memory|loop/) : fault.told;
      await expect
        .poll(async () => {
          await request.get(`${site.url + at}?fault`);
          const { remotes } = (await (await request.get(`${site.url}/readyz`)).json()) as Readiness;
          return remotes[remote];
        })
        .toMatchObject({ current: version, fault: told });
    }
    expect(site.shell.process.exitCode, 'the server is the same').toBeNull();
  });
}

/** The browser's part of a release is sound in all of these: one of them represents the others. */
for (const { remote, path: at, from } of areas.filter((area) => isWhole || area.remote === REMOTE)) {
  test(`a visitor who goes to ${remote} gets its page, though the server has never loaded it`, async ({ page }) => {
    await publishServerBundle(remote, site.store, (bundle) => withFault(bundle, faults['an endless loop on load']!));
    await openHydrated(page, from);
    await page.getByRole('banner').locator(`a[href="${at}"], a[href^="${at}?"]`).first().click();
    await expect(page.locator(`[data-boundary="${remote}"] h1`)).toBeVisible();
  });
}

test('after a release of which one page throws, the one before answers for that page', async ({ request }) => {
  const { version } = await publishThrowingOn('careers.role', REMOTE, site.store);
  await expect.poll(() => serving(request, '/career'), 'the list is the new one').toBe(version);
  await expect.poll(() => serving(request, '/career/flutter-developer'), LOADED_AGAIN).toBe(sound[REMOTE]);
});

test('a form whose release fails after its action has begun is not given to another release', async ({ request }) => {
  const send = () => request.post('/contact', { form: { fullName: 'Adaeze' } });
  await expect.poll(async () => (await send()).status(), LOADED_AGAIN).toBe(422);
  const { version } = await publishThrowingOn('marketing.contact', 'mf-marketing', site.store);
  await expect.poll(() => serving(request, '/faq'), 'other pages are the new one').toBe(version);
  const answer = await send();
  expect(answer.status()).toBe(503);
  expect(await answer.text()).toContain('This part of the site did not load');
  const reading = () => serving(request, '/contact');
  await expect.poll(reading, 'it goes on with the release before').toBe(sound['mf-marketing']);
});

test('a page that hangs is remembered: the next visitor need not wait for it', async ({ request }) => {
  await publishServerBundle(REMOTE, site.store, (bundle) =>
    withFault(bundle, { loader: 'await new Promise(() => {});' }),
  );
  await expect
    .poll(
      async () => {
        const started = runningTime();
        await request.get(`${site.url}/career?fault`);
        return runningTime() - started;
      },
      { timeout: 20_000, intervals: [0] },
    )
    .toBeLessThan(1_500);
});

test('a release of another contract is refused by the server and by the browser alike', async ({ page, request }) => {
  const current = () => serving(request, '/career');
  await expect.poll(current, 'what earlier tests released is not the last good release any more').toBe(sound[REMOTE]);
  await publishServerBundle(REMOTE, site.store, (bundle) => bundle, { contract: CONTRACT_VERSION + 1 });
  expect(await current()).toBe(sound[REMOTE]);
  await openHydrated(page, `${site.url}/contact`);
  await page.getByRole('link', { name: 'Career', exact: true }).first().click();
  // A full load of the URL: the server has the previous release.
  await expect(page.locator(`[data-release="${sound[REMOTE]}"] h1`)).toBeVisible();
});

test('a remote cannot reach files, secrets or the network', async ({ request }) => {
  const file = path.join(site.dataDir, 'written-by-a-remote');
  const { version } = await publishServerBundle(REMOTE, site.store, (bundle) =>
    withFault(bundle, {
      loader: `
        const builtIn = (name) => process.getBuiltinModule?.(name) ?? process.binding?.(name);
        builtIn('fs')?.writeFileSync(${JSON.stringify(file)}, process.env.SESSION_SECRET ?? '');
        for (const way of ['node:fs', 'data:text/javascript,export * from "node:fs"']) {
          const fs = await import(way).catch(() => undefined);
          fs?.writeFileSync(${JSON.stringify(file)}, '');
        }
        if (typeof fetch !== 'undefined') builtIn('fs')?.writeFileSync(${JSON.stringify(file)}, '');`,
    }),
  );
  await expect.poll(() => serving(request, '/career?fault')).toBe(version);
  await expect(access(file)).rejects.toThrow();
});

/** Visits other pages over and over. */
function visitOthers(paths: readonly string[]): { stop: () => Promise<number> } {
  let slowest = 0;
  const over = new AbortController();
  const visits = (async () => {
    while (!over.signal.aborted) {
      for (const at of paths) {
        const started = runningTime();
        const response = await fetch(site.url + at);
        expect(response.status).toBe(200);
        await response.text();
        slowest = Math.max(slowest, runningTime() - started);
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return slowest;
  })();
  return {
    stop() {
      over.abort();
      return visits;
    },
  };
}

function withFault(bundle: string, { top = '', loader = '', render = '' }: ServerFault): string {
  return `${top}
    ${bundle}
    for (const route of routes) {
      const { lazy, loader } = route;
      const faulty = (given) => async (args) => {
        if (args.request.url.includes('fault')) { ${loader} }
        return given ? given(args) : null;
      };
      if (loader) route.loader = faulty(loader);
      route.lazy = async () => {
        const page = await lazy();
        return {
          ...page,
          ...(!loader && { loader: faulty(page.loader) }),
          ...(${JSON.stringify(render)} && { Component() { ${render} } }),
        };
      };
    }`;
}

/** Which release answers for a page, if one does. */
const serving = async (request: APIRequestContext, at: string) => releaseIn(await (await request.get(at)).text());

const releaseIn = (html: string): string | undefined => /data-release="(\w+)"/.exec(html)?.[1];
