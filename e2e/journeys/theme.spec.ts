/** Light and dark: the visitor's choice, kept, and never seen wrong. */
import type { Page } from 'playwright/test';
import { openHydrated } from '../fixtures/hydrated.ts';
import { phone } from '../fixtures/screens.ts';
import { expect, test } from '../fixtures/test.ts';

const body = (page: Page) => page.locator('body');
const toDark = (page: Page) => page.getByRole('button', { name: 'Switch to dark theme' });
const toLight = (page: Page) => page.getByRole('button', { name: 'Switch to light theme' });
const stored = (page: Page): Promise<string | null> => page.evaluate(() => localStorage.getItem('theme'));

/** Whether the ground that the visitor sees is dark. */
function groundIsDark(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const [red = 0, green = 0, blue = 0] = getComputedStyle(document.body).backgroundColor.match(/\d+/g)!.map(Number);
    return red + green + blue < 200;
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: phone });

  test('it is light until the visitor chooses dark, and back', async ({ page }) => {
    await openHydrated(page, '/newsletter');
    await expect(body(page)).toHaveClass('light');
    expect(await groundIsDark(page)).toBe(false);
    expect(await stored(page)).toBeNull();

    await toDark(page).click();
    await expect(body(page)).toHaveClass('dark');
    expect(await groundIsDark(page)).toBe(true);
    expect(await stored(page)).toBe('dark');
    await expect(toLight(page)).toBeFocused();

    await toLight(page).press('Enter');
    await expect(body(page)).toHaveClass('light');
    expect(await stored(page)).toBe('light');
  });
});

test.describe('on a system that prefers dark', () => {
  test.use({ colorScheme: 'dark' });

  test('it is light anyway, even with an invalid choice', async ({ page }) => {
    await openHydrated(page, '/career');
    await expect(body(page)).toHaveClass('light');
    expect(await groundIsDark(page)).toBe(false);
    await page.evaluate(() => localStorage.setItem('theme', '"><script>'));
    await openHydrated(page, '/career');
    await expect(body(page)).toHaveClass('light');
  });
});

test('a press has its frame before the theme changes; a second one counts, too', async ({ page }) => {
  await openHydrated(page, '/newsletter');
  const seen = await toDark(page).evaluate(async (button) => {
    button.closest('button')!.click();
    const atOnce = document.body.className;
    await new Promise(requestAnimationFrame);
    return [atOnce, document.body.className];
  });
  expect(seen).toEqual(['light', 'light']);
  await expect(body(page)).toHaveClass('dark');
  await test.step('while the first has not been seen', async () => {
    await toLight(page).evaluate((button) => {
      button.closest('button')!.click();
      button.closest('button')!.click();
    });
    expect(await stored(page)).toBe('dark');
    await toLight(page).click();
    await expect(body(page)).toHaveClass('light');
    expect(await stored(page)).toBe('light');
  });
});

test("the choice holds in every area and after a reload, for the browser's own bars and controls, too", async ({
  page,
}) => {
  await openHydrated(page, '/newsletter');
  const light = await browserTheme(page);
  expect(light).toEqual({ bars: light.ground, ground: light.ground, scheme: 'light' });
  await toDark(page).click();
  // In the frame after the press (decision 136).
  await expect(body(page)).toHaveClass('dark');
  const dark = await browserTheme(page);
  expect(dark).toEqual({ bars: dark.ground, ground: dark.ground, scheme: 'dark' });
  expect(dark.ground).not.toBe(light.ground);
  for (const name of ['Contact Us', 'Career', 'Login']) {
    await page.getByRole('link', { name, exact: true }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name === 'Login' ? 'Log In' : name);
    await expect(body(page)).toHaveClass('dark');
  }
  await page.reload();
  await expect(body(page)).toHaveClass('dark');
  expect(await browserTheme(page)).toEqual(dark);
  await expect(toLight(page)).toBeVisible();
  await openHydrated(page, '/post/1');
  await expect(body(page)).toHaveClass('dark');
});

test('a dark page is dark from its first frame on, on a slow device too', async ({ page, context }) => {
  await page.addInitScript(() => {
    localStorage.setItem('theme', 'dark');
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    // Called before each frame is painted, from the first one on.
    const look = (): void => {
      if (document.body) seen.push(document.body.className);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  // The slower the device, the more frames are painted while the document arrives.
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 8 });
  for (const path of ['/', '/contact', '/post/1']) {
    await openHydrated(page, path);
    const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
    expect(seen.length, path).toBeGreaterThan(0);
    expect(new Set(seen), path).toEqual(new Set(['dark']));
  }
});

test('a dark page does not wait for the application', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
  await page.route('**/*.js', () => {});
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(body(page)).toHaveClass('dark');
  expect(await groundIsDark(page)).toBe(true);
});

test('where storage is forbidden, the switch works for the visit', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'localStorage', {
      get() {
        throw new DOMException('Storage is forbidden.', 'SecurityError');
      },
    });
  });
  await openHydrated(page, '/newsletter');
  await expect(body(page)).toHaveClass('light');
  await toDark(page).click();
  await expect(body(page)).toHaveClass('dark');
  await page.getByRole('link', { name: 'Career', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Career');
  await expect(body(page)).toHaveClass('dark');
});

/** The browser's own bars and controls: `theme-color`, and the scheme that form controls and scrollbars follow. */
function browserTheme(page: Page): Promise<{ bars: string; ground: string; scheme: string }> {
  return page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')!.content;
    const bars = getComputedStyle(probe).color;
    probe.remove();
    const { backgroundColor: ground } = getComputedStyle(document.body);
    return { bars, ground, scheme: getComputedStyle(document.documentElement).colorScheme };
  });
}

test('a choice in one tab is the choice in all of them', async ({ page, context }) => {
  await openHydrated(page, '/newsletter');
  const other = await context.newPage();
  await openHydrated(other, '/career');
  await toDark(other).click();
  await expect(body(page)).toHaveClass('dark');
  await expect(toLight(page)).toBeVisible();
});

test('so is one that is made while the browser keeps a page for the way back', async ({ page }) => {
  await openHydrated(page, '/');
  await page.evaluate(() => {
    localStorage.setItem('theme', 'dark');
    // Browsers under test keep no pages.
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await expect(body(page)).toHaveClass('dark');
  await toLight(page).click();
  await expect(body(page)).toHaveClass('light');
  expect(await stored(page)).toBe('light');
});

test('paper is light', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
  await openHydrated(page, '/faq');
  expect(await groundIsDark(page)).toBe(true);
  await page.emulateMedia({ media: 'print' });
  expect(await groundIsDark(page)).toBe(false);

  // It has no button, either.
  await page.emulateMedia({ media: 'screen' });
  await openHydrated(page, '/post/1');
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Share' })).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Read next' })).toBeHidden();
});
