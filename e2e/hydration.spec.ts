/**
 * Every page in React's development build, which reports each difference between what the server sent and what the
 * browser makes of it. One worker takes this file, so that there is one site with that build.
 */
import { hydrated } from './fixtures/hydrated.ts';
import { pages } from './fixtures/pages.ts';
import { expect, test } from './fixtures/test.ts';

/**
 * One window for all pages of an area. Only a class and CSS tell the themes apart, so a difference would show in the
 * dark one, of which the server does not know.
 */
for (const area of new Set(pages.map((page) => page.area))) {
  test(`the pages of ${area} hydrate without a mismatch, in the dark`, async ({ page, developmentSite }) => {
    test.slow(); // Up to fifteen pages.
    const said: string[] = [];
    page.on('console', (message) => void (message.type() === 'error' && said.push(message.text())));
    await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
    for (const { path } of pages.filter((each) => each.area === area)) {
      await test.step(path, async () => {
        await page.goto(developmentSite.url + path, { waitUntil: 'networkidle' });
        await expect(page.locator('body')).toHaveClass('dark');
        await hydrated(page);
        expect.soft(said.splice(0), path).toEqual([]);
      });
    }
  });
}

test.describe('a page that does not exist', () => {
  test.use({ expectedComplaints: { matching: [/status of 404/] } });

  test('hydrates without a mismatch', async ({ page, developmentSite }) => {
    await page.goto(`${developmentSite.url}/no/such/page`, { waitUntil: 'networkidle' });
    await hydrated(page);
  });
});

test.describe('a document that differs', () => {
  test.use({ expectedComplaints: { matching: [/hydrat/i] } });

  test('is reported, so the tests above can fail', async ({ page, developmentSite }) => {
    const complaint = page.waitForEvent('console', (message) => /hydrat/i.test(message.text()));
    await page.route('**/career', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/<h1([^>]*)>[^<]*/, '<h1$1>Something else');
      await route.fulfill({ response, body });
    });
    await page.goto(`${developmentSite.url}/career`);
    await complaint;
  });
});
