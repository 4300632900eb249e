/** What is pressed and typed before the application has taken the page over (decision 150). */
import type { Page } from 'playwright/test';
import { postCalls, type PostSummary } from '../../shared/contracts/posts.ts';
import { drawn } from '../fixtures/frames.ts';
import { hold } from '../fixtures/held.ts';
import { hydrated, isHydrated } from '../fixtures/hydrated.ts';
import { phone } from '../fixtures/screens.ts';
import { sentFrom } from '../fixtures/sent.ts';
import { expect, test } from '../fixtures/test.ts';
import { translate } from '../fixtures/translated.ts';
import { newTitle } from '../fixtures/unique.ts';

const SCRIPTS = /\.js$/;

/** Opens a page whose application does not come until it is released. */
async function openAhead(page: Page, url: string): Promise<() => Promise<void>> {
  const scripts = await hold(page, SCRIPTS);
  // Not the load event, for which modules that are held may be waited for.
  await page.goto(url, { waitUntil: 'domcontentloaded' });
  return async () => {
    scripts.release();
    await hydrated(page);
  };
}

/** Lets React begin, but holds every slice of its work back. */
async function holdSlices(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const held: (() => void)[] = [];
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function later(...given: unknown[]) {
      held.push(() => (postMessage as (...given: unknown[]) => void).apply(this, given));
    };
    Object.assign(globalThis, {
      letSlicesGo() {
        MessagePort.prototype.postMessage = postMessage;
        for (const post of held) post();
      },
    });
  });
  return () => page.evaluate(() => (globalThis as unknown as { letSlicesGo: () => void }).letSlicesGo());
}

test('the theme changes once the application has loaded', async ({ page }) => {
  const release = await openAhead(page, '/contact');
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  await expect(page.locator('body')).toHaveClass('light');
  await release();
  await expect(page.locator('body')).toHaveClass('dark');
});

test('a button that was pressed twice, as nothing happened, is pressed once', async ({ page }) => {
  await page.setViewportSize(phone);
  const release = await openAhead(page, '/contact');
  const opener = page.getByRole('button', { name: 'Open menu' });
  await opener.click();
  await opener.press('Enter');
  await release();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
});

