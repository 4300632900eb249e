/** What is pressed before the application has taken the page over (decision 150). */
import type { Page } from 'playwright/test';
import { drawn } from '../fixtures/frames.ts';
import { hold } from '../fixtures/held.ts';
import { hydrated } from '../fixtures/hydrated.ts';
import { phone } from '../fixtures/screens.ts';
import { expect, test } from '../fixtures/test.ts';

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

test('the theme changes once the application is there', async ({ page }) => {
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
