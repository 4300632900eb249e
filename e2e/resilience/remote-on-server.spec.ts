/** The previous release answers what a release cannot on the server; matrix.spec.ts has remotes without one. */
import { expect, test } from 'playwright/test';
import type { Registry } from '../../shared/contracts/registry.ts';
import { readRegistry, updateRegistry } from '../../shared/release-store/registry-file.ts';
import { startSite, type Site } from '../../tooling/site/start-site.ts';
import { faults, publishFaulty, publishThrowingOn } from './faulty-release.ts';

const REMOTE = 'mf-careers';

test.describe('there is a release before', () => {
  let site: Site;
  let registry: Registry;
  test.beforeAll(async () => {
    site = await startSite({ remotes: ['mf-marketing', 'mf-blog', REMOTE] });
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
    const before = releaseIn(await (await request.get(`${site.url}/faq`)).text());
    await publishThrowingOn('marketing.contact', 'mf-marketing', site.store);
    await expect
      .poll(async () => releaseIn(await (await request.get(`${site.url}/faq`)).text()), 'other pages are the new one')
      .not.toBe(before);
    const answer = await send();
    expect(answer.status()).toBe(503);
    expect(await answer.text()).toContain('This part of the site did not load');
    expect((await request.get(`${site.url}/contact`)).status(), 'reading goes on with the release before').toBe(200);
  });
});

const releaseIn = (html: string): string | undefined => /data-release="(\w+)"/.exec(html)?.[1];
