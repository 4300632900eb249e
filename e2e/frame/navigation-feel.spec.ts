/** Navigation feels like one site: what a link leads to is loaded ahead, a slow load is shown, headings come first. */
import type { Locator, Page, Request } from 'playwright/test';
import { postCalls } from '../../shared/contracts/posts.ts';
import { hold } from '../fixtures/held.ts';
import { hydrated, openHydrated } from '../fixtures/hydrated.ts';
import { recordShifts } from '../fixtures/layout-shifts.ts';
import { withMotion } from '../fixtures/motion.ts';
import { expect, test } from '../fixtures/test.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const link = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name, exact: true });

/** Loaded by itself once a page has been there for a while (shell/src/observed/failures.ts). */
const OBSERVER = /^\/assets\/observer-/;

/** URLs that the page requests from now on: scripts and the API's answers. */
function requestsOf(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (['script', 'fetch'].includes(request.resourceType()) && !OBSERVER.test(pathname)) asked.push(pathname);
  });
  return asked;
}

test.describe('turning to a link loads what it leads to', () => {
  for (const [how, turnTo] of [
    ['with the pointer', (page: Page) => page.locator('a[href="/blogDey"]').first().hover()],
    ['with the keyboard', (page: Page) => page.locator('a[href="/blogDey"]').first().focus()],
  ] as const) {
    test(`${how}: the remote, the code and the data; following it asks for nothing`, async ({ page }) => {
      await openHydrated(page, '/career');
      // Any page may have such a link.
      await page.evaluate(() => document.querySelector('footer nav a')!.setAttribute('href', '/blogDey'));
      const asked = requestsOf(page);
      const data = page.waitForResponse(`**${postCalls.posts}`);
      await turnTo(page);
      await (await data).finished();
      expect(asked.filter((path) => /mf-blog.*remoteEntry/.test(path))).toHaveLength(1);
      expect(asked.filter((path) => /mf-blog.*posts-page/.test(path))).toHaveLength(1);

      asked.length = 0;
      await page.locator('a[href="/blogDey"]').first().click();
      await expect(page.locator('[data-boundary="mf-blog"]')).toBeVisible();
      await expect(heading(page)).toBeFocused();
      expect(asked).toEqual([]);

      await test.step('the data is used once: the next visit asks again', async () => {
        // Otherwise the link would appear under the pointer again, and be loaded ahead.
        await page.mouse.move(0, 0);
        await page.goBack();
        await expect(heading(page)).toHaveText('Career');
        await Promise.all([page.waitForRequest(`**${postCalls.posts}`), page.goForward()]);
      });
    });
  }

  test.describe('with a finger', () => {
    test.use({ hasTouch: true });

    test('the composition does not wait for what loads the rest', async ({ page }) => {
      const held = await hold(page, /prefetch-/);
      await openHydrated(page, '/career');
      const asked = page.waitForRequest('**/composition.json?*');
      const touch = (of: ReturnType<typeof link>) => of.dispatchEvent('pointerover', { pointerType: 'touch' });
      await touch(page.getByRole('contentinfo').getByRole('link', { name: 'GitHub' }));
      await touch(link(page, 'Contact Us'));
      await asked;
      held.release();
    });
  });

  test('a link to the page itself, or to another site, loads nothing', async ({ page }) => {
    await openHydrated(page, '/career');
    const asked = requestsOf(page);
    await link(page, 'Career').focus();
    await expect.poll(() => asked).toEqual([expect.stringMatching(/prefetch-/)]);
    await page.getByRole('contentinfo').getByRole('link', { name: 'GitHub' }).focus();
    await page.waitForLoadState('networkidle');
    expect(asked).toHaveLength(1);
  });

  test('a visitor who saves data loads nothing ahead', async ({ page }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
    await openHydrated(page, '/career');
    const asked = requestsOf(page);
    await link(page, 'Contact Us').focus();
    await link(page, 'Contact Us').dispatchEvent('pointerover', { pointerType: 'touch' });
    await expect.poll(() => asked).toEqual([expect.stringMatching(/prefetch-/)]);
    await page.waitForLoadState('networkidle');
    expect(asked).toHaveLength(1);
  });
});

