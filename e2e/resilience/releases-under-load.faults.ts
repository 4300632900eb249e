/** Releases and rollbacks while visitors browse. Part of `npm run faults -- --matrix`, since it takes a minute. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'playwright/test';
import type { Release } from '../../shared/contracts/registry.ts';
import { BUCKETS } from '../../shared/releases/chosen.ts';
import { openHydrated } from '../fixtures/hydrated.ts';
import { prune } from '../../tooling/release/prune.ts';
import { publish, type PublishOptions, rollBack } from '../../tooling/release/publish.ts';
import { changeTraffic } from '../../tooling/release/traffic.ts';
import { startSite, type Site } from '../../tooling/site/start-site.ts';
import { remotes } from '../../tooling/workspace/remotes.ts';
import { createChanged } from './faulty-release.ts';

const REMOTE = 'mf-careers';
const VISITORS = 30;
const RELEASES = 30;
const RELEASES_OF_EACH = 5;
const PATHS = ['/', '/about', '/career', '/blogs', '/login', '/career/flutter-developer', '/referral'];
const PAUSE_MS = 50;
const DATA = /<script[^>]*id="page-data"[^>]*>(.*?)<\/script>/s;
const MODULES = /(?:src|href)="(\/(?:assets|remotes)\/[^"]+\.js)"/g;

let site: Site;
test.beforeEach(async () => {
  site = await startSite();
});
test.afterEach(() => site.stop());

interface Seen {
  pages: number;
  /** Sentences about pages or files that were not what they should be. */
  wrong: string[];
  /** Versions of all releases that made a page. */
  releases: Set<string>;
}

test('releases and rollbacks cost none of 30 visitors a page, and no page is mixed', async () => {
  const browsing = visitors();
  for (let step = 0; step < 3; step += 1) {
    await release();
    await rollBack(REMOTE, site.store);
    await release();
  }
  const { pages, wrong } = await browsing.stop();
  expect(wrong).toEqual([]);
  expect(pages).toBeGreaterThan(VISITORS);
});

test('a release for some visitors, its growth and its promotion cost none of 30 visitors a page either', async () => {
  const browsing = visitors();
  for (let step = 0; step < 3; step += 1) {
    const { version } = await release(REMOTE, { traffic: 0 });
    for (const traffic of [10, 50]) {
      await changeTraffic({ name: REMOTE, version, traffic }, site.store);
      await expect.poll(() => browsing.seen.releases.has(version), 'a visitor in the split has it').toBe(true);
    }
    // The last one is taken back in the middle instead.
    if (step === 2) await rollBack(REMOTE, site.store);
    else await changeTraffic({ name: REMOTE, version, traffic: 100 }, site.store);
  }
  const { pages, wrong } = await browsing.stop();
  expect(wrong).toEqual([]);
  expect(pages).toBeGreaterThan(VISITORS);
});

test('30 releases in a row under load fail no request', async () => {
  test.setTimeout(600_000);
  const browsing = visitors();
  for (let count = 0; count < RELEASES; count += 1) await release();
  const { wrong } = await browsing.stop();
  expect(wrong).toEqual([]);
});

test('an old tab goes everywhere after many releases of every area, and after none of its own is kept', async ({
  page,
}) => {
  await openHydrated(page, `${site.url}/about`);
  await page.evaluate(() => Object.assign(globalThis, { isOldTab: true }));
  for (const name of remotes.map((remote) => remote.name))
    for (let count = 0; count < RELEASES_OF_EACH; count += 1) await release(name);
  const pruned = await prune(site.store, { keep: 1, usedSince: Date.now() + 1_000 });
  expect(pruned.length).toBeGreaterThanOrEqual(remotes.length * (RELEASES_OF_EACH - 1));

  for (const [link, boundary] of [
    ['Services', 'mf-marketing'],
    ['Career', 'mf-careers'],
    ['Blog', 'mf-blog'],
    ['Login', 'mf-auth'],
  ] as const) {
    await page.getByRole('banner').getByRole('link', { name: link, exact: true }).click();
    await expect(page.locator(`[data-boundary="${boundary}"] h1`)).toBeVisible();
    await expect(page.getByText('did not load')).toHaveCount(0);
  }
  expect(await page.evaluate(() => 'isOldTab' in globalThis), 'a full load, sooner or later').toBe(false);
});

async function release(name: string = REMOTE, options?: PublishOptions): Promise<Release> {
  const made = await createChanged(
    name,
    site.store,
    /^server\/routes\.mjs$/,
    (bundle) => `${bundle}\n// ${randomUUID()}`,
  );
  await publish(made, site.store, options);
  return made;
}

/**
 * Each asks for a page, for all that it names, and for what leads to the next one, like a browser. Their groups are
 * spread evenly, so that every split has some of them.
 */
function visitors(): { seen: Seen; stop: () => Promise<Seen> } {
  const over = new AbortController();
  const seen: Seen = { pages: 0, wrong: [], releases: new Set() };
  const all = Array.from({ length: VISITORS }, async (_, start) => {
    const known = new Set<string>();
    const cookie = `release-group=${Math.floor((start * BUCKETS) / VISITORS)}`;
    for (let turn = start; !over.signal.aborted; turn += 1) {
      const path = PATHS[turn % PATHS.length]!;
      const visit = view(path, cookie, { known, releases: seen.releases });
      seen.wrong.push(...(await visit.catch((error: unknown) => [`${path}: ${String(error)}`])));
      seen.pages += 1;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  });
  return {
    seen,
    async stop() {
      over.abort();
      await Promise.all(all);
      return seen;
    },
  };
}

/**
 * @param known files that this visitor's browser keeps
 * @param releases gets the version of the one that made the page
 * @returns what is wrong
 */
async function view(
  path: string,
  cookie: string,
  { known, releases }: { known: Set<string>; releases: Set<string> },
): Promise<string[]> {
  const response = await fetch(site.url + path, { headers: { cookie } });
  const html = await response.text();
  if (response.status !== 200) return [`${path}: status ${response.status}`];
  const { composition, remote } = JSON.parse(DATA.exec(html)![1]!) as {
    composition: { releases: Record<string, string> };
    remote: { name: string; version: string };
  };
  const rendered = /data-release="(\w+)"/.exec(html)?.[1];
  releases.add(remote.version);
  const modules = [...html.matchAll(MODULES)].map(([, file]) => file!);
  const foreign = modules.filter((file) => file.startsWith('/remotes/') && !file.includes(`/${remote.version}/`));
  const wrong = [
    ...(rendered === remote.version && composition.releases[remote.name] === rendered
      ? []
      : [`${path}: rendered by ${rendered}, and the browser gets ${remote.version}`]),
    ...foreign.map((file) => `${path}: ${file} is of another release than ${remote.version}`),
  ];
  const chosen = `/composition.json?${new URLSearchParams(Object.entries(composition.releases).toSorted())}`;
  for (const file of [...modules, chosen]) {
    if (known.has(file)) continue;
    const { status } = await fetch(site.url + file).then(async (answer) => ({
      status: answer.status,
      bytes: await answer.arrayBuffer(),
    }));
    if (status === 200) known.add(file);
    else wrong.push(`${path}: ${file} has status ${status}`);
  }
  return wrong;
}
