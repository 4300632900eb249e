/** A remote that does not arrive in the browser costs its own pages only, and can be tried again. */
import type { Page, Route } from 'playwright/test';
import { startSite } from '../../tooling/site/start-site.ts';
import { expect, test } from '../fixtures/test.ts';
import { forgetAllButCurrent, publishThrowingInBrowser } from './faulty-release.ts';

const ENTRY = '**/remotes/mf-careers/**/remoteEntry.js';
const PAGE_CHUNK = /\/remotes\/mf-careers\/.*career-page/;

/** Longer than a page waits for a remote (shell/src/federation.ts), in milliseconds. */
const PATIENCE = 20_000;

/** Waits for words that come when the page has lost its patience, which it has as soon as it has begun to wait. */
async function expectInTheEnd(page: Page, words: string): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(PATIENCE);
    await expect(page.getByText(words)).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 20_000 });
}

const inTheWay: Record<string, (page: Page) => Promise<unknown>> = {
  absent: (page) => page.route(ENTRY, (route: Route) => route.fulfill({ status: 404, body: 'gone' })),
  unreachable: (page) => page.route(ENTRY, (route: Route) => route.abort()),
  broken: (page) =>
    page.route(ENTRY, (route: Route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("altered")' }),
    ),
  hanging: (page) => page.route(ENTRY, () => {}),
  'hanging in its page': (page) => page.route(PAGE_CHUNK, () => {}),
  'without its page': (page) => page.route(PAGE_CHUNK, (route: Route) => route.abort()),
};

test.describe('a remote fails in the browser', () => {
  test.use({
    expectedComplaints: {
      matching: [
        /Failed to load resource/,
        /\[(mf-careers|composition)\]/,
        /integrity/i,
        /uncaught|Failed to fetch/i,
        /Unexpected|dynamically imported|404/,
        /on purpose/,
        /already registered/,
      ],
    },
  });

  for (const [how, block] of Object.entries(inTheWay)) {
    test(`${how}: the visitor who goes there sees the state, tries again and arrives`, async ({ page }) => {
      await page.clock.install();
      await page.goto('/', { waitUntil: 'networkidle' });
      await block(page);
      await page.getByRole('link', { name: 'Career', exact: true }).first().click();
      await expectInTheEnd(page, 'This part of the site did not load');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('This part of the site did not load');
      await expect(page).toHaveURL(/\/career$/);
      await expect(page.locator('header')).toBeVisible();
      await expect(page.locator('footer')).toBeVisible();

      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.getByRole('link', { name: 'Try again' }).click();
      await expect(page.locator('[data-boundary="mf-careers"] h1')).toBeVisible();
      await expect(page.getByText('This part of the site did not load')).toBeHidden();
    });

    test(`${how}: the visitor who lands there keeps the server's page`, async ({ page }) => {
      await block(page);
      await page.clock.install();
      await page.goto('/career');
      const heading = page.locator('[data-boundary="mf-careers"] h1');
      await expect(heading).toBeVisible();
      await expectInTheEnd(page, 'This page did not load completely.');
      await expect(heading).toBeVisible();
      await page.getByRole('link', { name: 'Contact Us' }).first().click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Us');
    });
  }

  for (const how of ['absent', 'unreachable', 'without its page']) {
    test(`${how} once: the visitor who comes back to it without a reload arrives`, async ({ page }) => {
      await page.goto('/', { waitUntil: 'networkidle' });
      await page.evaluate(() => Object.assign(globalThis, { isSame: true }));
      await inTheWay[how]!(page);
      await page.getByRole('link', { name: 'Career', exact: true }).first().click();
      await expect(page.getByText('This part of the site did not load')).toBeVisible();

      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.getByRole('link', { name: 'Contact Us' }).first().click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Us');
      await page.getByRole('link', { name: 'Career', exact: true }).first().click();
      // The page that says what is missing has a heading in the same place.
      await expect(page.locator('[data-boundary="mf-careers"] h1')).toHaveText('Career');
      expect(await page.evaluate(() => 'isSame' in globalThis), 'all in one page view').toBe(true);
    });
  }

  test("nor the notice about it: the server's page stays readable, and its links work", async ({ page }) => {
    await page.route(PAGE_CHUNK, (route) => route.abort());
    const refused = page.waitForEvent('requestfailed', (request) => request.url().includes('/kept-content-'));
    await page.route('**/assets/kept-content-*.js', (route) => route.abort());
    await page.goto('/career');
    await refused;
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Career');
    await page.getByRole('link', { name: 'Contact Us' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Us');
  });

  test('throwing while it renders: the visitor is told that the page failed, the rest of the site goes on', async ({
    page,
  }) => {
    const site = await startSite();
    try {
      await publishThrowingInBrowser(site.store);
      await page.goto(`${site.url}/`, { waitUntil: 'networkidle' });
      await page.evaluate(() => Object.assign(globalThis, { hydrated: true }));
      await page.getByRole('link', { name: 'Career', exact: true }).first().click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');
      await expect(page).toHaveTitle('Unexpected Application Error! | Portloom');
      await expect(page.getByRole('link', { name: 'Reload the page' })).toHaveAttribute('href', '/career');
      await page.getByRole('link', { name: 'Contact Us' }).first().click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Us');
    } finally {
      await site.stop();
    }
  });

  test('the composition hangs: the visitor is told, tries again and arrives', async ({ page }) => {
    await page.clock.install();
    await page.goto('/', { waitUntil: 'networkidle' });
    await page.route('**/composition.json*', () => {});
    await page.getByRole('link', { name: 'Career', exact: true }).first().click();
    await expectInTheEnd(page, 'This part of the site did not load');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(page.locator('[data-boundary="mf-careers"] h1')).toBeVisible();
  });
});

test.describe('an open tab whose releases are not kept any more', () => {
  test.use({ expectedComplaints: { matching: [/Failed to load resource.*404/] } });

  test('goes on with those of today, by a full load, once', async ({ page }) => {
    const site = await startSite();
    try {
      await page.goto(`${site.url}/`, { waitUntil: 'networkidle' });
      await page.evaluate(() => Object.assign(globalThis, { isSame: true }));
      await publishThrowingInBrowser(site.store);
      await forgetAllButCurrent('mf-careers', site.store);
      await page.getByRole('link', { name: 'Contact Us' }).first().click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Us');
      await page.getByRole('link', { name: 'Career', exact: true }).first().click();
      await expect(page.locator('[data-boundary="mf-careers"] h1')).toBeVisible();
      expect(await page.evaluate(() => 'isSame' in globalThis)).toBe(false);
    } finally {
      await site.stop();
    }
  });
});
