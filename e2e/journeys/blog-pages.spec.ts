/** The blog's other pages: fixed articles, interview, short news, search, pages of the list, ways on from a post. */
import type { APIRequestContext, Page } from 'playwright/test';
import { articles, founderTalk, INTERVIEW_ID } from '../../shared/content/articles.ts';
import { postCalls } from '../../shared/contracts/posts.ts';
import { startSite, type Site } from '../../tooling/site/start-site.ts';
import { addPosts } from '../fixtures/database.ts';
import { hold } from '../fixtures/held.ts';
import { hydrated, openHydrated } from '../fixtures/hydrated.ts';
import { expect, test } from '../fixtures/test.ts';
import { newMark, newTitle } from '../fixtures/unique.ts';

const cards = (page: Page, heading: string) =>
  page.locator('section', { has: page.getByRole('heading', { name: heading }) }).getByRole('article');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

async function publish(request: APIRequestContext, title: string, content = 'Text'): Promise<number> {
  const answer = await request.post(postCalls.add, { data: { title, content } });
  return ((await answer.json()) as { postId: number }).postId;
}

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('/blogs: the founder talk and the six latest, each leading to its post', async ({ page }) => {
    await page.goto('/blogs');
    const talk = page.getByRole('article').first();
    await expect(talk).toContainText('12 June 2024');
    await expect(cards(page, 'Latest')).toHaveCount(articles.length);
    for (const [index, { subtopic, tech, caption, text }] of articles.entries()) {
      for (const words of [subtopic, tech, caption, text])
        await expect(cards(page, 'Latest').nth(index)).toContainText(words);
    }
    await cards(page, 'Latest').last().getByRole('link').click();
    await expect(page).toHaveURL(/\/post\/1$/);
    await expect(heading(page)).toHaveText(articles.at(-1)!.caption);
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Blog' }).click();
    await talk.getByRole('link', { name: 'Read the talk' }).click();
    await expect(heading(page)).toHaveText(founderTalk.caption);
  });

  test('/blogDetails: the interview, its questions bold, and three other posts', async ({ page }) => {
    await page.goto('/blogDetails');
    await expect(heading(page)).toHaveText('What a clinic taught us about forms');
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`/post/${INTERVIEW_ID}$`));
    const questions = page.getByRole('article').first().getByRole('strong');
    await expect(questions).toHaveCount(6);
    for (const question of await questions.allInnerTexts()) expect(question).toMatch(/\?$/);
    await expect(cards(page, 'Read next')).toHaveCount(3);
    await cards(page, 'Read next').first().getByRole('link').click();
    await expect(page).toHaveURL(/\/post\/\d+$/);
  });

  test('/blg: three items, each with its page', async ({ page }) => {
    await page.goto('/blg');
    await expect(page.getByRole('article')).toHaveCount(3);
    const name = await page.getByRole('article').nth(1).getByRole('heading').innerText();
    const description = await page.getByRole('article').nth(1).getByRole('paragraph').innerText();
    await page.getByRole('link', { name }).click();
    await expect(page).toHaveURL(/\/blog_news\/2$/);
    await expect(heading(page)).toHaveText(name);
    await expect(page.getByRole('article')).toContainText(description);
  });
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled });

    test('posts are found by their words', async ({ page, request }) => {
      const word = `kingfisher${newMark()}`;
      await publish(request, `A bird: ${word}`, 'Blue and quick');
      await publish(request, 'Another bird', `It saw the ${word}`);
      await page.goto('/blogDey');
      if (javaScriptEnabled) await hydrated(page);
      await page.getByRole('searchbox', { name: 'Search the posts' }).fill(word);
      await page.getByRole('button', { name: 'Search' }).click();
      await expect(page).toHaveURL(`/blogDey?q=${word}`);
      await expect(page.getByRole('article').getByRole('heading')).toHaveText(['Another bird', `A bird: ${word}`]);
      await expect(page.getByRole('searchbox')).toHaveValue(word);
      await expect(heading(page)).toHaveText(`Posts matching “${word}”`);
      if (javaScriptEnabled) await expect(heading(page), 'it is read out').toBeFocused();

      await page.getByRole('searchbox').fill(`${word} nowhere & "never"`);
      await page.getByRole('searchbox').press('Enter');
      await expect(page.getByRole('heading', { name: `No posts match “${word} nowhere & "never"”` })).toBeVisible();
      await page.getByRole('main').getByRole('link', { name: 'All posts' }).click();
      await expect(page).toHaveURL(/\/blogDey$/);
      await expect(page.getByRole('searchbox')).toHaveValue('');
      await expect(heading(page)).toHaveText('All posts');
    });
  });
}

