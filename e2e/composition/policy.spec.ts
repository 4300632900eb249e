/** What an attacker manages to write into a page does not run, on a kept page or any other. */
import type { Page } from 'playwright/test';
import { postCalls } from '../../shared/contracts/posts.ts';
import { openHydrated } from '../fixtures/hydrated.ts';
import { expect, test } from '../fixtures/test.ts';

/** The page that it is written into. */
const PATH = '/about';
const FOREIGN = 'https://foreign.example/module.js';
/** Modules that an injected `import()` might ask for. */
const MODULES = [FOREIGN, 'data:text/javascript,export default 1'];
/** URLs of this site that return what was sent, or data. */
const OWN = [`${postCalls.images}/1`, postCalls.posts, '/registry.json', '/composition.json?x=1', '/contact'];

/** What is injected into the page, by the name that it calls `ran` with. */
const injected: Record<string, string> = {
  'inline script': `<script>ran('inline script')</script>`,
  'inline module': `<script type="module">ran('inline module')</script>`,
  'event handler': `<img src="data:," alt="" onerror="ran('event handler')">`,
  [FOREIGN]: `<script type="module" src="${FOREIGN}"></script>`,
  ...Object.fromEntries(OWN.map((path) => [path, `<script src="${path}"></script>`])),
};
const BASE = '<base href="https://foreign.example/">';

/** Opens a page with all of this injected. Every script that it might load calls `ran` with its URL. */
async function openInjected(
  page: Page,
  { html, headers = {}, withPolicy = true }: { html: string; headers?: Record<string, string>; withPolicy?: boolean },
): Promise<Set<string>> {
  const ran = new Set<string>();
  await page.exposeFunction('ran', (what: string) => void ran.add(what));
  for (const url of [FOREIGN, ...OWN]) {
    await page.route(
      (given) => given.href === url || given.pathname + given.search === url,
      (route) =>
        route.request().resourceType() === 'script'
          ? route.fulfill({
              contentType: 'text/javascript',
              headers: { 'access-control-allow-origin': '*' },
              body: `ran(${JSON.stringify(url)})`,
            })
          : route.fallback(),
    );
  }
  await page.route(
    (url) => url.pathname === PATH,
    async (route) => {
      const response = await route.fetch({ headers: { ...route.request().headers(), ...headers } });
      const { 'content-security-policy': policy, ...others } = response.headers();
      const body = (await response.text()).replace('</body>', `${html}</body>`);
      await route.fulfill({
        status: 200,
        headers: { ...others, ...(withPolicy && { 'content-security-policy': policy! }) },
        body,
      });
    },
  );
  await page.goto(PATH, { waitUntil: 'load' });
  return ran;
}

const everything = Object.values(injected).join('');
const baseOf = (page: Page) => page.evaluate(() => new URL(document.baseURI).host);

/** @returns whether the page got the module */
const imported = (page: Page, url: string) =>
  page.evaluate(
    (each) =>
      import(each).then(
        () => true,
        () => false,
      ),
    url,
  );

test.describe('without the policy', () => {
  test.use({ expectedComplaints: { matching: [/./] } });

  test('all of it runs, so the tests below can fail', async ({ page }) => {
    const ran = await openInjected(page, { html: everything, withPolicy: false });
    await expect.poll(() => [...ran].toSorted()).toEqual(Object.keys(injected).toSorted());
    for (const url of MODULES) expect(await imported(page, url), url).toBe(true);
  });

  test('the base changes', async ({ page }) => {
    await openInjected(page, { html: BASE, withPolicy: false });
    expect(await baseOf(page)).toBe('foreign.example');
  });
});

test.describe('with it', () => {
  test.use({
    expectedComplaints: {
      matching: [/Content Security Policy/, /^policy: (script-src-(elem|attr)|base-uri) /],
    },
  });

  for (const { kind, headers } of [
    { kind: 'made for this visitor', headers: { cookie: 'session=none' } },
    { kind: 'kept', headers: { cookie: '' } },
  ]) {
    test(`nothing of it runs on a page ${kind}`, async ({ page, request, site }) => {
      const { etag } = (await request.get(PATH, { headers })).headers();
      expect(etag !== undefined).toBe(kind === 'kept');
      const ran = await openInjected(page, { html: everything + BASE, headers });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await baseOf(page)).toBe(new URL(site.url).host);
      for (const url of MODULES) expect(await imported(page, url), url).toBe(false);
      for (const path of OWN) expect(await imported(page, path), path).toBe(false);
      expect([...ran]).toEqual([]);
    });
  }
});

test('the hashes of other remotes are in the policy from the start', async ({ page }) => {
  await openHydrated(page, '/about');
  await page.getByRole('banner').getByRole('link', { name: 'Career' }).first().click();
  await expect(page).toHaveURL(/\/career$/);
  const maps = page.locator('script[type=importmap]');
  await expect(maps).toHaveCount(2);
  expect(await maps.last().textContent()).toContain('/remotes/mf-careers/');
});

test.describe('a module that was altered on its way', () => {
  test.use({
    expectedComplaints: { matching: [/integrity/i, /Failed to load resource|\[mf-marketing\]|dynamically imported/] },
  });

  const alter = (page: Page, url: string): Promise<unknown> =>
    page.route(url, async (route) => {
      const body = await (await route.fetch()).text();
      await route.fulfill({ contentType: 'text/javascript', body: `globalThis.altered = true; ${body}` });
    });

  test('is refused on the page itself, whose preload has no hash of its own', async ({ page }) => {
    await alter(page, '**/assets/contact-page-*.js');
    await openHydrated(page, '/contact');
    await expect(page.getByText('This page did not load completely.')).toBeVisible();
    expect(await page.evaluate(() => 'altered' in globalThis)).toBe(false);
  });

  test('is refused on another page of the area, whose hashes the document does not have', async ({ page }) => {
    await openHydrated(page, '/contact');
    expect(await page.locator('script[type=importmap]').textContent()).not.toContain('/about-page-');
    await alter(page, '**/assets/about-page-*.js');
    const left = page.waitForEvent('domcontentloaded'); // for the server's page
    await page.getByRole('link', { name: 'About Us', exact: true }).first().click();
    await left;
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/./);
    await expect(page.getByText('This page did not load completely.')).toBeVisible();
    expect(await page.evaluate(() => 'altered' in globalThis)).toBe(false);
  });
});

test('visitors who reach the site by another name get a page that works', async ({ page, site }) => {
  const url = site.url.replace('localhost', '127.0.0.1');
  await openHydrated(page, `${url}/about`);
});
