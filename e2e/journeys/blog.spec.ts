/** A visitor reads posts and adds one; what the pages show while the API is away. */
import type { Page } from 'playwright/test';
import { postCalls, type CreatedPost } from '../../shared/contracts/posts.ts';
import { datePost } from '../fixtures/database.ts';
import { hold } from '../fixtures/held.ts';
import { hydrated, openHydrated } from '../fixtures/hydrated.ts';
import { newMember, signIn } from '../fixtures/members.ts';
import { sentFrom } from '../fixtures/sent.ts';
import { startSite, type Site } from '../../tooling/site/start-site.ts';
import { desktop } from '../fixtures/screens.ts';
import { expect, test } from '../fixtures/test.ts';
import { translate } from '../fixtures/translated.ts';
import { newTitle } from '../fixtures/unique.ts';

const FAILED_LIST = 'We could not load the posts.';
const FAILED_POST = 'We could not load the post.';

const post = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title });
const tryAgain = (page: Page) => page.getByRole('link', { name: 'Try again' });

async function add(page: Page, values: { title: string; content: string; author?: string }): Promise<void> {
  await page.getByLabel('Title').fill(values.title);
  await page.getByLabel('Content').fill(values.content);
  if (values.author) await page.getByLabel('Author').fill(values.author);
  // A hasty visitor: one post anyway.
  await page.getByRole('button', { name: 'Add post' }).dblclick();
}

/** Text of the errors that the page logs. */
function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return errors;
}