test('a post leads to the one before and the one after', async ({ page }) => {
  await page.goto('/post/2');
  const beside = page.getByRole('navigation', { name: 'Previous and next post' });
  const parts = [
    page.getByRole('navigation', { name: 'Breadcrumb' }),
    heading(page),
    page.getByRole('article').first().getByRole('heading', { level: 2 }).first(),
    beside,
  ];
  const edges = await Promise.all(parts.map(async (part) => Math.round((await part.boundingBox())!.x)));
  expect(new Set(edges).size, `one column for the way back, title and text: ${edges.join()}`).toBe(1);
  await beside.getByRole('link', { name: articles[3]!.caption }).click();
  await expect(page).toHaveURL(/\/post\/3$/);
  await expect(heading(page)).toHaveText(articles[3]!.caption);
  for (const id of [2, 1]) {
    await beside.getByRole('link', { name: 'Previous' }).click();
    await expect(heading(page)).toHaveText(articles.at(-id)!.caption);
  }
  await expect(page).toHaveURL(/\/post\/1$/);
  await expect(beside.getByRole('link')).toHaveCount(1);
});

test('a character that is in no word is in no post', async ({ request }) => {
  const response = await request.get('/blogDey?q=%00');
  expect(response.status()).toBe(200);
  expect(await response.text()).toContain('No posts match');
});

test('a long word that no post has fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`/blogDey?q=${'kingfisher'.repeat(20)}`);
  await expect(page.getByRole('heading', { name: /^No posts match / })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test.describe('more posts than a page holds', () => {
  let own: Site;
  test.beforeAll(async () => {
    own = await startSite({ remotes: ['mf-blog'] });
    addPosts(
      own.dataDir,
      Array.from({ length: 51 }, (_, index) => ({ title: `Number ${index + 1}`, content: '<p>Text</p>' })),
    );
  });
  test.afterAll(() => own.stop());

  for (const javaScriptEnabled of [true, false]) {
    test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
      test.use({ javaScriptEnabled });

      test('the list goes on page by page, and back', async ({ page }) => {
        await page.goto(`${own.url}/blogDey`);
        const posts = page.getByRole('article').getByRole('heading');
        await expect(posts).toHaveCount(50);
        await page.getByRole('link', { name: 'Older posts' }).click();
        await expect(posts).toHaveText(['Number 1', founderTalk.caption, ...articles.map(({ caption }) => caption)]);
        await expect(page.getByRole('link', { name: 'Older posts' })).toHaveCount(0);
        await page.getByRole('link', { name: 'Newest posts' }).click();
        await expect(posts.first()).toHaveText('Number 51');
      });
    });
  }

  test('addresses that are made up lead to the newest posts', async ({ page, request }) => {
    await page.goto(`${own.url}/blogDey?before=1`);
    await expect(page.getByRole('heading', { name: 'No older posts' })).toBeVisible();
    await page.getByRole('link', { name: 'Newest posts' }).click();
    await expect(page.getByRole('article').getByRole('heading').first()).toHaveText('Number 51');
    for (const before of ['', '0', '-1', 'abc', '9'.repeat(20)]) {
      const response = await request.get(`${own.url}/blogDey?before=${before}`);
      expect(response.status(), before).toBe(200);
      const html = await response.text();
      expect(/<article[^]*?Number (\d+)/.exec(html)?.[1], before).toBe('51');
      expect(/<link rel="canonical" href="([^"]+)"/.exec(html)?.[1], before).toBe(`${own.url}/blogDey`);
    }
  });
});

test.describe('an unknown item', () => {
  test.use({ expectedComplaints: { matching: [/status of 404/] } });

  test("says 'Item not found'", async ({ page, request }) => {
    for (const id of ['0', '4', '01', 'abc', ':id', '%3Aid'])
      expect((await request.get(`/blog_news/${id}`)).status(), id).toBe(404);
    expect((await openHydrated(page, '/blog_news/4')).status()).toBe(404);
    await expect(heading(page)).toHaveText('Item not found');
    await page.getByRole('link', { name: 'All items' }).click();
    await expect(page).toHaveURL(/\/blg$/);
  });
});

