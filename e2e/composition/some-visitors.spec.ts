/** Releases that are not for everybody: one browser tries a preview, and some visitors are in a split. */
import type { Browser, Page } from 'playwright/test';
import { readRegistry } from '../../shared/release-store/registry-file.ts';
import { chosenReleases } from '../../shared/releases/chosen.ts';
import { currentReleases } from '../../shared/releases/current.ts';
import { publish } from '../../tooling/release/publish.ts';
import { changeTraffic } from '../../tooling/release/traffic.ts';
import { trialLink } from '../../tooling/release/trial-link.ts';
import { startSite, type Site } from '../../tooling/site/start-site.ts';
import { expectNoViolations, overflowing } from '../fixtures/accessibility.ts';
import { hydrated, openHydrated } from '../fixtures/hydrated.ts';
import { phone } from '../fixtures/screens.ts';
import { expect, test } from '../fixtures/test.ts';
import { createChanged } from '../resilience/faulty-release.ts';

const NAME = 'mf-careers';
const HOUR_MS = 60 * 60 * 1000;

test.describe.configure({ mode: 'default' });
let site: Site;
let current: string;
let preview: string;
test.beforeAll(async () => {
  site = await startSite({ withoutApi: true, remotes: ['mf-marketing', NAME] });
  current = currentReleases(await readRegistry(site.store)).get(NAME)!.metadata.version;
  const release = await createChanged(NAME, site.store, /^remoteEntry\.js$/, (entry) => `${entry}\n// next`);
  await publish(release, site.store, { traffic: 0 });
  preview = release.version;
});
test.afterAll(() => site?.stop());

const releaseOn = (page: Page) => page.locator(`[data-boundary="${NAME}"]`).getAttribute('data-release');
const banner = (page: Page) => page.getByRole('region', { name: 'Preview' });

async function link(): Promise<string> {
  const trial = { releases: { [NAME]: preview }, until: Date.now() + 8 * HOUR_MS };
  return trialLink(await readRegistry(site.store), trial, { DATA_DIR: site.dataDir, PUBLIC_URL: site.url });
}

test('a browser tries a preview, sees that it does, and ends it; another one sees nothing of it', async ({
  page,
  browser,
}) => {
  await openHydrated(page, await link());
  await expect(banner(page)).toContainText(`Preview: ${NAME} ${preview.slice(0, 6)}… · ends in 8 h`);
  await expect(banner(page)).toBeInViewport();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Career' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Career' })).toBeVisible();
  expect(await releaseOn(page)).toBe(preview);
  await expect(banner(page)).toBeInViewport();
  await openHydrated(page, `${site.url}/career`);
  expect(await releaseOn(page)).toBe(preview);
  await expectNoViolations(page, [phone], (axe) => axe.include('[data-trial]'));
  expect(await overflowing(page)).toEqual([]);
  await expect(banner(page)).toBeInViewport({ ratio: 1 });

  const other = await (await browser.newContext()).newPage();
  await other.goto(`${site.url}/career`);
  expect([await releaseOn(other), await banner(other).count()]).toEqual([current, 0]);
  await other.context().close();

  await page.getByRole('button', { name: 'Back to the site' }).click();
  await hydrated(page);
  await expect(page).toHaveURL(`${site.url}/career`);
  expect([await releaseOn(page), await banner(page).count()]).toEqual([current, 0]);
  expect(await page.context().cookies()).toEqual([]);
});

test('without script it ends the same way', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(await link());
  await page.goto(`${site.url}/career`);
  expect(await releaseOn(page)).toBe(preview);
  await page.getByRole('button', { name: 'Back to the site' }).click();
  await expect(page).toHaveURL(`${site.url}/career`);
  expect([await releaseOn(page), await banner(page).count()]).toEqual([current, 0]);
  await context.close();
});

test('a visitor in a split stays there, and a tab keeps its release when the split ends', async ({ browser }) => {
  await changeTraffic({ name: NAME, version: preview, traffic: 50 }, site.store);
  const { inside, outside } = await visitors(browser);
  await expect
    .poll(async () => {
      await openHydrated(inside, `${site.url}/career`);
      return releaseOn(inside);
    }, 'a busy machine may take a moment')
    .toBe(preview);
  await openHydrated(outside, `${site.url}/career`);
  expect(await releaseOn(outside)).toBe(current);

  await openHydrated(inside, `${site.url}/`);
  await changeTraffic({ name: NAME, version: preview, traffic: 0 }, site.store);
  await inside.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Career' }).click();
  await expect(inside.getByRole('heading', { level: 1, name: 'Career' })).toBeVisible();
  expect(await releaseOn(inside)).toBe(preview);
  await inside.reload();
  expect(await releaseOn(inside)).toBe(current);
  await Promise.all([inside.context().close(), outside.context().close()]);
});

/** Two visitors, by the cookies that the server once gave them. */
async function visitors(browser: Browser): Promise<{ inside: Page; outside: Page }> {
  const registry = await readRegistry(site.store);
  const buckets = Array.from({ length: 10_000 }, (_, bucket) => bucket);
  const versionOf = (bucket: number) => chosenReleases(registry, { bucket }).get(NAME)!.metadata.version;
  const visitor = async (version: string): Promise<Page> => {
    const context = await browser.newContext();
    const bucket = buckets.find((each) => versionOf(each) === version)!;
    await context.addCookies([{ name: 'release-group', value: String(bucket), url: site.url }]);
    return context.newPage();
  };
  return { inside: await visitor(preview), outside: await visitor(current) };
}