test.describe('adding a post', () => {
  const content = 'First line\n<img src=x onerror=alert(1)>\nSalt &amp; pepper\n\n<script>alert(2)</script>';

  test('from the form to the list, to all posts, to its own page', async ({ page, request }) => {
    const title = newTitle('<b>Fish</b> & chips');
    await openHydrated(page, '/apy');
    await page.setViewportSize({ width: 1280, height: 620 });
    await page.evaluate(() => scrollTo(0, 400));
    const button = page.getByRole('button', { name: 'Add post' });
    await expect(button, 'on a low screen, too, it can be scrolled to').toBeInViewport({ ratio: 1 });
    const reloaded = page.waitForResponse(`**${postCalls.list}`);
    const held = await hold(page, `**${postCalls.add}`);
    await add(page, { title, content, author: 'Ngozi "N" Eze' });
    await expect(page.getByRole('button', { name: 'Adding...' })).toBeFocused();
    await page.getByLabel('Title').press('End');
    await page.keyboard.type(' and more');
    await expect(page.getByLabel('Title'), 'it would be lost').toHaveValue(title);
    held.release();
    await expect(page.getByRole('status')).toHaveText('Your post is in the list.');
    expect((await reloaded).status()).toBe(200);
    for (const label of ['Title', 'Content', 'Author']) await expect(page.getByLabel(label)).toHaveValue('');
    await expect(page.getByRole('article').first()).toContainText(title);
    await expect(post(page, title)).toHaveCount(1);

    await openHydrated(page, '/blogDey');
    const newest = page.getByRole('article').first();
    await expect(newest).toContainText(title);
    await expect(newest).toContainText('First line');
    await expect(newest).toContainText('Ngozi "N" Eze');
    await newest.getByRole('link').click();
    await expect(page).toHaveURL(/\/post\/\d+$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expectAsTyped(page);

    await page.reload();
    await expectAsTyped(page);
    const html = await (await request.get(page.url())).text();
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(html).toContain('Salt &amp;amp; pepper');
    expect(html).toContain('&lt;b&gt;Fish&lt;/b&gt; &amp; chips');
    expect(html).not.toContain('<img src=x');
    expect(html).not.toContain('<script>alert');
  });

  test('what became of it takes the place of the button, which keeps the focus and is seen', async ({ page }) => {
    await page.setViewportSize(desktop);
    await openHydrated(page, '/apy');
    await page.getByLabel('Title').fill(newTitle('Seen'));
    await page.getByLabel('Content').fill('Here');
    const button = page.getByRole('button', { name: 'Add post' });
    await button.press('Enter');
    const answer = page.getByRole('status');
    await expect(answer).toHaveText('Your post is in the list.');
    await expect(answer).toBeInViewport({ ratio: 1 });
    await expect(button).toBeFocused();
    await expect(button).toBeInViewport({ ratio: 1 });
  });

  test('beside older posts leads to the beginning of the list, where it is', async ({ page }) => {
    const title = newTitle('Newer');
    await openHydrated(page, '/apy?before=2');
    await add(page, { title, content: 'Now' });
    await expect(page).toHaveURL(/\/apy$/);
    await expect(page.getByRole('status')).toHaveText('Your post is in the list.');
    await expect(post(page, title)).toHaveCount(1);
  });

  test('rich text arrives in the page without what could run', async ({ page, request }) => {
    const title = newTitle('Rich');
    const answer = await request.post(postCalls.posts, {
      data: {
        title,
        content:
          '<h2>Part</h2><p onclick="alert(1)">Read <a href="javascript:alert(1)">this</a> and <strong>that</strong></p><iframe src="/"></iframe>',
      },
    });
    const { postId } = (await answer.json()) as { postId: number };
    await openHydrated(page, '/blogDey');
    await post(page, title).getByRole('link').click();
    await expect(page.getByRole('heading', { level: 2, name: 'Part' })).toBeVisible();
    await expect(page.getByRole('article').first().getByRole('strong')).toHaveText('that');
    await expect(page.getByRole('link', { name: 'this', exact: true })).toHaveAttribute('href', 'about:blank');
    const inBrowser = await articleHtml(page);
    expect(inBrowser).not.toMatch(/onclick|iframe|javascript:/);

    await page.goto(`/post/${postId}`);
    expect(await articleHtml(page), 'server and browser show the same').toBe(inBrowser);
  });

  test('title and content are required', async ({ page }) => {
    const sent = sentFrom(page);
    await openHydrated(page, '/apy');
    await page.getByRole('button', { name: 'Add post' }).click();
    await expect(page.getByLabel('Title')).toBeFocused();
    await page.getByLabel('Title').fill('A title');
    await page.getByRole('button', { name: 'Add post' }).click();
    await expect(page.getByLabel('Content')).toBeFocused();
    expect(sent).toEqual([]);
  });

  test.describe('refused', () => {
    test.use({ expectedComplaints: { matching: [/status of 422/, /^Error adding post:/] } });

    test('the reason is shown and logged, and the text stays', async ({ page }) => {
      const errors = errorsOf(page);
      await openHydrated(page, '/apy');
      await add(page, { title: '   ', content: 'Long work' });
      await expect(page.getByRole('alert')).toHaveText('A post needs a title.');
      await expect(page).toHaveTitle('Error: Simple blog | Portloom');
      await expect(page.getByLabel('Content')).toHaveValue('Long work');
      expect(errors.filter((text) => text.startsWith('Error adding post:'))).toHaveLength(1);
    });

    test('by the server, before the script had loaded: once the post is added, the form is empty', async ({ page }) => {
      const title = newTitle('Late script');
      const scripts = await hold(page, /\.js$/);
      await page.goto('/apy', { waitUntil: 'domcontentloaded' });
      const values = { Title: '   ', Content: 'Long work', Author: 'Ngozi' };
      for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value);
      await page.getByRole('button', { name: 'Add post' }).click();
      await expect(page.getByRole('alert')).toHaveText('A post needs a title.');
      await expect(page).toHaveTitle('Error: Simple blog | Portloom');
      scripts.release();
      await hydrated(page);
      await expect(page.getByLabel('Content')).toHaveValue('Long work');
      await page.getByLabel('Title').fill(title);
      await page.getByRole('button', { name: 'Add post' }).click();
      await expect(page.getByRole('status')).toHaveText('Your post is in the list.');
      await expect(page).toHaveTitle('Simple blog | Portloom');
      for (const label of Object.keys(values)) await expect(page.getByLabel(label)).toHaveValue('');
    });
  });

  /** The text as it was typed: line breaks kept, nothing taken for markup. */
  async function expectAsTyped(page: Page): Promise<void> {
    const article = page.getByRole('article').first();
    await expect(article.getByText('First line')).toBeVisible();
    const shown = await article.evaluate((element) => (element as HTMLElement).innerText);
    for (const line of content.split('\n').filter(Boolean)) expect(shown.split('\n')).toContain(line);
    await expect(article.locator('img, script:not([type="application/ld+json"])')).toHaveCount(0);
  }

  const articleHtml = (page: Page): Promise<string> =>
    page
      .getByRole('heading', { level: 2, name: 'Part' })
      .locator('..')
      .evaluate((element) => element.innerHTML);
});