test.describe('sharing', () => {
  test.use({
    permissions: ['clipboard-read', 'clipboard-write'],
    expectedComplaints: { matching: [/ERR_INTERNET_DISCONNECTED/] },
  });

  test('the address of a post goes the way that the device has: it is shared, copied, or shown', async ({
    page,
    site,
  }) => {
    await openHydrated(page, '/post/1');
    const url = `${site.url}/post/1`;
    const share = page.getByRole('button', { name: 'Share' });
    await test.step('not at all offline, which is shown', async () => {
      await page.context().setOffline(true);
      await share.click();
      await expect(page.getByRole('alert')).toHaveText('Check your connection and try again.');
      await page.context().setOffline(false);
    });
    await test.step('copied', async () => {
      await share.click();
      await expect(page.getByRole('alert')).toHaveCount(0);
      await expect(page.getByRole('status')).toHaveText('Link copied.');
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
    });
    await test.step("copied where the browser refuses the device's way", async () => {
      await page.evaluate(async () => {
        const share = () => Promise.reject(new DOMException('Permission denied', 'NotAllowedError'));
        Object.assign(navigator, { canShare: () => true, share });
        await navigator.clipboard.writeText('');
      });
      await share.click();
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(url);
      await page.evaluate(() => void Object.assign(navigator, { canShare: undefined }));
    });
    await test.step('without https, where nothing can be copied, shown and selected', async () => {
      await page.evaluate(() => void Object.defineProperty(navigator, 'clipboard', { value: undefined }));
      const link = page.getByLabel('Link to this post');
      for (const _time of ['once', 'and again']) {
        await share.click();
        await expect(page.getByText('Your browser does not let this page copy the link.')).toBeVisible();
        await expect(link).toBeFocused();
        await expect(link).toHaveValue(url);
        expect(await page.evaluate(() => getSelection()?.toString())).toBe(url);
      }
    });
    await test.step("in the device's own way, with its title", async () => {
      await page.evaluate(() => {
        const shared: unknown[] = [];
        Object.assign(navigator, { canShare: () => true, share: async (what: unknown) => void shared.push(what) });
        Object.assign(globalThis, { shared });
      });
      await share.click();
      const shared = () => page.evaluate(() => (globalThis as unknown as { shared: unknown[] }).shared);
      await expect.poll(shared).toEqual([{ title: articles.at(-1)!.caption, url }]);
    });
  });

  test('by mail it needs no script', async ({ request, site }) => {
    const html = await (await request.get('/post/1')).text();
    expect(html).toContain(`body=${encodeURIComponent(`${site.url}/post/1`)}`);
  });
});

test('search engines get a post as structured data', async ({ request, site }) => {
  const html = await (await request.get('/post/7')).text();
  const found = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/g)].map(
    ([, json]) => JSON.parse(json!) as object,
  );
  expect(found).toContainEqual(
    expect.objectContaining({
      '@type': 'BlogPosting',
      headline: founderTalk.caption,
      datePublished: founderTalk.date,
      author: { '@type': 'Person', name: 'Tonye Briggs' },
      url: `${site.url}/post/7`,
    }),
  );
  expect(found).toContainEqual(expect.objectContaining({ '@type': 'BreadcrumbList' }));
});

test('the company is the author of its own posts, and not of what a visitor wrote without a name', async ({
  request,
}) => {
  const company = /"author":{"@type":"Organization"/;
  expect(await (await request.get('/post/1')).text()).toMatch(company);
  const id = await publish(request, newTitle('No name'), 'A stranger says so.');
  const html = await (await request.get(`/post/${id}`)).text();
  expect(html).toContain('"@type":"BlogPosting"');
  expect(html).not.toMatch(company);
  const list = await (await request.get('/blogDey')).text();
  expect(list).toContain('content="Every post on our blog, ours and our visitors');
});

test('search engines and messengers get the first words of a post without a lead', async ({ page, request }) => {
  const id = await publish(request, newTitle('Words'), 'All there is to say.');
  await openHydrated(page, `/post/${id}`);
  for (const meta of ['meta[name=description]', 'meta[property="og:description"]'])
    expect(await page.locator(meta).evaluateAll((all) => all.map((one) => one.getAttribute('content')))).toEqual([
      'All there is to say.',
    ]);
});

test('feeds are announced, and they exist', async ({ request }) => {
  for (const path of ['/blogs', '/blogDey', '/post/1']) {
    const links = (await (await request.get(path)).text()).match(/<link [^>]*rel="alternate"[^>]*>/g) ?? [];
    expect(links, path).toHaveLength(2);
    for (const link of links) {
      const [href, type] = ['href', 'type'].map((name) => new RegExp(`${name}="([^"]+)"`).exec(link)?.[1]);
      expect((await request.get(href!)).headers()['content-type'], link).toContain(type);
    }
  }
});

test("a slow post shows 'Loading...' first, and going back finds the place in the list", async ({ page }) => {
  await openHydrated(page, '/blogDey');
  const link = page.getByRole('link', { name: 'Port Harcourt to anywhere: remote by default' });
  await link.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(0);
  const held = await hold(page, `**${postCalls.post(1)}`);
  await link.click();
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading...');
  await expect(page).toHaveURL(/\/post\/1$/);
  held.release();
  await expect(heading(page)).toHaveText('Port Harcourt to anywhere: remote by default');
  await expect(heading(page), 'which assistive technology reads').toBeFocused();

  await page.route(`**${postCalls.posts}`, async (route) => {
    const response = await route.fetch();
    await new Promise((resolve) => {
      setTimeout(resolve, 300);
    });
    await route.fulfill({ response });
  });
  await page.goBack();
  await hydrated(page);
  await expect(link).toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBe(place);
});
