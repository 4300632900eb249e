/** A release that fails in browsers is logged by the server, and taken back once enough visitors have met it. */
import { expect, test, type Browser } from 'playwright/test';
import type { RegistryEntry } from '../../shared/contracts/registry.ts';
import { readRegistry } from '../../shared/release-store/registry-file.ts';
import { readAllObserved } from '../../shell/server/observed/observed-file.ts';
import { startSite, type Site } from '../../tooling/site/start-site.ts';
import { publishThrowingInEffect } from './faulty-release.ts';

const REMOTE = 'mf-careers';
const HEADING = `[data-boundary="${REMOTE}"] h1`;
/** This many browsers have to report it. */
const ENOUGH = 5;
const FAILED = 'Unexpected Application Error!';

interface LogLine {
  message: string;
  kind?: string;
  remote?: string;
  release?: string;
  composition?: string;
  page?: string;
  error?: string;
  at?: string;
  reason?: string;
  instead?: string;
}

const log: LogLine[] = [];
let site: Site;
test.beforeAll(async () => {
  site = await startSite({
    withoutApi: true,
    remotes: ['mf-marketing', 'mf-blog', REMOTE],
    // As a proxy, the test says who visits.
    env: { TAKE_BACK: 'on', TRUST_PROXY: '127.0.0.1, ::1', LOG_LEVEL: 'warn' },
    onShellLog: (line) => log.push(JSON.parse(line) as LogLine),
  });
});
test.afterAll(() => site.stop());

const current = async (): Promise<RegistryEntry> =>
  (await readRegistry(site.store)).microFrontends[REMOTE]!.find(({ deployment }) => deployment.default)!;

/** A visitor with a browser and an IP address of their own. */
async function visitor(browser: Browser, host: number) {
  const context = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': `198.51.100.${host}` } });
  return { context, page: await context.newPage() };
}

/** Visits without a browser, four by each visitor: they are counted, and none of them fails. */
async function manyVisits(visits: number): Promise<void> {
  for (let visit = 0; visit < visits; visit += 1) {
    const headers = { 'x-forwarded-for': `203.0.113.${visit >> 2}` };
    expect((await fetch(`${site.url}/career`, { headers })).status).toBe(200);
  }
}

test('visitors meet it, the log names it, the next visitor gets the release before, and nobody loses a tab', async ({
  browser,
}) => {
  await manyVisits(300);
  const before = (await current()).metadata.version;

  await publishThrowingInEffect(site.store);
  const bad = (await current()).metadata.version;
  expect(bad).not.toBe(before);
  // Until it has loaded, the previous one answers.
  const given = async () => /data-release="(\w+)"/.exec(await (await fetch(`${site.url}/career`)).text())?.[1];
  await expect.poll(given).toBe(bad);
  await manyVisits(24);
  const unlucky: Awaited<ReturnType<typeof visitor>>[] = [];
  for (let host = 1; host <= ENOUGH; host += 1) {
    const { context, page } = await visitor(browser, host);
    unlucky.push({ context, page });
    await context.addCookies([{ name: 'release-group', value: String(host), url: site.url }]);
    const reported = page.waitForResponse((response) => new URL(response.url()).pathname === '/_observed');
    await page.goto(`${site.url}/career?who=ada`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(FAILED);
    const answer = await reported;
    expect(answer.status()).toBe(204);
    expect(await answer.request().headerValue('cookie'), 'the privacy policy: no cookie goes with it').toBeNull();
  }

  await expect.poll(async () => (await current()).metadata.version).toBe(before);
  const { takenBack } = (await readRegistry(site.store)).microFrontends[REMOTE]!.find(
    ({ metadata }) => metadata.version === bad,
  )!.extras;
  expect(takenBack!.by).toMatch(/^shell: error rate 5 of \d+ views against 0 of \d+$/);

  const told = log.filter(({ remote }) => remote === REMOTE);
  const [failure] = told;
  expect(failure).toMatchObject({
    message: 'a browser reports a failure',
    kind: 'render',
    release: bad,
    page: '/career',
  });
  expect(failure!.composition).toMatch(/^[0-9a-f]{12}$/);
  expect(failure!.error).toBe('Error: thrown in an effect for …');
  expect(failure!.at).toMatch(new RegExp(`^/remotes/${REMOTE}/${bad}/assets/career-page-[\\w-]+\\.js:\\d+:\\d+$`));
  expect(told.filter(({ message }) => message === failure!.message)).toHaveLength(1);
  // Logged when it is done; the registry shows it a moment before.
  await expect
    .poll(() => log.filter(({ remote }) => remote === REMOTE))
    .toContainEqual(
      expect.objectContaining({ message: 'a release fails and was taken back', release: bad, instead: before }),
    );

  const next = await visitor(browser, 100);
  await next.page.goto(`${site.url}/career`, { waitUntil: 'networkidle' });
  await expect(next.page.locator(HEADING)).toHaveText('Career');
  expect(await next.page.locator(`[data-boundary="${REMOTE}"]`).getAttribute('data-release')).toBe(before);

  const { page } = unlucky[0]!;
  await page.getByRole('link', { name: 'Contact Us' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Us');
  for (const { context } of [...unlucky, next]) await context.close();
});

test('a visitor who leaves tells how fast the page was, and of the page that no server saw', async ({ browser }) => {
  const { context, page } = await visitor(browser, 101);
  const observer = page.waitForResponse(/\/assets\/observer-/);
  await page.goto(`${site.url}/contact`);
  const { responseBodySize } = await (await observer).request().sizes();
  expect(responseBodySize, 'bytes of the script that comes late').toBeLessThan(1_500);
  expect(await context.cookies()).toEqual([]);
  await page.getByRole('banner').getByRole('link', { name: 'Blog', exact: true }).first().click();
  await expect(page.locator('[data-boundary="mf-blog"]')).toBeVisible();
  await page.goto('about:blank');

  // Written every ten seconds.
  const countsOf = async (remote: string) => {
    const [counts = {}] = await readAllObserved(site.dataDir);
    return Object.entries(counts).find(([key]) => key.startsWith(`${remote}/`))?.[1];
  };
  await expect.poll(async () => (await countsOf('mf-blog'))?.views).toBe(1);
  expect((await countsOf('mf-marketing'))!.vitals.lcp.filter((count) => count > 0)).toEqual([1]);
  await context.close();
});