test.describe('an unknown post', () => {
  test.use({ expectedComplaints: { matching: [/status of 404/] } });

  test('is a page that does not exist', async ({ page, request }) => {
    for (const id of ['0', 'abc', '1e3', ':id', '9'.repeat(40)])
      expect((await request.get(`/post/${id}`)).status(), id).toBe(404);
    const response = await openHydrated(page, '/post/999999');
    expect(response.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');
    await page.getByRole('link', { name: 'Back to home' }).click();
    await expect(page).toHaveURL(/\/$/);
  });
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('posts can be found and read', async ({ page }) => {
    await page.goto('/blogDey');
    await page.getByRole('link', { name: 'Logs a tired person can read' }).click();
    await expect(page).toHaveURL(/\/post\/2$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Logs a tired person can read');
    await expect(page.getByText('18 March 2024')).toBeVisible();
    await page.getByRole('link', { name: 'All posts' }).click();
    await expect(page).toHaveURL(/\/blogDey$/);
  });
});

test.describe('in a time zone where it is another day', () => {
  test.use({ timezoneId: 'Pacific/Pago_Pago' });

  test("dates are the visitor's own, of what one has published as well", async ({ page, request, site, mailbox }) => {
    const origin = site.url;
    await signIn(page.request, await newMember(site, mailbox), origin);
    const data = { title: newTitle('Dated'), content: '<p>Text</p>' };
    const published = await page.request.post(postCalls.posts, { data, headers: { origin } });
    const { postId } = (await published.json()) as CreatedPost;
    datePost(site.dataDir, postId, '2024-03-18T09:00:00.000Z');
    const date = page.locator('time[datetime="2024-03-18T09:00:00.000Z"]').last();
    for (const [path, reader] of [
      ['/blogs', request],
      ['/blogDey', request],
      ['/apy', request],
      ['/post/2', request],
      ['/account', page.request],
    ] as const) {
      expect(await (await reader.get(path)).text()).toContain('18 March 2024');
      await openHydrated(page, path);
      await expect(date).toHaveText('17 March 2024');
    }
    await page.getByRole('banner').getByRole('link', { name: 'Blog' }).first().click();
    await expect(page).toHaveURL(/\/blogs$/);
    await expect(date, 'after a navigation').toHaveText('17 March 2024');
  });
});

test('a browser that names no language gets the dates of the site', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'language', { value: 'en-US@posix' }));
  await openHydrated(page, '/post/2');
  await expect(page.locator('time').first()).toHaveText('18 March 2024');
});

