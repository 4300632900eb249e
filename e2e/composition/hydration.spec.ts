/** React's development build reports every difference between what the server sent and what the browser renders. */
import { hydrated } from '../fixtures/hydrated.ts';
import { expect, test as base } from '../fixtures/test.ts';
import { pages } from '../fixtures/pages.ts';
import { startSite, type Site } from '../../tooling/site/start-site.ts';

const test = base.extend<object, { site: Site }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const site = await startSite({ development: true });
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
});

for (const theme of ['light', 'dark'] as const) {
  for (const { path } of pages) {
    test(`${path} hydrates without a mismatch, ${theme}`, async ({ page }) => {
      await page.addInitScript((value) => localStorage.setItem('theme', value), theme);
      await page.goto(path, { waitUntil: 'networkidle' });
      await expect(page.locator('body')).toHaveClass(theme);
      await hydrated(page);
    });
  }
}

test.describe('a page that does not exist', () => {
  test.use({ expectedComplaints: { matching: [/status of 404/] } });

  test('hydrates without a mismatch', async ({ page }) => {
    await page.goto('/no/such/page', { waitUntil: 'networkidle' });
    await hydrated(page);
  });
});

test.describe('a document that differs', () => {
  test.use({ expectedComplaints: { matching: [/hydrat/i] } });

  test('is reported, so the tests above can fail', async ({ page }) => {
    const complaint = page.waitForEvent('console', (message) => /hydrat/i.test(message.text()));
    await page.route('**/career', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/<h1([^>]*)>[^<]*/, '<h1$1>Something else');
      await route.fulfill({ response, body });
    });
    await page.goto('/career');
    await complaint;
  });
});
