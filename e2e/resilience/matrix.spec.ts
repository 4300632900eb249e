/**
 * Every remote with every fault, for the visitor who lands on its page and for the one who turns to it. `npm test`
 * takes each fault with one of the remotes, in turn; `npm run faults -- --matrix` takes all.
 */
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { APIResponse, Page } from 'playwright/test';
import { runningTime } from '../../shared/node/test-support/running-time.ts';
import { startSite, type Site } from '../../tooling/site/start-site.ts';
import { hydrated } from '../fixtures/hydrated.ts';
import { testOn } from '../fixtures/own-site.ts';
import { expect } from '../fixtures/test.ts';
import { areas, faults, prepare, registryText, type Area, type MatrixFault, type PageState } from './matrix.ts';

const isWhole = process.env.MATRIX === 'whole';
/** The server's deadline of 5 s, and what a busy machine adds. */
const DEADLINE_MS = 6_500;
/** A visitor who gets an answer sooner has not waited until the deadline. */
const IN_VAIN_MS = 4_500;
/** Longer than a page waits for a remote (shell/src/remotes/deadline.ts). */
const PATIENCE_MS = 20_000;
/** Another area appears within this time, whatever happened before: far below the deadline. */
const PROMPT_MS = 8_000;

/** A release has 30 s to load before it is a fault. */
const LOG_MS = 40_000;

let site: Site;
const test = testOn(() => site);
// Each test names the complaints that it expects.
test.use({ expectedComplaints: { matching: [/./] } });
let log = '';
let registry: string;
test.beforeAll(async () => {
  // Kept pages would hide what happens to a release. The API is away all the time: no page of the frame needs it.
  const env = { KEPT_PAGES_MB: '0', LOG_LEVEL: 'error' };
  site = await startSite({ withoutApi: true, env, onShellLog: (line) => void (log += `${line}\n`) });
  registry = await registryText(site);
});
// As if the faulty release had never been made.
// oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
test.afterEach(async ({}, testInfo) => {
  if (testInfo.status !== testInfo.expectedStatus)
    await testInfo.attach('what the shell said', { body: log, contentType: 'text/plain' });
  await writeFile(path.join(site.store, 'registry.next'), registry);
  await rename(path.join(site.store, 'registry.next'), path.join(site.store, 'registry.json'));
});
test.afterAll(() => site.stop());

for (const [index, [what, fault]] of Object.entries(faults).entries()) {
  for (const area of isWhole ? areas : [areas[(index + 3) % areas.length]!]) {
    test(`${area.remote} ${what}: the visitor has a page, a way on, and the rest of the site`, async ({ page }) => {
      const said: string[] = [];
      page.on('console', (message) => said.push(message.text()));
      page.on('pageerror', (error) => said.push(String(error)));
      const hanging = fault.hangs?.(ownFile(area), area);
      if (hanging) await page.clock.install();
      log = '';
      await prepare(fault, area, site);

      await test.step('on landing', async () => {
        await stand(page, fault, area, hanging);
        const expected = { unavailable: 503, 'not found': 404 }[fault.first as string] ?? 200;
        let [response, waited] = await land(page, area);
        // A busy machine may load a release for longer than a visitor waits; the next one finds it loaded.
        if (expected !== 503 && response.status() === 503 && waited > IN_VAIN_MS)
          [response, waited] = await land(page, area);
        expect(response.status()).toBe(expected);
        const html = await response.text();
        expect(html, 'nothing is revealed to strangers').not.toContain('on purpose');
        if (fault.first === 'unavailable') expect(Number(response.headers()['retry-after'])).toBeGreaterThan(0);
        const asked = hanging && page.waitForRequest(hanging);
        await page.goto(site.url + area.path);
        await asked;
        await expectState(page, area, fault, fault.first);
        await goOn(page, area);
      });

      await test.step('on the way there', async () => {
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        await page.goto(site.url + area.from);
        await hydrated(page);
        await page.evaluate(() => sessionStorage.clear());
        await stand(page, fault, area, hanging);
        // Earlier requests must not time out.
        const askedThere = hanging && page.waitForRequest(hanging);
        await follow(page, area.path);
        await askedThere;
        await expectState(page, area, fault, fault.navigation);
        await expect(page).toHaveURL(new RegExp(`${area.path}(\\?|$)`));
        await goOn(page, area);
      });

      if (fault.says === 'browser') expect(said.join('\n')).toMatch(/on purpose|\[mf-\w+\]/);
      if (fault.says === 'browser' && fault.first === 'kept') expect(said.join('\n')).toContain(`[${area.remote}]`);
      if (fault.says === 'server')
        await expect
          .poll(() => log, { message: 'the server says whose fault it is', timeout: LOG_MS })
          .toContain(area.remote);
    });
  }
}