test.describe('while the API is away', () => {
  let own: Site;
  test.beforeAll(async () => {
    own = await startSite({ withoutApi: true, remotes: ['mf-blog'] });
  });
  test.afterAll(() => own.stop());
  test.use({
    expectedComplaints: {
      matching: [/status of 503/, /ERR_INTERNET_DISCONNECTED/, /^Error (fetching posts|adding post):/, /^ApiError: /],
    },
  });

  const failures = [
    ['/blogDey', FAILED_LIST, /^ApiError: GET \/api\/blogs\/posts: /],
    ['/apy', FAILED_LIST, /^Error fetching posts: ApiError: GET \/api\/post\/getBlog: /],
    ['/post/1', FAILED_POST, /^ApiError: GET \/api\/blogs\/posts\/1: /],
    ['/blogDetails', FAILED_POST, /^ApiError: GET \/api\/blogs\/posts\/5: /],
  ] as const;
  const saysSo = async (page: Page, sentence: string) => await expect(page.getByRole('alert')).toContainText(sentence);
  /** Once the API is back, everything that the page said about its absence is gone. */
  async function expectRecovery(page: Page): Promise<void> {
    const { release } = await hold(page, /\/api\//);
    // Translated or not, the page goes on.
    await translate(page);
    await tryAgain(page).click();
    // The button says so, or for a post what takes its place.
    await expect(page.getByRole('main').getByText('Loading...')).toBeVisible();
    release();
    await expect(page.getByRole('article').first()).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 }), 'the button is gone').toBeFocused();
  }

  test('each page says so, and recovers; navigating there meets the same; what was typed can be added again', async ({
    page,
    context,
    request,
    withoutScript,
  }) => {
    const tabs: Record<string, Page> = {};
    for (const [path, sentence, logged] of failures) {
      await test.step(`${path} says so`, async () => {
        const tab = path === '/blogDey' ? page : await context.newPage();
        tabs[path] = tab;
        const errors = errorsOf(tab);
        const response = await openHydrated(tab, own.url + path);
        expect(response.status()).toBe(503);
        await saysSo(tab, sentence);
        await expect(tab.getByRole('contentinfo')).toBeVisible();
        expect(await (await request.get(own.url + path)).text(), 'in the HTML too').toContain(sentence);
        expect(errors.filter((text) => logged.test(text))).toHaveLength(1);
        await Promise.all([tab.waitForResponse(/\/api\//), tryAgain(tab).click()]);
        await saysSo(tab, sentence);
      });
    }
    await withoutScript.goto(`${own.url}/post/1?from=mail`);
    await saysSo(withoutScript, FAILED_POST);
    await own.startApi();
    await test.step('without script it recovers as well, at the same address', async () => {
      await tryAgain(withoutScript).click();
      await expect(withoutScript.getByRole('article').first()).toBeVisible();
      await expect(withoutScript).toHaveURL(`${own.url}/post/1?from=mail`);
    });
    for (const [path, tab] of Object.entries(tabs))
      await test.step(`${path} recovers`, async () => await expectRecovery(tab));

    await own.stopApi();
    const list = tabs['/blogDey']!;
    await test.step('a visitor who walks there meets the same state', async () => {
      await list.getByRole('link', { name: 'Logs a tired person can read' }).click();
      await saysSo(list, `${FAILED_POST}The fault is ours.`);
      await context.setOffline(true);
      await tryAgain(list).click();
      await saysSo(list, `${FAILED_POST}Check your connection`);
      await context.setOffline(false);
    });
    const form = tabs['/apy']!;
    const errors = errorsOf(form);
    const title = newTitle('Later');
    await test.step('a post that could not be added stays in the form', async () => {
      await add(form, { title, content: 'Long work' });
      await saysSo(form, 'We could not add the post. Your text is still here.');
      expect(errors.filter((text) => text.startsWith('Error adding post:'))).toHaveLength(1);
    });
    await own.startApi();
    await expectRecovery(list);
    await expect(list.getByRole('heading', { level: 1 })).toHaveText('Logs a tired person can read');
    await form.getByRole('button', { name: 'Try again' }).click();
    await expect(post(form, title)).toHaveCount(1);
    await expect(form.getByLabel('Title')).toHaveValue('');
    await expect(form.getByRole('button', { name: 'Add post' })).toBeFocused();
  });
});