test('a button of a part that waits for the visitor is pressed, too', async ({ page }) => {
  const release = await openAhead(page, '/');
  await page.getByRole('button', { name: 'Preview' }).first().click();
  await release();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('what React answers itself, in the midst of its work, is not pressed again', async ({ page }) => {
  const letSlicesGo = await holdSlices(page);
  await page.goto('/contact');
  await expect
    .poll(() => page.evaluate(() => Object.keys(document).some((key) => key.startsWith('__reactContainer$'))))
    .toBe(true);
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  await letSlicesGo();
  await hydrated(page);
  // Were it pressed again, it would be light behind the next frames.
  await expect(page.locator('body')).toHaveClass('dark');
  await drawn(page);
  await expect(page.locator('body')).toHaveClass('dark');
});

test('what the browser sends itself is not sent again', async ({ page }) => {
  const release = await openAhead(page, '/contact');
  await page.evaluate(() => {
    const sent: Event[] = [];
    Object.assign(globalThis, { sent });
    // Otherwise another page would take the place of this one.
    addEventListener('submit', (event) => {
      event.preventDefault();
      sent.push(event);
    });
  });
  const count = () => page.evaluate(() => (globalThis as unknown as { sent: Event[] }).sent.length);
  await page.getByRole('contentinfo').locator('form').getByRole('button').click();
  expect(await count()).toBe(1);
  await release();
  await drawn(page);
  expect(await count()).toBe(1);
});

test('a form that the browser is sending is not sent again, neither by the browser nor by the script', async ({
  page,
}) => {
  const title = newTitle('Once');
  await page.addInitScript(`globalThis.isHydrated = ${isHydrated.toString()}`);
  const scripts = await hold(page, SCRIPTS);
  await page.goto('/new', { waitUntil: 'domcontentloaded' });
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Content').fill('Woven once.');
  await test.step('until the visitor has left, and comes back to the page as it was', async () => {
    const isSent = await page.evaluate(() => {
      const form = document.querySelector('main form')!;
      const send = () => form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
      const leave = () => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
      return [send(), send(), leave() && send(), leave()];
    });
    expect(isSent).toEqual([true, false, true, true]);
  });
  const sent = sentFrom(page);
  const pressedAgain = Promise.withResolvers<void>();
  await page.exposeFunction('pressedAgain', pressedAgain.resolve);
  await page.route('**/new', async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    await pressedAgain.promise;
    await route.fulfill({ response });
  });
  // Playwright would wait for the page that follows, so the page itself presses.
  await page.evaluate(() => {
    const world = globalThis as unknown as { isHydrated: () => boolean; pressedAgain: () => void };
    const press = () => document.querySelector<HTMLElement>('main form [type=submit]')!.click();
    setTimeout(press);
    setTimeout(press, 100);
    const pressAgain = setInterval(() => {
      if (!world.isHydrated()) return;
      clearInterval(pressAgain);
      press();
      setTimeout(world.pressedAgain, 300);
    }, 50);
  });
  await expect.poll(() => sent).toEqual(['/new']);
  scripts.release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  expect(sent).toEqual(['/new']);
  const posts = (await (await page.request.get(postCalls.posts)).json()) as PostSummary[];
  expect(posts.filter((post) => post.title === title)).toHaveLength(1);
});

test.describe('a page that the browser has translated by then, which React re-renders', () => {
  test.use({ expectedComplaints: { matching: [/hydrat/i] } });

  test('has what was typed and chosen, the focus and the caret', async ({ page }) => {
    const release = await openAhead(page, '/career');
    await page.getByLabel('First name').fill('Ada');
    await page.getByRole('combobox').selectOption('backend-developer');
    const cv = { name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') };
    await page.locator('[type=file]').setInputFiles(cv);
    await page.getByRole('contentinfo').getByRole('textbox').fill('ada@example.com');
    const about = page.locator('textarea');
    await about.fill('Six ooms');
    for (let step = 0; step < 4; step++) await about.press('ArrowLeft');
    await translate(page);
    const server = await about.elementHandle();
    await release();
    expect(await server!.evaluate((element) => element.isConnected), 'it was recreated').toBe(false);
    await expect(about).toBeFocused();
    await page.keyboard.type('l');
    await expect(about).toHaveValue('Six looms');
    await expect(page.getByLabel('First name')).toHaveValue('Ada');
    await expect(page.getByRole('combobox')).toHaveValue('backend-developer');
    await expect(page.getByRole('button', { name: 'Remove cv.pdf' })).toBeVisible();
    expect(await page.locator('[type=file]').evaluate((input: HTMLInputElement) => input.files![0]?.name)).toBe(
      'cv.pdf',
    );
    await expect(page.getByRole('contentinfo').getByRole('textbox')).toHaveValue('ada@example.com');
  });

  test('has what was typed into a field that the editor replaces, however quick that is', async ({ page }) => {
    const release = await openAhead(page, '/new');
    const field = page.locator('textarea[name=content]');
    await field.fill('Woven early');
    await translate(page);
    const editor = page.locator('.ql-editor');
    // Whichever is asked for first does its work before the other one comes.
    let first: string | undefined;
    await page.route(/\/(?:editor|kept-fields)-[^/]+\.js$/, async (route) => {
      const [, name] = /\/(editor|kept-fields)-/.exec(route.request().url())!;
      first ??= name;
      if (name !== first) await (name === 'editor' ? expect(field).toHaveValue('Woven early') : editor.waitFor());
      await route.continue();
    });
    await release();
    await expect(editor).toHaveText('Woven early');
  });

  test('has the theme that the visitor chose', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
    const release = await openAhead(page, '/career');
    await translate(page);
    const server = await page.locator('h1').elementHandle();
    await release();
    expect(await server!.evaluate((element) => element.isConnected), 'it was recreated').toBe(false);
    await expect(page.locator('body')).toHaveClass('dark');
  });
});
