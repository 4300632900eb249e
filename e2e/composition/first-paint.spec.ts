/** The application is asked for once the first view is painted (decision 146). */
import type { Page } from 'playwright/test';
import { drawn } from '../fixtures/frames.ts';
import { hold } from '../fixtures/held.ts';
import { hydrated } from '../fixtures/hydrated.ts';
import { expect, test } from '../fixtures/test.ts';
import { UNTOLD_MS } from '../../shell/server/documents/after-first-paint.ts';

interface TraceEvent {
  name: string;
  args: { elementCount?: number };
}

interface Held {
  paint?: () => void;
}

/** Hides the paint from the document's own script until the test reports it, and holds its timer back for ever. */
async function holdFirstPaint(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const held: Held = {};
    Object.assign(globalThis, { held });
    const { PerformanceObserver, setTimeout } = globalThis;
    const isDocuments = () => document.currentScript !== null;
    globalThis.PerformanceObserver = class extends PerformanceObserver {
      constructor(told: PerformanceObserverCallback) {
        super(isDocuments() ? () => {} : told);
        if (isDocuments()) held.paint = told as () => void;
      }
    };
    globalThis.setTimeout = ((...given: Parameters<typeof setTimeout>) =>
      isDocuments() ? 0 : setTimeout(...given)) as typeof setTimeout;
  });
  return () => page.evaluate(() => (globalThis as unknown as { held: Held }).held.paint!());
}

const scripts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((name) => name.endsWith('.js')),
  );

for (const path of ['/contact', '/']) {
  test(`${path} is painted before anything of the application is asked for`, async ({ page }) => {
    const paint = await holdFirstPaint(page);
    await page.goto(path, { waitUntil: 'networkidle' });
    await expect(page.getByRole('contentinfo')).toBeVisible();
    expect(await scripts(page)).toEqual([]);
    await paint();
    await hydrated(page);
  });
}

test('the browser itself has painted by then', async ({ page }) => {
  await page.goto('/contact');
  await hydrated(page);
  const { painted, asked } = await page.evaluate(() => ({
    // Its ground may be painted a frame before its words.
    painted: Math.min(...performance.getEntriesByType('paint').map(({ startTime }) => startTime)),
    asked: performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')),
  }));
  // On a stalled machine the timer comes first.
  expect(Math.min(...asked.map(({ startTime }) => startTime))).toBeGreaterThan(Math.min(painted, UNTOLD_MS));
});

test('to ask for it, the browser finds no styles again', async ({ page, browser }) => {
  const paint = await holdFirstPaint(page);
  const modules = await hold(page, /\.js$/);
  await page.goto('/contact', { waitUntil: 'networkidle' });
  const elements = await page.evaluate(() => document.body.querySelectorAll('*').length);
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', 'devtools.timeline'] });
  await paint();
  await expect.poll(() => modules.asked.length).toBeGreaterThan(3);
  await drawn(page);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const found = traceEvents.filter(({ name }) => name === 'UpdateLayoutTree');
  const sum = found.reduce((all, { args }) => all + (args.elementCount ?? 0), 0);
  expect(found.length).toBeGreaterThan(0);
  expect(sum).toBeLessThan(elements / 5);
  modules.release();
  await hydrated(page);
});

test('the application does not wait for the rules of what is below, but starts with the whole page', async ({
  page,
}) => {
  const rules = await hold(page, /\/assets\/rules\//);
  const client = page.waitForResponse(/\/assets\/client-[\w-]+\.js/);
  await page.goto('/', { waitUntil: 'commit' });
  await (await client).finished();
  expect(rules.asked).toHaveLength(1);
  expect(await page.evaluate(() => document.readyState)).toBe('loading');
  expect(await page.locator('script[type=module]').count()).toBe(0);
  rules.release();
  await hydrated(page);
});

test('a tab that is not painted gets its application anyway', async ({ page }) => {
  await page.addInitScript(() => {
    const { PerformanceObserver } = globalThis;
    globalThis.PerformanceObserver = class extends PerformanceObserver {
      constructor(told: PerformanceObserverCallback) {
        super(document.currentScript ? () => {} : told);
      }
    };
  });
  await page.goto('/contact');
  await hydrated(page);
});

test.describe('in a browser that cannot observe paints', () => {
  test.use({ expectedComplaints: { matching: [/PerformanceObserver is not defined/] } });

  test('the timer begins the application', async ({ page }) => {
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PerformanceObserver'));
    await page.goto('/contact');
    await hydrated(page);
  });
});

test('what the document began with may be gone before the timer comes', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  await page.clock.runFor(500);
  await hydrated(page);
  await page
    .locator('template')
    .last()
    .evaluate((held) => held.remove());
  await page.clock.runFor(1_000);
  await page.getByRole('banner').getByRole('link', { name: 'Career' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Career');
});
