/** Failures in the browser beyond those of remotes that matrix.spec.ts goes through. */
import type { Page } from 'playwright/test';
import { startSite } from '../../tooling/site/start-site.ts';
import { drawn } from '../fixtures/frames.ts';
import { hold } from '../fixtures/held.ts';
import { hydrated, openHydrated } from '../fixtures/hydrated.ts';
import { expect, test } from '../fixtures/test.ts';
import { forgetAllButCurrent, publishThrowingInBrowser } from './faulty-release.ts';

const PAGE_CHUNK = /\/remotes\/mf-careers\/.*career-page/;

/** Longer than a page waits for a remote (shell/src/remotes/deadline.ts), in milliseconds. */
const PATIENCE_MS = 20_000;

/** Waits for words that the page shows after its deadline, and makes the deadline pass as soon as it waits. */
async function expectInTheEnd(page: Page, words: string): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(PATIENCE_MS);
    await expect(page.getByText(words)).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 20_000 });
}

/** While the line is broken, "Try again" leads nowhere; then one press is enough. */
async function expectNoWayOut(page: Page): Promise<void> {
  const again = page.getByRole('link', { name: 'Try again' });
  await page.context().setOffline(true);
  const refused = page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD');
  await again.click();
  await refused;
  await expect(again).not.toHaveAttribute('aria-busy');
  await page.context().setOffline(false);
  await again.click();
  await expect(again).toHaveCount(0);
}

