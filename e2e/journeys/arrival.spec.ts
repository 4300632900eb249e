/** Navigation without a page load does what a page load does: the top of the page, the way back, the focus. */
import type { Page } from 'playwright/test';
import { openHydrated } from '../fixtures/hydrated.ts';
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