test('a remote that has come back is shown at a visitor’s second try', async ({ page }) => {
  const area = areas.at(-1)!;
  await page.goto(site.url + area.from);
  await hydrated(page);
  await page.route(ownFile(area)('remoteEntry.js'), (route) => route.abort());
  await follow(page, area.path);
  await expect(page.getByText(NOTICE)).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await goOn(page, area);
  await follow(page, area.path);
  await expectState(page, area, {}, 'whole');
});

test('a remote that failed while it was loaded ahead is loaded on the way there', async ({ page }) => {
  const area = areas.at(-1)!;
  await page.goto(site.url + area.from);
  await hydrated(page);
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  const entry = ownFile(area)('remoteEntry.js');
  await page.route(entry, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) => entry.test(request.url()));
  await linkTo(page, area.path).hover();
  await failed;
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const asksAgain = await asksForModulesAgain(page);
  await follow(page, area.path);
  await expectState(page, area, {}, 'whole');
  // Otherwise the page is reached by a full load.
  expect(await page.evaluate(() => 'isSamePage' in globalThis), 'in the same page').toBe(asksAgain);
});

/** Chromium 150 remembers in a page which modules did not arrive; 156 does not. */
async function asksForModulesAgain(page: Page): Promise<boolean> {
  const url = `${site.url}/assets/there-at-the-second-time.js`;
  const fromPage = () =>
    page.evaluate(
      (module) =>
        import(module).then(
          () => true,
          () => false,
        ),
      url,
    );
  await page.route(url, (route) => route.abort());
  expect(await fromPage()).toBe(false);
  await page.unrouteAll();
  await page.route(url, (route) => route.fulfill({ contentType: 'text/javascript', body: 'export {};' }));
  const isThere = await fromPage();
  await page.unrouteAll();
  return isThere;
}

/** Asks for a page like its first visitor. @returns the answer, and how long it took */
async function land(page: Page, area: Area): Promise<[APIResponse, number]> {
  const [started, startedRunning] = [performance.now(), runningTime()];
  const response = await page.request.get(site.url + area.path);
  expect(runningTime() - startedRunning, 'the deadline holds').toBeLessThan(DEADLINE_MS);
  return [response, performance.now() - started];
}

const NOTICE = 'This page did not load completely.';

const ownFile = (area: Area) => (file: string) =>
  new RegExp(`/remotes/${area.remote}/.*${file.replaceAll('.', '\\.')}`);

/** In the header, as every visitor has it. */
const linkTo = (page: Page, to: string) =>
  page.getByRole('banner').locator(`a[href="${to}"], a[href^="${to}?"]`).first();

const follow = (page: Page, to: string): Promise<void> => linkTo(page, to).click();

/** Sets up what a fault puts between browser and site. @param hanging the file that never arrives */
async function stand(page: Page, { network }: MatrixFault, area: Area, hanging: RegExp | undefined): Promise<void> {
  await network?.(page, ownFile(area), area);
  if (hanging) await page.route(hanging, () => {});
}

async function goOn(page: Page, { on }: Area): Promise<void> {
  await follow(page, on.path);
  await expect(page.locator(`[data-boundary="${on.remote}"] h1`)).toBeVisible({ timeout: PROMPT_MS });
}

async function expectState(
  page: Page,
  { remote, isBare, path: at }: Area,
  { hangs }: Pick<MatrixFault, 'hangs'>,
  state: PageState,
): Promise<void> {
  const own = page.locator(`[data-boundary="${remote}"]`);
  const h1 = page.getByRole('heading', { level: 1 });
  const notice = page.getByText(NOTICE);
  await expect(async () => {
    if (hangs) await page.clock.fastForward(PATIENCE_MS);
    if (state === 'kept') await expect(notice).toBeVisible({ timeout: 500 });
    if (state === 'unavailable') await expect(h1).toHaveText('This part of the site did not load', { timeout: 500 });
    if (state === 'failed' || state === 'not found')
      await expect(h1).toHaveText('Unexpected Application Error!', { timeout: 500 });
    if (state === 'whole') await expect(own.locator('h1')).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 20_000 });

  if (state === 'whole' || state === 'kept') await expect(own.locator('h1')).toBeVisible();
  if (state === 'whole') await expect(notice).toBeHidden();
  const again = { unavailable: 'Try again', failed: 'Reload the page' }[state as string];
  if (again) await expect(page.getByRole('link', { name: again })).toHaveAttribute('href', new RegExp(`^${at}(\\?|$)`));
  if (state === 'unavailable') await expect(page).toHaveTitle('This part of the site did not load | Portloom');
  if (state === 'failed') await expect(page).toHaveTitle('Unexpected Application Error! | Portloom');
  if (state === 'not found') await expect(page.getByText('404: there is no page at this address.')).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
  const isOwnFrame = state === 'whole' || state === 'kept' || state === 'failed';
  if (!(isBare && isOwnFrame)) await expect(page.getByRole('contentinfo')).toBeVisible();
}