test.describe('a remote fails in the browser', () => {
  test.use({
    expectedComplaints: {
      matching: [
        /Failed to load resource/,
        /\[(mf-blog|mf-careers|composition)\]/,
        /integrity/i,
        /uncaught|Failed to fetch/i,
        /Unexpected|dynamically imported|404/,
        /on purpose/,
        /already registered/,
      ],
    },
  });

  test("its page's code and the notice about it are missing: the server's page and its links still work", async ({
    page,
  }) => {
    await page.route(PAGE_CHUNK, (route) => route.abort());
    const refused = page.waitForEvent('requestfailed', (request) => request.url().includes('/kept-content-'));
    await page.route('**/assets/kept-content-*.js', (route) => route.abort());
    await page.goto('/career');
    await refused;
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Career');
    await page.getByRole('link', { name: 'Contact Us' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Us');
  });

  test("a link to an address without a page leads to the page that says so, not to the server's page again", async ({
    page,
  }) => {
    await page.route(PAGE_CHUNK, (route) => route.abort());
    await page.goto('/career');
    const heading = page.getByRole('heading', { level: 1 });
    await expect(page.getByText('This page did not load completely.')).toBeVisible();
    await page.evaluate(() => document.querySelector('main a')!.setAttribute('href', '/no-such-page'));
    await page.locator('a[href="/no-such-page"]').click();
    await expect(heading).toHaveText('Unexpected Application Error!');
    await expect(page).toHaveTitle(/^Page not found/);
    await page.getByRole('link', { name: 'Contact Us' }).first().click();
    await expect(heading).toHaveText('Contact Us');
  });

  test('what has the focus is not behind the notice about it', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    await page.route(PAGE_CHUNK, (route) => route.abort());
    await page.goto('/career');
    const notice = page.getByRole('status').filter({ hasText: 'This page did not load completely.' });
    await expect(notice).toBeVisible();
    await page.getByRole('link', { name: 'Apply for Senior Java developer' }).focus();
    for (let isInNotice = false; !isInNotice; ) {
      await drawn(page);
      const [isBehind, name] = await notice.evaluate((box) => {
        const { activeElement } = document;
        const { bottom } = activeElement!.getBoundingClientRect();
        return [bottom > box.getBoundingClientRect().top, activeElement!.outerHTML] as const;
      });
      expect(isBehind, name).toBe(false);
      await page.keyboard.press('Tab');
      isInNotice = await notice.evaluate((box) => box.contains(document.activeElement));
    }
    await page.unrouteAll();
    await expectNoWayOut(page);
    await expect(notice).toHaveCount(0);
  });

  test('a page that answers a form is loaded again without sending the form again', async ({ page }) => {
    await page.route(/\/remotes\/mf-blog\/.*simple-blog-page/, (route) => route.abort());
    await page.goto('/apy');
    const again = page.getByRole('link', { name: 'Try again' });
    await expect(again).toBeVisible();
    const form = page.getByRole('main').locator('form[method=post]');
    await form.evaluate((element: HTMLFormElement) => element.submit());
    await expect(page).toHaveURL(/#answer$/);
    await expect(again).toBeVisible();
    await page.unrouteAll();
    const loaded = page.waitForRequest((request) => request.isNavigationRequest());
    await again.click();
    expect((await loaded).method()).toBe('GET');
    await hydrated(page);
    await expect(again).toHaveCount(0);
  });

  test('a page that is loaded again is not loaded any more once its visitor has gone on', async ({ page }) => {
    await page.route(PAGE_CHUNK, (route) => route.abort());
    await page.goto('/career');
    const again = page.getByRole('link', { name: 'Try again' });
    const held = await hold(page, '**/career', 'HEAD');
    await again.click();
    await expect.poll(() => held.asked).toHaveLength(1);
    await page.getByRole('link', { name: 'Contact Us' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Us');
    await page.getByLabel('Full Name').fill('Ada Obi');
    const answered = page.waitForResponse((response) => response.request().method() === 'HEAD');
    held.release();
    await answered;
    // A full load would have begun by then.
    await drawn(page);
    await page.waitForLoadState('networkidle');
    await expect(page.getByLabel('Full Name')).toHaveValue('Ada Obi');
  });

  test('the list of roles is missing: a link to it says so, and an open page stays', async ({ page }) => {
    const listed = page.getByRole('main').getByRole('listitem').getByRole('heading');
    await openHydrated(page, '/');
    await page.route('**/role-rows-*.js', (route) => route.abort());
    await page.getByRole('link', { name: 'Career', exact: true }).first().click();
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(listed).toHaveCount(6);
    await hydrated(page);
    await page.getByLabel('First name').fill('Adaeze');
    const refused = page.waitForEvent('requestfailed', (request) => request.url().includes('/role-rows-'));
    await page.getByRole('link', { name: 'Apply for Backend developer' }).click();
    await refused;
    await expect(page.getByRole('main').getByLabel('Role', { exact: true })).toHaveValue('backend-developer');
    await expect(listed).toHaveCount(6);
    await expect(page.getByLabel('First name')).toHaveValue('Adaeze');
    await test.step('coming back to it while the line is broken says that', async () => {
      await page.getByRole('link', { name: 'Contact Us' }).first().click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Us');
      await page.context().setOffline(true);
      await page.goBack();
      await expect(page.getByText('You seem to be offline.')).toBeVisible();
      await expectNoWayOut(page);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Career');
    });
  });

  test.describe('in a browser that has not loaded it before', () => {
    test.use({ isWindowNew: true });

    test('offline, a visitor is told so, without a gap where the drawing cannot come', async ({ page }) => {
      await openHydrated(page, '/');
      await page.waitForLoadState('networkidle');
      await page.context().setOffline(true);
      await page.getByRole('link', { name: 'Career', exact: true }).first().click();
      await expect(page.getByText('You seem to be offline.')).toBeVisible();
      const heading = page.getByRole('heading', { level: 1, name: 'This part of the site did not load' });
      expect((await heading.boundingBox())!.y).toBeLessThan(200);
      await page.context().setOffline(false);
      await expect(page.getByText('The rest of the site is working.')).toBeVisible();
    });
  });

  test('the composition hangs: the visitor is told, tries again and arrives', async ({ page }) => {
    await page.clock.install();
    await openHydrated(page, '/');
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
    const site = await startSite({ remotes: ['mf-marketing', 'mf-careers'] });
    try {
      await openHydrated(page, `${site.url}/`);
      await page.evaluate(() => Object.assign(globalThis, { isSame: true }));
      await publishThrowingInBrowser(site.store);
      await forgetAllButCurrent('mf-careers', site.store);
      await page.getByRole('link', { name: 'Contact Us' }).first().click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Us');
      await page.getByRole('link', { name: 'Career', exact: true }).first().click();
      await expect(page.locator('[data-boundary="mf-careers"] h1')).toBeVisible();
      expect(await page.evaluate(() => 'isSame' in globalThis)).toBe(false);
    } finally {
      // Otherwise whatever it is still loading would find no site.
      await page.goto('about:blank');
      await site.stop();
    }
  });
});
