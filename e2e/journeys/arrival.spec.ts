/** Navigation without a page load does what a page load does: the top of the page, the way back, the focus. */
import type { Page } from 'playwright/test';
import { hold } from '../fixtures/held.ts';
import { hydrated, openHydrated } from '../fixtures/hydrated.ts';
import { expect, test } from '../fixtures/test.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const scrolled = (page: Page): Promise<number> => page.evaluate(() => scrollY);

test('a page begins at its top, and the way back leads to where the visitor was', async ({ page }) => {
  await openHydrated(page, '/blogDey');
  const link = page.getByRole('link', { name: 'Port Harcourt to anywhere: remote by default' });
  await link.scrollIntoViewIfNeeded();
  const before = await scrolled(page);
  expect(before).toBeGreaterThan(200);
  await link.click();
  await expect(heading(page)).toHaveText('Port Harcourt to anywhere: remote by default');
  await expect.poll(() => scrolled(page)).toBe(0);

  await page.evaluate(() => scrollTo(0, 300));
  await page.goBack();
  await expect(heading(page)).toHaveText('All posts');
  await expect.poll(() => scrolled(page)).toBe(before);
  await page.goForward();
  await expect.poll(() => scrolled(page)).toBe(300);
});

test('a page scrolled before it was taken over is found there again, also after loading others anew', async ({
  page,
}) => {
  const { release } = await hold(page, '**/assets/client-*');
  await page.goto('/blogDey', { waitUntil: 'commit' });
  await page.getByRole('contentinfo').waitFor();
  await page.evaluate(() => scrollTo(0, 400));
  release();
  await hydrated(page);
  await page.getByRole('banner').getByRole('link', { name: 'Contact Us' }).click();
  await expect.poll(() => scrolled(page)).toBe(0);
  await page.goBack();
  await expect(heading(page)).toHaveText('All posts');
  await expect.poll(() => scrolled(page)).toBe(400);

  await page.goForward();
  await expect(heading(page)).toHaveText('Contact Us');
  await page.reload();
  await hydrated(page);
  await openHydrated(page, '/faq');
  await page.evaluate(() => scrollTo(0, 100));
  await page.goBack();
  await expect(heading(page)).toHaveText('Contact Us');
  await hydrated(page);
  await page.goBack();
  await expect(heading(page)).toHaveText('All posts');
  await expect.poll(() => scrolled(page)).toBe(400);
});

test('a page that is only read makes no entry of its own and looks for no place', async ({ page }) => {
  await page.addInitScript(() => {
    const read: string[] = [];
    const { getItem } = Storage.prototype;
    Storage.prototype.getItem = function (key) {
      if (this === sessionStorage) read.push(key);
      return getItem.call(this, key);
    };
    Object.assign(globalThis, { read });
  });
  await openHydrated(page, '/contact');
  const seen = () =>
    page.evaluate(() => ({
      read: (globalThis as unknown as { read: string[] }).read,
      state: history.state as unknown,
    }));
  expect(await seen()).toEqual({ read: [], state: null });
  await page.evaluate(() => scrollTo(0, 50));
  await expect.poll(async () => (await seen()).read, 'now there is a place to keep').not.toEqual([]);
});

test('after a link of the footer, the new page is read from its heading', async ({ page }) => {
  await openHydrated(page, '/contact');
  await expect(page.locator('body'), 'the first page leaves the focus alone').toBeFocused();
  await page.evaluate(() => Object.assign(globalThis, { isSame: true }));
  await page.getByRole('contentinfo').getByRole('link', { name: 'Career' }).click();
  await expect(heading(page)).toHaveText('Career');
  await expect(heading(page)).toBeFocused();
  await expect(heading(page)).toBeInViewport();
  await expect(page).toHaveTitle(/^Career/);
  expect(await page.evaluate(() => 'isSame' in globalThis), 'without loading a document').toBe(true);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByRole('link').first()).toBeFocused();
});
