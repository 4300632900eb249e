/**
 * The menu of narrow screens: a modal drawer, opened by the hamburger, closed in four ways, and there without script.
 */
import type { Page } from 'playwright/test';
import { SCRIPT_MS } from '../../shared/contracts/in-time.ts';
import { expectNoViolations, smallTargets } from '../fixtures/accessibility.ts';
import { hold } from '../fixtures/held.ts';
import { openHydrated } from '../fixtures/hydrated.ts';
import { withMotion } from '../fixtures/motion.ts';
import { desktop, phone } from '../fixtures/screens.ts';
import { expect, test } from '../fixtures/test.ts';

test.use({ ...withMotion, viewport: phone });

const SCRIPT = /:\d+\/assets\/side-menu-/;
const opener = (page: Page) => page.getByRole('button', { name: 'Open menu' });
const menu = (page: Page) => page.getByRole('dialog', { name: 'Menu' });

async function openMenu(page: Page): Promise<void> {
  await opener(page).click();
  await expect(menu(page)).toBeVisible();
}

test('it holds what the specification lists, and can be hit and read', async ({ page }) => {
  await openHydrated(page, '/career');
  await openMenu(page);
  await expect(menu(page).getByRole('link')).toHaveText([
    '',
    'Sign In',
    'Register',
    'About Us',
    'Career',
    'Industries',
    'How It Works',
    'Blog',
    'Contact Us',
    '',
    '',
    '',
    '',
  ]);
  await expect(menu(page).getByRole('link', { name: 'Career' })).toHaveAttribute('aria-current', 'page');
  for (const name of ['X', 'Instagram', 'Facebook', 'GitHub'])
    await expect(menu(page).getByRole('link', { name, exact: true })).toBeVisible();
  await expect(menu(page).getByRole('button', { name: 'Switch to dark theme' })).toBeVisible();
  const { x, width } = (await menu(page).boundingBox())!;
  expect(width, 'leaves room to press beside it').toBeLessThanOrEqual(346);
  expect(x).toBeGreaterThanOrEqual(44);
  await test.step('at 320 px the social links still have one line', async () => {
    // Beside a scrollbar, which phones do not have.
    await page.setViewportSize({ ...phone, width: 335 });
    const socials = menu(page).getByRole('link', { name: /^(X|GitHub)$/ });
    const tops = await socials.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top));
    expect(tops).toEqual([tops[0], tops[0]]);
    await page.setViewportSize(phone);
  });

  const services = menu(page).getByRole('button', { name: 'Services' });
  await expect(services).toHaveAttribute('aria-expanded', 'false');
  await services.click();
  await expect(services).toHaveAttribute('aria-expanded', 'true');
  const listed = menu(page)
    .getByRole('list')
    .filter({ has: page.getByRole('link', { name: 'Web Development' }) })
    .last()
    .getByRole('link');
  await expect(listed).toHaveText([
    'Web Development',
    'Mobile App Development',
    'UI/UX design',
    'Graphic Design',
    'Front_End Development',
    'Backend Development',
  ]);
  expect(await listed.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual(
    ['web', 'mobile', 'ui-ux', 'graphic', 'frontend', 'backend'].map((slug) => `/getInTouch?service=${slug}`),
  );
  await expectNoViolations(page);
  await services.click();
  await expect(listed.first()).toBeHidden();
});

test('the focus stays inside, and Escape gives it back', async ({ page }) => {
  await openHydrated(page, '/contact');
  await opener(page).focus();
  await page.keyboard.press('Enter');
  await expect(menu(page).getByRole('button', { name: 'Close menu' })).toBeFocused();
  await expect(opener(page)).toHaveAttribute('aria-expanded', 'true');

  for (let stop = 0; stop < 40; stop++) {
    await page.keyboard.press(stop < 20 ? 'Tab' : 'Shift+Tab');
    // Between the last stop and the first, the focus may visit the browser's own controls, but never the page.
    const outside = await page.evaluate(() => {
      const { activeElement, body } = document;
      return activeElement === body || activeElement!.closest('dialog') ? '' : activeElement!.outerHTML;
    });
    expect(outside).toBe('');
  }
  await test.step('on a phone on its side, going back, the focus is not behind the top, which stays', async () => {
    await page.setViewportSize({ width: phone.height, height: phone.width });
    await menu(page).getByRole('button', { name: 'Services' }).click();
    await menu(page).getByRole('link').last().focus();
    for (let stop = 0; stop < 18; stop++) {
      await page.keyboard.press('Shift+Tab');
      const covered = await page.evaluate(() => {
        const { activeElement } = document;
        if (!activeElement!.closest('dialog *')) return '';
        const { left, top, width, height } = activeElement!.getBoundingClientRect();
        const seen = document.elementFromPoint(left + width / 2, top + height / 2);
        return activeElement!.contains(seen) ? '' : activeElement!.outerHTML;
      });
      expect(covered).toBe('');
    }
    await page.setViewportSize(phone);
  });
  await page.keyboard.press('Escape');
  await expect(menu(page)).toBeHidden();
  await expect(opener(page)).toBeFocused();
  await expect(opener(page)).toHaveAttribute('aria-expanded', 'false');

  await test.step('the close icon and a press beside it close it; the page behind does not scroll', async () => {
    await openMenu(page);
    await page.mouse.move(20, 400);
    await page.mouse.wheel(0, 600);
    await menu(page).getByRole('button', { name: 'Close menu' }).click();
    await expect(menu(page)).toBeHidden();
    await expect(opener(page)).toBeFocused();
    expect(await page.evaluate(() => scrollY)).toBe(0);

    await openMenu(page);
    await page.mouse.click(20, 400);
    await expect(menu(page)).toBeHidden();
    await expect(opener(page)).toBeFocused();
    await page.mouse.wheel(0, 600);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);

    // Up to the last width that has a menu.
    for (const width of [360, 700, 1023]) {
      await page.setViewportSize({ width, height: 800 });
      await openMenu(page);
      await page.mouse.click(20, 400);
      await expect(menu(page), `${width} px`).toBeHidden();
    }
  });
});