test("a page's data is asked for while its code is still under way", async ({ page }) => {
  const held = await hold(page, /mf-blog.*article-/);
  await openHydrated(page, '/blogDey');
  const asked = () => page.waitForRequest(`**${postCalls.post('1')}`);
  const link = page.locator('main a[href="/post/1"]').first();
  await Promise.all([asked(), link.focus()]);
  // What is loaded ahead is forgotten.
  await page.evaluate(() => dispatchEvent(new Event('written')));
  await Promise.all([asked(), link.click()]);
  held.release();
  await expect(heading(page)).toHaveText('Port Harcourt to anywhere: remote by default');
});

test('a line shows while a page takes long, and goes when that has loaded', async ({ page }) => {
  const held = await hold(page, /mf-marketing.*remoteEntry/);
  await openHydrated(page, '/career');
  const line = page.locator('[data-progress]');
  await expect(line).toBeEmpty();
  await link(page, 'Contact Us').click();
  await expect(line).toHaveText('Loading...');
  await expect(line.locator('> div')).toBeInViewport();
  await expect(heading(page)).toHaveText('Career');
  held.release();
  await expect(heading(page)).toHaveText('Contact Us');
  await expect(line).toBeEmpty();
});

test.describe('for a visitor who does not mind motion', () => {
  test.use(withMotion);

  async function countTransitions(page: Page): Promise<() => Promise<number>> {
    await page.addInitScript(() => {
      const counted = { transitions: 0 };
      Object.assign(globalThis, { counted });
      const start = document.startViewTransition.bind(document);
      document.startViewTransition = (...given) => {
        counted.transitions += 1;
        return start(...given);
      };
    });
    return () =>
      page.evaluate(() => (globalThis as unknown as { counted: { transitions: number } }).counted.transitions);
  }

  test('a page appears at once, even when a visitor is in a hurry', async ({ page }) => {
    const transitions = await countTransitions(page);
    await openHydrated(page, '/career');
    await link(page, 'Contact Us').click();
    await expect(heading(page)).toHaveText('Contact Us');
    const entries = () => page.evaluate(() => history.length);
    const before = await entries();
    await link(page, 'Career').click();
    await link(page, 'Login').click();
    await expect(heading(page)).toHaveText('Log In');
    // A navigation that is given up before it arrives leaves no entry in the history.
    const added = (await entries()) - before;
    expect([1, 2]).toContain(added);
    for (let step = 0; step < added; step += 1) await page.goBack();
    await expect(heading(page)).toHaveText('Contact Us');
    expect(await transitions()).toBe(0);

    // On a busy machine the event comes as soon: React has not yet taken back the listeners.
    const tellScrollsAtOnce = () =>
      page.evaluate(() => {
        const { scrollTo } = window;
        window.scrollTo = (...place: []) => {
          scrollTo(...place);
          dispatchEvent(new Event('scroll'));
        };
      });
    await test.step('what rises into view does not fail when the page is scrolled as it goes', async () => {
      await link(page, 'About Us').click();
      await expect(heading(page)).toHaveText('About Us');
      await tellScrollsAtOnce();
      await link(page, 'Career').click();
      await expect(heading(page)).toHaveText('Career');
    });
    await test.step('nor do parts that wait for the visitor', async () => {
      await page.getByRole('banner').locator('[data-logo]').click();
      await expect(page).toHaveURL(/\/$/);
      await page.reload();
      await hydrated(page);
      await tellScrollsAtOnce();
      await link(page, 'Career').click();
      await expect(heading(page)).toHaveText('Career');
    });
  });

  /**
   * Names of what each transition moves from now on. It is asked itself when it begins: on a busy machine it may be
   * over before a frame is drawn.
   */
  async function recordMoved(page: Page): Promise<() => Promise<string[]>> {
    await page.addInitScript(() => {
      const moved: string[] = [];
      Object.assign(globalThis, { moved });
      const start = document.startViewTransition.bind(document);
      document.startViewTransition = (...given) => {
        const transition = start(...given);
        const names = () =>
          document.getAnimations().map(({ effect }) => (effect as KeyframeEffect).pseudoElement ?? '');
        transition.ready.then(
          () => moved.push(...names()),
          () => {},
        );
        return transition;
      };
    });
    return () => page.evaluate(() => (globalThis as unknown as { moved: string[] }).moved);
  }

  /** Rests on a link until all that its page needs has arrived, and the browser has nothing left to do with it. */
  async function loadedAhead(page: Page, to: Locator): Promise<void> {
    const pending = new Set<Request>();
    page.on('request', (request) => pending.add(request));
    page.on('requestfinished', (request) => pending.delete(request));
    page.on('requestfailed', (request) => pending.delete(request));
    const article = page.waitForResponse(/\/api\/blogs\/posts\/[^/?]+$/);
    await to.hover();
    await article;
    // What has arrived may ask for more.
    for (let quiet = 0; quiet < 3; quiet += 1) {
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
      if (pending.size > 0) quiet = -1;
    }
  }

  const openArticle = async (page: Page): Promise<void> => {
    await page.getByRole('link', { name: 'Logs a tired person can read' }).click();
    await expect(heading(page)).toHaveText('Logs a tired person can read');
  };

  test('a card grows into its article, and nothing of it is left over', async ({ page }) => {
    // On a machine too busy to draw in time the transition is given up, which view-transitions.test.ts covers.
    await page.addInitScript(() => Object.assign(ViewTransition.prototype, { skipTransition: () => {} }));
    const moved = await recordMoved(page);
    await openHydrated(page, '/blogs');
    // The card would not grow into a skeleton, and the article needs more than its post.
    await loadedAhead(page, page.getByRole('link', { name: 'Logs a tired person can read' }));
    await openArticle(page);
    await expect.poll(moved).toContain('::view-transition-group(cover)');
    await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
    await expect(page.locator('[data-cover-band]')).toHaveCSS('view-transition-name', 'none');
  });

  test.describe('for a visitor who wants less motion', () => {
    test.use({ contextOptions: { reducedMotion: 'reduce' } });

    test('the article is simply there', async ({ page }) => {
      const transitions = await countTransitions(page);
      await openHydrated(page, '/blogs');
      await openArticle(page);
      expect(await transitions()).toBe(0);
    });
  });

  test.describe('where the browser cannot', () => {
    test('the article is simply there', async ({ page }) => {
      await page.addInitScript(() => Object.assign(Document.prototype, { startViewTransition: undefined }));
      await openHydrated(page, '/blogs');
      await openArticle(page);
    });
  });
});

