/** The header: compact above 100 px of scroll, the visitor's section marked; every-page.spec.ts: where it is bare. */
import type { Page } from 'playwright/test';
import { openHydrated } from '../fixtures/hydrated.ts';
import { recordShifts } from '../fixtures/layout-shifts.ts';
import { withMotion } from '../fixtures/motion.ts';
import { expect, test } from '../fixtures/test.ts';

test.use(withMotion);

const header = (page: Page) => page.getByRole('banner');
/** Px of the window that the header covers. */
const covered = (page: Page): Promise<number> => header(page).evaluate((bar) => bar.getBoundingClientRect().bottom);

for (const [width, normal] of [
  [1440, 84],
  [390, 68],
] as const) {
  test(`compact above 100 px of scroll and back, and nothing is shifted, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 700 });
    const shifts = await recordShifts(page);
    await openHydrated(page, '/contact');
    await page.evaluate(() => document.fonts.ready);
    expect(Math.round(await covered(page))).toBe(normal + 1);

    await page.evaluate(() => scrollTo(0, 100));
    await expect(header(page)).not.toHaveAttribute('data-compact');
    await page.evaluate(() => scrollTo(0, 101));
    await expect.poll(() => covered(page)).toBe(61);
    const contact = await header(page).getByRole('link', { name: 'Contact Us' }).boundingBox();
    expect(contact!.y + contact!.height / 2, 'the row is in the middle of what is seen').toBeCloseTo(32, 0);
    expect(contact!.height).toBeGreaterThanOrEqual(44);

    await page.evaluate(() => scrollTo(0, 0));
    await expect.poll(() => covered(page)).toBe(normal + 1);
    expect(await shifts()).toEqual([]);
  });
}

test('the page itself is marked, and the section that another page belongs to', async ({ page }) => {
  const marked = header(page).locator('[aria-current]');
  await openHydrated(page, '/career');
  await expect(marked).toHaveText('Career');
  await expect(marked).toHaveAttribute('aria-current', 'page');
  await openHydrated(page, '/post/1');
  await expect(marked).toHaveText('Blog');
  await expect(marked).toHaveAttribute('aria-current', 'true');
  await openHydrated(page, '/');
  await expect(marked).toHaveCount(0);
});

test('Industries leads to a section of the home page', async ({ page }) => {
  await openHydrated(page, '/contact');
  await header(page).getByRole('link', { name: 'Industries' }).click();
  await expect(page).toHaveURL(/\/#industries$/);
});
