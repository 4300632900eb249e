/** Releases and rollbacks while visitors browse. Part of `npm run faults -- --matrix`, since it takes a minute. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'playwright/test';
import { prune } from '../../tooling/release/prune.ts';
import { rollBack } from '../../tooling/release/publish.ts';
import { startSite, type Site } from '../../tooling/site/start-site.ts';
import { remotes } from '../../tooling/workspace/remotes.ts';
import { publishChanged } from './faulty-release.ts';

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
  await page.goto(`${site.url}/about`, { waitUntil: 'networkidle' });
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

const release = (name: string = REMOTE) =>
  publishChanged(name, site.store, /^server\/routes\.mjs$/, (bundle) => `${bundle}\n// ${randomUUID()}`);

/** Each asks for a page, for all that it names, and for what leads to the next one, as a browser does. */
function visitors(): { stop: () => Promise<Seen> } {
  const over = new AbortController();
  const seen: Seen = { pages: 0, wrong: [] };
  const all = Array.from({ length: VISITORS }, async (_, start) => {
    const known = new Set<string>();
    for (let turn = start; !over.signal.aborted; turn += 1) {
      const path = PATHS[turn % PATHS.length]!;
      seen.wrong.push(...(await view(path, known).catch((error: unknown) => [`${path}: ${String(error)}`])));
      seen.pages += 1;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  });
  return {
    async stop() {
      over.abort();
      await Promise.all(all);
      return seen;
    },
  };
}

/** @param known files that this visitor's browser keeps @returns what is wrong */
async function view(path: string, known: Set<string>): Promise<string[]> {
  const response = await fetch(site.url + path);
  const html = await response.text();
  if (response.status !== 200) return [`${path}: status ${response.status}`];
  const { composition, remote } = JSON.parse(DATA.exec(html)![1]!) as {
    composition: { releases: Record<string, string> };
    remote: { name: string; version: string };
  };
  const rendered = /data-release="(\w+)"/.exec(html)?.[1];
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