test('nothing moves when the fonts arrive', async ({ page }) => {
  const held = await hold(page, '**/*.woff2');
  const shifts = await recordShifts(page);
  for (const path of ['/', '/career', '/contact']) {
    await page.goto(path, { waitUntil: 'commit' });
    await expect(heading(page)).toBeVisible();
    held.release();
    await page.evaluate(() => document.fonts.ready);
    await page.waitForLoadState('networkidle');
    expect(await shifts(), path).toEqual([]);
  }
});

test('a page begins with its first view; on a way back, or to a place within it, all of it comes at once', async ({
  page,
}) => {
  await openHydrated(page, '/faq');
  // Whether the form below has appeared when the heading has.
  const formCame = () =>
    page.evaluate(
      () =>
        new Promise<'with the heading' | 'behind it'>((resolve) => {
          const observer = new MutationObserver(() => {
            if (document.querySelector('h1')?.textContent !== 'Career') return;
            observer.disconnect();
            resolve(document.querySelector('#apply') ? 'with the heading' : 'behind it');
          });
          observer.observe(document.body, { childList: true, subtree: true });
        }),
    );
  const form = page.getByRole('form', { name: 'Apply' });

  const [byLink] = await Promise.all([formCame(), link(page, 'Career').click()]);
  expect(byLink).toBe('behind it');
  await expect(form).toBeAttached();
  await form.getByLabel('First name').scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(500);

  await link(page, 'About Us').click();
  await expect(heading(page)).toHaveText('About Us');
  const [back] = await Promise.all([formCame(), page.goBack()]);
  expect(back).toBe('with the heading');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);

  await link(page, 'About Us').click();
  await expect(heading(page)).toHaveText('About Us');
  // Any page may have such a link.
  await page.evaluate(() => document.querySelector('footer nav a')!.setAttribute('href', '/career#apply'));
  const [toPlace] = await Promise.all([formCame(), page.locator('a[href="/career#apply"]').first().click()]);
  expect(toPlace).toBe('with the heading');
  await expect(page.locator('#apply')).toBeInViewport();
});
