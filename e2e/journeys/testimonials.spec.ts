/** Testimonials: a featured story, and twenty entries on four pages that are links. */
import { openHydrated } from '../fixtures/hydrated.ts';
import { phone } from '../fixtures/screens.ts';
import { expect, test } from '../fixtures/test.ts';

test('twenty entries, six on a page, pages 1 to 4', async ({ page }) => {
  await page.setViewportSize(phone);
  await openHydrated(page, '/testimonies');
  await expect(page.getByRole('region', { name: 'Featured story' })).toContainText('Adaeze N.');
  await expect(page.getByRole('main')).toContainText('4.8/5');
  const pages = page.getByRole('navigation', { name: 'Testimonial pages' }).getByRole('link');
  await expect(pages).toHaveText(['1', '2', '3', '4']);
  const entries = page.locator('section').filter({ hasText: 'More from clients' }).getByRole('figure');
  const names: string[] = [];
  for (const [index, count] of [6, 6, 6, 2].entries()) {
    await pages.nth(index).click();
    await expect(pages.nth(index)).toHaveAttribute('aria-current', 'page');
    await expect(entries).toHaveCount(count);
    names.push(...(await entries.locator('b').allTextContents()));
  }
  expect(new Set(names).size).toBe(20);
  await expect(page).toHaveURL(/\?page=4/);
});

test('a page has its own address, without script too; what is no page is the first', async ({
  withoutScript: page,
}) => {
  await page.goto('/testimonies');
  const current = page.getByRole('navigation', { name: 'Testimonial pages' }).locator('[aria-current=page]');
  await expect(current).toHaveText('1');
  await page.getByRole('link', { name: 'Page 3' }).click();
  await expect(current).toHaveText('3');
  await expect(page).toHaveTitle('Testimonials, page 3 | Portloom');
  await expect(page.getByText('Client M')).toBeVisible();
  for (const nonsense of ['5', '0', '-1', '1.5', 'x']) {
    await page.goto(`/testimonies?page=${nonsense}`);
    await expect(current).toHaveText('1');
  }
});
