/** Areas are one site: navigation between them is client-side, and what they share exists once. */
import { hold } from '../fixtures/held.ts';
import { hydrated, openHydrated } from '../fixtures/hydrated.ts';
import { expect, test } from '../fixtures/test.ts';
import type { Page } from 'playwright/test';

/** Follows a link of the frame and waits for the page behind it. */
async function follow(page: Page, name: string, heading: RegExp | string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
}

test('a visitor walks through all areas without a page load, and with the same composition', async ({
  page,
  request,
}) => {
  await openHydrated(page, '/');
  let documents = 0;
  page.on('request', (request) => {
    if (request.resourceType() === 'document') documents += 1;
  });
  await page.evaluate(() => Object.assign(globalThis, { visited: 'home' }));
  const { releases } = await page.evaluate(
    () =>
      (
        JSON.parse(document.getElementById('page-data')!.textContent!) as {
          composition: { releases: Record<string, string> };
        }
      ).composition,
  );
  const asked = page.waitForResponse(/composition\.json/);

  await follow(page, 'Contact Us', 'Contact Us');
  await expect(page).toHaveTitle('Contact Portloom');
  await follow(page, 'Career', /./);
  await expect(page.locator('[data-boundary="mf-careers"]')).toBeVisible();
  await expect(page.locator('[data-boundary="mf-careers"]')).toHaveAttribute('data-release', releases['mf-careers']!);
  const composition = await asked;
  expect(Object.fromEntries(new URL(composition.url()).searchParams)).toEqual(releases);
  expect(composition.headers()['cache-control']).toContain('immutable');
  expect((await request.get(composition.url())).status()).toBe(200);
  await follow(page, 'Login', /./);
  await expect(page.locator('[data-boundary="mf-auth"]')).toBeVisible();
  await page.goBack();
  await expect(page.locator('[data-boundary="mf-careers"]')).toBeVisible();
  expect(documents).toBe(0);
  expect(await page.evaluate(() => (globalThis as unknown as { visited: string }).visited)).toBe('home');
});

test('React, the router and styled-components are evaluated once for all areas', async ({ page, request }) => {
  await page.addInitScript(() => {
    const counts = { renderers: 0, routers: 0 };
    Object.assign(globalThis, {
      counts,
      // React DOM announces itself here when it is evaluated.
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        isDisabled: false,
        supportsFiber: true,
        renderers: new Map(),
        inject: () => (counts.renderers += 1),
        onCommitFiberRoot() {},
        onCommitFiberUnmount() {},
        onPostCommitFiberRoot() {},
        checkDCE() {},
      },
    });
    // React Router leaves its version here when it is evaluated.
    Object.defineProperty(globalThis, '__reactRouterVersion', {
      set() {
        counts.routers += 1;
      },
    });
  });
  const scripts = new Set<string>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.add(response.url());
  });
  await openHydrated(page, '/');
  for (const link of ['Contact Us', 'Career', 'Login']) await follow(page, link, /./);
  // One from the server, which stays, and one from the only copy of styled-components.
  expect(await page.locator('style[data-styled]').count()).toBe(2);
  await openHydrated(page, '/post/1');
  const texts = await Promise.all(
    [...scripts].map(async (url) => ({ url, text: await (await request.get(url)).text() })),
  );

  expect(await page.evaluate(() => (globalThis as unknown as { counts: object }).counts)).toEqual({
    renderers: 1,
    routers: 1,
  });
  for (const mark of [
    'react.transitional.element',
    'react.memo_cache_sentinel',
    'data-styled-version',
    '__reactRouterVersion',
  ]) {
    const bundles = texts.filter(({ text }) => text.includes(mark)).map(({ url }) => new URL(url).pathname);
    expect(bundles, `bundles that hold ${mark}`).toEqual([expect.stringMatching(/^\/assets\/client-/)]);
  }
});

test('what the server made stays: a page has its rules once, and the text of a post', async ({ page }) => {
  const html = await (await openHydrated(page, '/post/1')).text();
  const rules = page.locator('style[data-styled]');
  const counted = await rules.evaluateAll((styles) =>
    styles.map((style) => (style as HTMLStyleElement).sheet!.cssRules.length),
  );
  expect(counted[0]).toBeGreaterThan(50);
  expect(counted.slice(1), 'elements that the browser has added').toEqual([]);

  const article = page.locator('[data-article]');
  const paragraph = (await article.locator('p').last().textContent())!;
  const words = /[\w ,.]{30,}/.exec(paragraph)![0];
  expect(html.split(words).length - 1, words).toBe(1);
  // If it is not in the page's data, the loader brings it, also on the way back.
  const before = await article.innerHTML();
  await follow(page, 'Contact Us', 'Contact Us');
  await page.goBack();
  await expect(article).toBeVisible();
  expect(await article.innerHTML()).toBe(before);
});

test('the router reads the patterns of other pages when a visitor turns to one of them', async ({ page }) => {
  await page.addInitScript(() => {
    const read: string[] = [];
    const construct = (target: typeof RegExp, given: [string]) => {
      read.push(given[0]);
      return new target(...given);
    };
    Object.assign(globalThis, { read, RegExp: new Proxy(RegExp, { construct }) });
  });
  const read = () => page.evaluate(() => (globalThis as unknown as { read: string[] }).read);
  const about = expect.stringMatching(/^\^\/about\b/) as unknown;

  await openHydrated(page, '/contact');
  expect(await read()).toContainEqual(expect.stringMatching(/^\^\/contact\b/));
  expect(await read()).not.toContainEqual(about);
  await follow(page, 'About Us', /./);
  await expect(page).toHaveURL('/about');
  expect(await read()).toContainEqual(about);
});

test('a page reached by navigation draws what the server would have drawn', async ({ page }) => {
  await openHydrated(page, '/career');
  await page.evaluate(() => {
    history.pushState(null, '', '/no/such/page');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');
  await expect(page.locator('main svg path').first()).toBeAttached();
});

test('back on a page that is reloading: the browser changes the URL alone, so its page is loaded', async ({ page }) => {
  await openHydrated(page, '/career?from=here');
  await follow(page, 'Contact Us', 'Contact Us');
  const documents: string[] = [];
  page.on('request', (request) => request.isNavigationRequest() && documents.push(new URL(request.url()).pathname));
  await page.reload();
  await hydrated(page);
  const held = await hold(page, /client-.*\.js/);
  await page.reload({ waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Us');
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL('/career?from=here');
  held.release();
  await expect(page.locator('[data-boundary="mf-careers"] h1')).toBeVisible();
  await hydrated(page);
  expect(documents).toEqual(['/contact', '/contact', '/career']);
});
