/** A remote that is absent, broken, hanging or throwing costs only its own pages. */
import { appendFile } from 'node:fs/promises';
import { expect, test } from 'playwright/test';
import type { Registry } from '../../shared/contracts/registry.ts';
import { readRegistry, updateRegistry } from '../../shared/release-store/registry-file.ts';
import { startSite, type Site } from '../../tooling/site/start-site.ts';
import { faults, forgetReleases, publishFaulty, publishThrowingOn } from './faulty-release.ts';

const REMOTE = 'mf-careers';

test.describe('there is no release before', () => {
  let site: Site;
  test.beforeAll(async () => {
    site = await startSite({ prepare: (store) => forgetReleases(REMOTE, store) });
  });
  test.afterAll(() => site.stop());

  for (const fault of faults) {
    test.describe(`${REMOTE} is ${fault}`, () => {
      test.beforeAll(async () => {
        await forgetReleases(REMOTE, site.store);
        await publishFaulty(fault, REMOTE, site.store);
      });

      test('the server answers 503 with a page within the frame', async ({ request }) => {
        const started = performance.now();
        const response = await request.get(`${site.url}/career`);
        expect(performance.now() - started, 'the deadline holds').toBeLessThan(6_000);
        expect(response.status()).toBe(503);
        expect(Number(response.headers()['retry-after'])).toBeGreaterThan(0);
        const html = await response.text();
        expect(html).toContain('<title>This part of the site did not load | Portloom</title>');
        expect(html).toContain('Try again');
        expect(html).toContain('<footer');
        expect(html).toContain(`data-boundary="${REMOTE}"`);
        expect(html).not.toContain('on purpose');
      });

      test('all other pages are as ever', async ({ request }) => {
        for (const path of ['/', '/contact', '/blogDey', '/login']) {
          expect((await request.get(site.url + path)).status(), path).toBe(200);
        }
        expect((await request.get(`${site.url}/readyz`)).status()).toBe(200);
      });

      test('a visitor sees the state, in a page that works', async ({ page }) => {
        await page.goto(`${site.url}/career`, { waitUntil: 'networkidle' });
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('This part of the site did not load');
        await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/career');
        await page.getByRole('link', { name: 'Contact Us' }).first().click();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Us');
      });
    });
  }
});

test.describe('there is a release before', () => {
  let site: Site;
  let registry: Registry;
  test.beforeAll(async () => {
    site = await startSite();
    registry = await readRegistry(site.store);
  });
  // As if the faulty release had never been made.
  test.afterEach(() => updateRegistry(site.store, () => registry));
  test.afterAll(() => site.stop());

  for (const fault of faults) {
    test(`after a release that is ${fault}, the last one that worked goes on`, async ({ request }) => {
      const before = await request.get(`${site.url}/career`);
      const version = releaseIn(await before.text());
      await publishFaulty(fault, REMOTE, site.store);
      const after = await request.get(`${site.url}/career`);
      expect(after.status()).toBe(200);
      expect(releaseIn(await after.text())).toBe(version);
    });
  }

  test('after a release of which one page throws, the one before answers for that page', async ({ request }) => {
    const before = releaseIn(await (await request.get(`${site.url}/post/1`)).text());
    await publishThrowingOn('blog.post', 'mf-blog', site.store);
    await expect
      .poll(async () => releaseIn(await (await request.get(`${site.url}/blogDey`)).text()), 'the list is the new one')
      .not.toBe(before);
    const post = await request.get(`${site.url}/post/1`);
    expect(post.status()).toBe(200);
    expect(releaseIn(await post.text())).toBe(before);
  });

  test('a form whose release fails after its action has begun is not given to another release', async ({ request }) => {
    const send = () => request.post(`${site.url}/contact`, { form: { fullName: 'Adaeze' } });
    expect((await send()).status(), 'the page answers').toBe(422);
    await publishThrowingOn('marketing.contact', 'mf-marketing', site.store);
    const answer = await send();
    expect(answer.status()).toBe(503);
    expect(await answer.text()).toContain('This part of the site did not load');
    expect((await request.get(`${site.url}/contact`)).status(), 'reading goes on with the release before').toBe(200);
  });
});

test('a bundle that is not the one released is not run', async ({ request }) => {
  const site = await startSite({
    async prepare(store) {
      const [entry] = (await readRegistry(store)).microFrontends[REMOTE]!;
      await appendFile(`${store}/${entry!.extras.server.url.replace('/remotes/', '')}`, '\nglobalThis.stolen = true;');
    },
  });
  try {
    expect((await request.get(`${site.url}/career`)).status()).toBe(503);
    expect((await request.get(`${site.url}/`)).status()).toBe(200);
  } finally {
    await site.stop();
  }
});

const releaseIn = (html: string): string | undefined => /data-release="(\w+)"/.exec(html)?.[1];
