/** A corpus of hostile posts, opened in a browser: shown in pages and pasted into the editor, nothing in it runs. */
import type { Page } from 'playwright/test';
import { postCalls, type Post } from '../../shared/contracts/posts.ts';
import { startSite, type Site } from '../../tooling/site/start-site.ts';
import { addPosts } from '../fixtures/database.ts';
import { openHydrated } from '../fixtures/hydrated.ts';
import { expect, test } from '../fixtures/test.ts';
import { xssVectors } from '../fixtures/xss-corpus.ts';

/** Vectors on one page. */
const PER_PAGE = 60;

/** Counts what runs: calls of `alert`, and scripts, frames and styles that are asked for from elsewhere. */
async function watch(page: Page): Promise<string[]> {
  const ran: string[] = [];
  await page.exposeFunction('ran', (what: string) => ran.push(what));
  await page.addInitScript(() => {
    const { ran } = globalThis as unknown as { ran: (what: string) => void };
    Object.assign(globalThis, { alert: (what: unknown) => ran(`alert ${String(what)}`) });
  });
  await page.route(/evil/, (route) => {
    if (route.request().resourceType() !== 'image')
      ran.push(`${route.request().resourceType()} ${route.request().url()}`);
    return route.abort();
  });
  page.on('dialog', (dialog) => void dialog.dismiss());
  return ran;
}

test('without sanitiser and policy the corpus does run, so the tests below can fail', async ({ browser }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const ran = await watch(page);
  await page.goto('about:blank');
  await page.evaluate(
    (vectors) => {
      for (const html of vectors) {
        const frame = document.createElement('iframe');
        frame.srcdoc = html;
        document.body.append(frame);
      }
    },
    xssVectors.map(({ html }) => html),
  );
  await expect.poll(() => ran.length, { timeout: 20_000 }).toBeGreaterThan(100);
  await context.close();
});

test.describe('on the site', () => {
  let own: Site;
  test.beforeAll(async () => {
    own = await startSite({ remotes: ['mf-blog'] });
  });
  test.afterAll(() => own.stop());
  // Images from elsewhere may be requested; the browser reports what the policy blocks of the pasted text.
  test.use({
    expectedComplaints: {
      matching: [
        /^Failed to load resource/,
        /^Applying inline style/,
        /^Executing inline/,
        /base URI/,
        /^policy: ((style|script)-src-(attr|elem) inline|base-uri)/,
      ],
    },
  });

  test('shown in a post, stored as it came', async ({ page, request }) => {
    const ran = await watch(page);
    // Without the API's sanitiser of incoming posts: what is shown must be safe whatever is stored.
    const ids = addPosts(
      own.dataDir,
      xssVectors.map(({ html }, index) => ({ title: `Vector ${index}`, content: html })),
    );
    const safe: string[] = [];
    for (const id of ids) safe.push(((await (await request.get(own.url + postCalls.post(id))).json()) as Post).content);
    const pages = Array.from({ length: Math.ceil(safe.length / PER_PAGE) }, (_, index) =>
      safe.slice(index * PER_PAGE, (index + 1) * PER_PAGE),
    );
    const shown = addPosts(
      own.dataDir,
      pages.map((contents, index) => ({
        title: `Page ${index}`,
        content: `<h2>Begin</h2>${contents.join('<hr />')}<h2>End</h2>`,
      })),
    );
    for (const id of shown) {
      await openHydrated(page, `${own.url}/post/${id}`);
      await expect(page.getByRole('heading', { name: 'End' })).toBeVisible();
    }
    // Client-side navigation uses the sanitiser that runs in the browser.
    await openHydrated(page, `${own.url}/blogDey`);
    for (const [index] of shown.entries()) {
      await page.getByRole('link', { name: `Page ${index}`, exact: true }).click();
      await expect(page.getByRole('heading', { name: 'End' })).toBeVisible();
      await page.goBack();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('All posts');
    }
    expect(ran).toEqual([]);
  });

  test('pasted into the editor', async ({ page }) => {
    const ran = await watch(page);
    await page.goto(`${own.url}/new`);
    const editor = page.locator('.ql-editor');
    await editor.click();
    const left = await editor.evaluate(
      async (element, vectors) => {
        const found: string[] = [];
        for (const html of vectors) {
          const clipboardData = new DataTransfer();
          clipboardData.setData('text/html', html);
          clipboardData.setData('text/plain', 'plain');
          element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
          await new Promise(requestAnimationFrame);
          const foreign =
            'script, iframe, object, embed, svg, math, form, input, style, link, meta, base, template, [onerror], [onclick], [onload], [srcdoc], [href^="javascript" i]';
          if (element.querySelector(foreign)) found.push(html);
        }
        return found;
      },
      xssVectors.map(({ html }) => html),
    );
    expect(left).toEqual([]);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('New post');
    expect(ran).toEqual([]);
  });
});
