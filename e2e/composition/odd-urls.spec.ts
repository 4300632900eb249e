/** Server and browser read every URL alike: whatever it is, the page that comes works for the visitor. */
import { hydrated } from '../fixtures/hydrated.ts';
import { expect, test } from '../fixtures/test.ts';

const nobodys: Record<string, string[]> = {
  'with a percent sign that encodes nothing': ['/%', '/about%', '/%zz/about', '/about%0A?x=%0A#%'],
  'with line breaks and other control characters': [
    '/about%0A',
    '/about%0a',
    '/%0Aabout',
    '/about%0D%0A',
    '/no/such%0A/page',
    '/about%00',
    '/about%09',
    '/about%7F',
    '/about%C2%85',
    '/about%E2%80%A8',
    '/about%E2%80%A9/x',
  ],
  'with bytes that are no text, and with text beyond ASCII': [
    '/%C0%AF',
    '/%ED%A0%80',
    '/%FF',
    '/caf\u00e9',
    '/caf%C3%A9',
    '/cafe%CC%81',
    '/%F0%9F%98%80',
    '/%61pi%2Fposts',
  ],
  'with spaces, slashes and backslashes': [
    '/about%20',
    '/%20about',
    '/about%2F',
    '/%2Fabout',
    '/%2F%2Fabout',
    '/about%2Fteam',
    '/about%5C',
    '//about',
    '///about//',
    '//evil.example/about',
    '//evil.example/x%',
    '/\\about',
    '/about\\x',
  ],
  'with what means something to routers': [
    '/about;x',
    '/about:x',
    '/:about',
    '/*',
    '/(about)',
    '/about*',
    '/about/..%2F',
    '/...',
    '/about.',
  ],
  'that look like others': ['/API/x', '/post/1/x', '/post/', '/__proto__', '/constructor', `/${'a'.repeat(2_000)}`],
};

/** Each is a test of something else in the browser: its URL parser, its history, or the router. */
const inBrowser: readonly string[] = [
  '/about%0A?x=%0A#%',
  '/about%E2%80%A9/x',
  '/%C0%AF',
  '/caf\u00e9',
  '/about%20',
  '/%2F%2Fabout',
  '//evil.example/about',
  '//evil.example/x%',
  '/\\about',
  '/*',
  '/post/',
  '/__proto__',
];

test.describe('addresses without a page', () => {
  test.use({ expectedComplaints: { matching: [/status of 404/] } });

  for (const [kind, paths] of Object.entries(nobodys)) {
    test(`${kind} get the page that says so`, async ({ request, site }) => {
      for (const path of paths) {
        const response = await request.get(site.url + path);
        expect(response.status(), path).toBe(404);
        expect(await response.text(), path).toContain('<title>Page not found | Portloom</title>');
      }
    });
  }

  // shared/releases/ownership.test.ts proves that server and browser read every path alike.
  test('in the browser that page is in a working frame', async ({ page, site }) => {
    test.slow(); // Every address is loaded, in one window.
    for (const path of inBrowser) {
      await test.step(JSON.stringify(path), async () => {
        expect(Object.values(nobodys).flat()).toContain(path);
        const response = await page.goto(site.url + path);
        await hydrated(page);
        expect(response!.status()).toBe(404);
        await expect(page).toHaveTitle('Page not found | Portloom');
        await expect(page.getByRole('contentinfo')).toBeVisible();
        // Its links navigate without reloading the page.
        await page.evaluate(() => Object.assign(globalThis, { isSame: true }));
        await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).first().click();
        await expect(page).toHaveTitle(/FAQ/);
        expect(await page.evaluate(() => 'isSame' in globalThis)).toBe(true);
      });
    }
  });
});

const spellings = [
  ['/%61bout', /About Us/],
  ['/ABOUT', /About Us/],
  ['/about/', /About Us/],
  ['/about//', /About Us/],
  ['/./about', /About Us/],
  ['/about ', /About Us/],
  ['/about?x=%', /About Us/],
  ['/x/../about', /About Us/],
  ['/x/%2e%2E/about', /About Us/],
  ['/refund_%26_cancellation_policy', /Refund/],
  ['/refund_&_cancellation_policy', /Refund/],
] as const;

test('a page has its other spellings', async ({ page, request }) => {
  for (const [path, title] of spellings) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(200);
    expect(/<title>([^<]*)/.exec(await response.text())?.[1], path).toMatch(title);
  }
  for (const path of ['/%61bout', '/about//', '/about?x=%', '/refund_%26_cancellation_policy']) {
    await test.step(path, async () => {
      const response = await page.goto(path);
      await hydrated(page);
      expect(response!.status()).toBe(200);
      await expect(page).toHaveTitle(/About Us|Refund/);
    });
  }
});
