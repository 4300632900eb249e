/** Rules that only the later part of the home page needs come in a file (decision 133). */
import type { Page } from 'playwright/test';
import { scrape } from '../../shared/node/test-support/scrape.ts';
import { freePort } from '../../tooling/processes/free-port.ts';
import { startSite } from '../../tooling/site/start-site.ts';
import { hold } from '../fixtures/held.ts';
import { hydrated, openHydrated } from '../fixtures/hydrated.ts';
import { expect, test } from '../fixtures/test.ts';

const FILE = /\/assets\/rules\//;

/** Styles of a section and of the footer that show whether their rules have loaded. */
const looks = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => {
    const styleOf = (selector: string) => getComputedStyle(document.querySelector(selector)!);
    return {
      section: styleOf('[data-ground=sunken]:has(article)').paddingTop,
      swatches: styleOf('[data-ground=sunken] article').display,
      footer: styleOf('footer').backgroundColor,
    };
  });

/** Rules that styled-components has inserted itself, in all of its elements. */
const insertedRules = (page: Page): Promise<number> =>
  page
    .locator('style[data-styled]')
    .evaluateAll((styles) =>
      styles.slice(1).reduce((sum, style) => sum + (style as HTMLStyleElement).sheet!.cssRules.length, 0),
    );

const STYLED = { section: /^[1-9]/, swatches: 'flex', footer: 'rgb(20, 27, 69)' };
const PLAIN = { section: '0px', swatches: 'block', footer: 'rgba(0, 0, 0, 0)' };

async function expectStyled(page: Page): Promise<void> {
  await expect.poll(() => looks(page)).toEqual({ ...STYLED, section: expect.stringMatching(STYLED.section) });
}

test('what is above is painted before the file has loaded, and nothing below is seen without it', async ({ page }) => {
  const file = await hold(page, FILE);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => file.asked.length).toBe(1);
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length))
    .toBeGreaterThan(0);
  await expect(page.locator('main > [data-boundary] > [data-below]')).not.toContainText(/\w/);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);

  file.release();
  await hydrated(page);
  await expectStyled(page);
  const shift = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) =>
          resolve(list.getEntries().reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0)),
        ).observe({ type: 'layout-shift', buffered: true });
        setTimeout(resolve, 500, 0);
      }),
  );
  expect(shift).toBeLessThan(0.001);
});

test('the rules are added once, and stay on the way to other pages and back', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => FILE.test(request.url()) && asked.push(request.url()));
  await openHydrated(page, '/');
  await expectStyled(page);
  await expect(page.locator('head link[href^="/assets/rules/"]')).toHaveCount(1);
  await expect(page.locator('body link[href^="/assets/rules/"]')).toHaveCount(0);

  // The sections come to life: React replaces their markup.
  await page.mouse.move(50, 50);
  const services = page.getByRole('heading', { name: 'Services', exact: true });
  await expect(() => services.scrollIntoViewIfNeeded({ timeout: 1_000 })).toPass();
  await expect(page.locator('[data-static]', { has: services })).toHaveCount(0);
  expect(await insertedRules(page)).toBe(0);

  // On the way to the end, sections get their heights, so the link may move away between press and release.
  await expect(async () => {
    await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ', exact: true }).first().click();
    await page.waitForURL('/faq', { timeout: 5_000 });
  }).toPass();
  await expect(page.getByRole('contentinfo')).toHaveCSS('background-color', STYLED.footer);
  await page.getByRole('banner').getByRole('link', { name: /home/i }).click();
  await page.waitForURL('/');
  await expect(services).toBeAttached();
  await expectStyled(page);
  expect(new Set(asked).size).toBe(1);
});

test('only a page says where its later part begins, not the words of a visitor', async ({ request }) => {
  const html = await (await request.get('/blogDey?q=a%20data-below%20b')).text();
  expect(html).toContain('a data-below b');
  expect(html).not.toContain('/assets/rules/');
  expect(/<style[^>]*>(.*?)<\/style>/s.exec(html)?.[1]?.length).toBeGreaterThan(5_000);
});

test('the rules keep their sheet when they move: no style is found again', async ({ page }) => {
  const script = await hold(page, '**/assets/client-*.js');
  await page.goto('/', { waitUntil: 'commit' });
  const hasSheet = () =>
    page.evaluate(() => {
      const { sheet } = document.querySelector<HTMLLinkElement>('body link[href^="/assets/rules/"]') ?? {};
      return Boolean(Object.assign(globalThis, { served: sheet }).served);
    });
  await expect.poll(hasSheet).toBe(true);
  script.release();
  await hydrated(page);
  const moved = page.locator('head link[href^="/assets/rules/"]');
  await expect(moved).toHaveCount(1);
  expect(
    await moved.evaluate(
      ({ sheet }: HTMLLinkElement) => sheet === (globalThis as unknown as { served: CSSStyleSheet }).served,
    ),
  ).toBe(true);
});

test('a file that fails is asked for again, and without it components bring their rules', async ({
  page,
  expectedComplaints,
}) => {
  expectedComplaints.matching.push(/ERR_FAILED/);
  let attempts = 0;
  await page.route(FILE, (route) => (attempts++ === 0 ? route.abort() : route.continue()));
  await openHydrated(page, '/');
  await expectStyled(page);
  expect(attempts).toBe(2);

  await page.unroute(FILE);
  await page.route(FILE, (route) => route.abort());
  await openHydrated(page, '/');
  expect(await looks(page)).toEqual(PLAIN);
  const services = page.getByRole('heading', { name: 'Services', exact: true });
  await expect(services).toBeVisible();
  await page.mouse.move(50, 50);
  await expect(() => services.scrollIntoViewIfNeeded({ timeout: 1_000 })).toPass();
  await expect
    .poll(() => looks(page))
    .toMatchObject({ section: expect.stringMatching(STYLED.section), swatches: STYLED.swatches });
});

test('a page without script has the rules', async ({ withoutScript }) => {
  await withoutScript.goto('/');
  await expect(withoutScript.getByRole('contentinfo')).toHaveCSS('background-color', STYLED.footer);
});

test('a shell that has not made the page answers, too, and nothing else is kept', async ({ request }) => {
  const html = await (await request.get('/')).text();
  const [, path] = /href="(\/assets\/rules\/[^"]+)"/.exec(html)!;
  const here = await request.get(path!);
  expect(here.headers()).toMatchObject({
    'content-type': 'text/css; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  const metricsPort = await freePort();
  const other = await startSite({
    withoutApi: true,
    remotes: ['mf-marketing'],
    shellEnv: { METRICS_PORT: String(metricsPort) },
  });
  try {
    const there = await request.get(other.url + path);
    expect([there.status(), await there.text()]).toEqual([200, await here.text()]);
    for (const wrong of [
      path!.replace(/[\w-]+\.css/, 'another.css'),
      '/assets/rules/a.css',
      '/assets/rules/a.css?of=/api/posts',
      '/assets/rules/a.css?of=https://example.com/',
    ]) {
      const answer = await request.get(other.url + wrong);
      expect([answer.status(), answer.headers()['cache-control']], wrong).toEqual([404, 'no-store']);
    }

    const renderings = async () =>
      [...(await scrape(metricsPort))]
        .filter(([name]) => name.startsWith('shell_renders_total'))
        .reduce((sum, [, count]) => sum + count, 0);
    const before = await renderings();
    for (let count = 0; count < 10; count += 1) await request.get(`${other.url}/assets/rules/${count}.css?of=/`);
    expect(await renderings(), 'made-up names').toBe(before);
  } finally {
    await other.stop();
  }
});