test('following a link closes it, and the new page has the focus', async ({ page }) => {
  await openHydrated(page, '/contact');
  await openMenu(page);
  await menu(page).getByRole('link', { name: 'Career' }).click();
  await expect(menu(page)).toBeHidden();
  const heading = page.getByRole('heading', { level: 1, name: 'Career' });
  await expect(heading).toBeFocused();

  await openMenu(page);
  await menu(page).getByRole('link', { name: 'Career' }).click();
  await expect(menu(page), 'even where the visitor is already').toBeHidden();
  // The menu closes before the page has loaded, and would close once more.
  await expect(heading).toBeFocused();

  await test.step('it closes when the window gets room for the links, which get the focus', async () => {
    await openMenu(page);
    await page.keyboard.press('Tab');
    await page.setViewportSize({ width: 1200, height: 844 });
    await expect(menu(page)).toBeHidden();
    const links = page.getByRole('banner').getByRole('navigation', { name: 'Main' }).getByRole('link');
    await expect(links.first()).toBeFocused();
    await links.filter({ hasText: 'Blog' }).click();
    await expect(page).toHaveURL(/\/blogs$/);
  });
});

test('going back closes it, and going forward does not open it again', async ({ page }) => {
  await openHydrated(page, '/about');
  await page.getByRole('link', { name: 'Contact Us' }).first().click();
  await expect(page).toHaveURL('/contact');
  await opener(page).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.goForward();
  await expect(page).toHaveURL('/contact');
  await expect(opener(page)).toHaveAttribute('aria-expanded', 'false');
});

test('its script is loaded when a visitor turns to it; a press is not lost while it comes', async ({ page }) => {
  const held = await hold(page, SCRIPT);
  await openHydrated(page, '/contact');
  expect(held.asked).toEqual([]);
  await opener(page).click();
  await expect(opener(page)).toHaveAttribute('aria-expanded', 'true');
  await expect(menu(page)).toHaveCount(0);
  held.release();
  await expect(menu(page)).toBeVisible();
});

test('where the window gets room for the links while its script comes, the page can be used', async ({ page }) => {
  const held = await hold(page, SCRIPT);
  await openHydrated(page, '/contact');
  await opener(page).click();
  await page.setViewportSize(desktop);
  held.release();
  await expect(page.locator('[aria-label="Open menu"]')).toHaveAttribute('aria-expanded', 'false');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blog' }).click();
  await expect(page).toHaveURL(/\/blogs$/);
});

test('it opens in its own task: the press itself is answered before', async ({ page }) => {
  await openHydrated(page, '/contact');
  await openMenu(page);
  await page.keyboard.press('Escape');
  await expect(menu(page)).toBeHidden();
  const isOpenAtOnce = await opener(page).evaluate(async (button: HTMLElement) => {
    button.click();
    // Whatever React has to do for a press, it does in microtasks.
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    return document.querySelector('dialog')!.open;
  });
  expect(isOpenAtOnce).toBe(false);
  await expect(menu(page).getByRole('button', { name: 'Close menu' })).toBeFocused();
});

test.describe('its script does not come', () => {
  test.use({ expectedComplaints: { matching: [/Failed to load resource/] } });

  test('plain links take its place', async ({ page }) => {
    await page.route(SCRIPT, (route) => route.abort());
    await openHydrated(page, '/contact');
    await opener(page).click();
    const links = page.getByRole('navigation', { name: 'Menu' }).getByRole('link');
    await expect(links).toHaveCount(9);
    expect(await smallTargets(page)).toEqual([]);
    await links.filter({ hasText: 'Career' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Career');
    await expect(links).toHaveCount(0);

    await test.step('even while it hangs, and not once it has loaded', async () => {
      await page.unrouteAll();
      const held = await hold(page, SCRIPT);
      await page.clock.install();
      await openHydrated(page, '/contact');
      await opener(page).click();
      await page.clock.runFor(SCRIPT_MS);
      await expect(links).toHaveCount(9);
      held.release();
      await opener(page).click();
      await expect(links).toHaveCount(0);
      await opener(page).click();
      await expect(menu(page)).toBeVisible();
    });
  });
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the links are shown', async ({ page }) => {
    await page.goto('/contact');
    await expect(opener(page)).toBeHidden();
    const links = page.getByRole('navigation', { name: 'Menu' }).getByRole('link');
    await expect(links).toHaveText([
      'Sign In',
      'Register',
      'About Us',
      'Services',
      'Career',
      'Industries',
      'How It Works',
      'Blog',
      'Contact Us',
    ]);
    await links.filter({ hasText: 'Career' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Career');
  });
});
