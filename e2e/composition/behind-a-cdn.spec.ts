/** A CDN keeps pages for as long as the operator allows, and members' pages never: proved with a real caching proxy. */
import { setTimeout as delay } from 'node:timers/promises';
import { request as playwrightRequest } from 'playwright/test';
import { accountCalls } from '../../shared/contracts/account.ts';
import { rollBack } from '../../tooling/release/publish.ts';
import { startSite, type Site } from '../../tooling/site/start-site.ts';
import { openHydrated } from '../fixtures/hydrated.ts';
import { newMember, PASSWORD } from '../fixtures/members.ts';
import { findNginx, startNginx, type Proxy } from '../../tooling/processes/nginx.ts';
import { expect, test } from '../fixtures/test.ts';
import { publishThrowingOn } from '../resilience/faulty-release.ts';

/** Longer than a release takes on a busy machine. */
const FRESH_S = 8;
const STALE_S = 20;
const NO_NGINX = 'nginx is not installed, and there is no apt-get that could fetch it';

test.describe.configure({ mode: 'default' });
let site: Site;
let proxy: Proxy | undefined;
test.beforeAll(async ({ mailbox }) => {
  const program = await findNginx();
  if (!program) return;
  site = await startSite({
    remotes: ['mf-marketing', 'mf-auth', 'mf-careers'],
    env: { SMTP_URL: mailbox.url, CDN_FRESH_S: String(FRESH_S), CDN_STALE_S: String(STALE_S) },
  });
  proxy = await startNginx(program, site.url.replace('localhost', '127.0.0.1'));
});
test.beforeEach(() => test.skip(proxy === undefined, NO_NGINX));
test.afterAll(async () => {
  await proxy?.stop();
  await site?.stop();
});

async function page(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(proxy!.url + path, { headers });
  const { headers: answered, status } = response;
  const [cache, etag] = [answered.get('x-cache'), answered.get('etag')];
  return { status, cache, etag, control: answered.get('cache-control'), text: await response.text() };
}

test('it answers a page by itself, and a browser can work with that', async ({ page: tab }) => {
  const first = await page('/about');
  expect(first).toMatchObject({ cache: 'MISS', status: 200 });
  expect(first.control).toBe(`public, max-age=0, s-maxage=${FRESH_S}, stale-while-revalidate=${STALE_S}`);
  const second = await page('/about?');
  expect(await page('/about')).toEqual({ ...first, cache: 'HIT' });
  expect(second.etag).toBe(first.etag);
  expect((await page('/about', { 'if-none-match': first.etag! })).status).toBe(304);
  await openHydrated(tab, `${proxy!.url}/about`);
});

test("a member's page is nobody else's, and pages with passwords are nobody's", async ({ mailbox }) => {
  const email = await newMember(site, mailbox, { username: 'Chidinma Weft' });
  const client = await playwrightRequest.newContext({ extraHTTPHeaders: { origin: site.url } });
  const login = await client.post(site.url + accountCalls.login, { data: { email, password: PASSWORD } });
  expect(login.ok()).toBe(true);
  const { cookies } = await client.storageState();
  await client.dispose();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  for (let time = 0; time < 2; time += 1) {
    expect((await page('/faq')).text.includes('Chidinma')).toBe(false);
    const own = await page('/faq', { cookie });
    expect([own.cache, own.control]).toEqual(['MISS', 'no-store']);
    expect(own.text.includes('Chidinma Weft')).toBe(true);
    expect(await page('/login')).toMatchObject({ cache: 'MISS', control: 'no-store' });
  }
  expect((await page('/faq')).cache).toBe('HIT');
});

test('a release is seen when the time is over, a step back at once where the page is purged', async () => {
  const before = await page('/faq', { 'x-refresh': '1' });
  await publishThrowingOn('careers.career', 'mf-careers', site.store);
  expect(await page('/faq')).toMatchObject({ cache: 'HIT', etag: before.etag });
  // nginx counts whole seconds.
  await delay((FRESH_S + 1) * 1000 + 200);
  expect(await page('/faq'), 'the old one once more, while it asks').toMatchObject({
    cache: 'STALE',
    etag: before.etag,
  });
  await expect.poll(async () => (await page('/faq')).etag).not.toBe(before.etag);
  const released = await page('/faq');

  await rollBack('mf-careers', site.store);
  expect(await page('/faq')).toMatchObject({ etag: released.etag });
  expect(await page('/faq', { 'x-refresh': '1' })).toMatchObject({ cache: 'BYPASS', etag: before.etag });
  expect(await page('/faq')).toMatchObject({ cache: 'HIT', etag: before.etag });
});
