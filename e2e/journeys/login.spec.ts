/** The login page as it stands: its ways onward, and what browsers need to fill it in. */
import type { Locator } from 'playwright/test';
import { openHydrated } from '../fixtures/hydrated.ts';
import { expect, test } from '../fixtures/test.ts';

test('the whole header is back on the way home', async ({ page }) => {
  await openHydrated(page, '/login');
  await page.getByRole('banner').getByRole('link').click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Contact Us' })).toBeVisible();
});

test('leads to registration and to a new password', async ({ page }) => {
  await openHydrated(page, '/login');
  await expect(page.getByText('Forget password?')).toBeVisible();
  for (const [name, href] of [
    ['Click Here', '/forget-password'],
    ['Register', '/register'],
  ] as const) {
    await expect(page.getByRole('link', { name })).toHaveAttribute('href', href);
  }
  await expect(page.getByText('Google'), 'no provider is set up here').toHaveCount(0);

  await page.setViewportSize({ width: 1920, height: 900 });
  const left = async (part: Locator) => (await part.boundingBox())!.x;
  expect(await left(page.getByRole('heading', { level: 1 })), 'on a wide window, below the logo').toBe(
    await left(page.locator('[data-logo]')),
  );
});

test('the browser can fill it in, and the password can be shown', async ({ page }) => {
  await openHydrated(page, '/login');
  const [email, password] = [page.getByLabel('Email'), page.getByLabel('Password', { exact: true })];
  await expect(email).toHaveAttribute('type', 'email');
  await expect(email).toHaveAttribute('autocomplete', 'username');
  await expect(password).toHaveAttribute('type', 'password');
  await expect(password).toHaveAttribute('autocomplete', 'current-password');
  await password.fill('thread by thread');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await expect(password).toHaveValue('thread by thread');
});

test('a typed password is gone when somebody comes back to the page', async ({ page }) => {
  await openHydrated(page, '/login');
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('thread by thread');
  // What browsers do when they keep a page; the tests' windowless ones keep none.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
  await expect(password).toHaveValue('');
});
