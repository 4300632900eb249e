/** The application is asked for once the first view is painted (decision 146). */
import type { Page } from 'playwright/test';
import { hold } from '../fixtures/held.ts';
import { hydrated } from '../fixtures/hydrated.ts';
import { expect, test } from '../fixtures/test.ts';

interface Held {
  draw?: () => void;
}

/** What the document's own scripts wait for: its first frame, until it is drawn, and the timer, for ever. */
async function holdFirstFrame(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const held: Held = {};
    Object.assign(globalThis, { held });
    const { requestAnimationFrame, setTimeout } = globalThis;
    const isDocuments = () => document.currentScript !== null;
    globalThis.requestAnimationFrame = (draw) => {
      if (!isDocuments()) return requestAnimationFrame(draw);
      held.draw = () => draw(performance.now());
      return 0;
    };
    globalThis.setTimeout = ((...given: Parameters<typeof setTimeout>) =>
      isDocuments() ? 0 : setTimeout(...given)) as typeof setTimeout;
  });
  return () => page.evaluate(() => (globalThis as unknown as { held: Held }).held.draw!());
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
    const draw = await holdFirstFrame(page);
    await page.goto(path, { waitUntil: 'networkidle' });
    await expect(page.getByRole('contentinfo')).toBeVisible();
    expect(await scripts(page)).toEqual([]);
    await draw();
    await hydrated(page);
  });
}

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

test('a tab that draws no frame gets its application all the same', async ({ page }) => {
  await page.addInitScript(() => {
    const { requestAnimationFrame } = globalThis;
    globalThis.requestAnimationFrame = (draw) => (document.currentScript ? 0 : requestAnimationFrame(draw));
  });
  await page.goto('/contact');
  await hydrated(page);
});
