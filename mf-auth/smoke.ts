/** What a visitor does here, tried in a browser before each release. */
import { expect } from 'playwright/test';
import type { Smoke } from '../tooling/release/gate/smoke.ts';

export const smoke: Smoke = [
  [
    'a visitor turns to the login from another area',
    async (page) => {
      await page.goto('/about', { waitUntil: 'networkidle' });
      await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
      await expect(page.locator('[data-boundary="mf-auth"] h1')).toBeVisible();
    },
  ],
  [
    'a login of nobody is refused in the page',
    async (page) => {
      await page.locator('main input[name="email"]').fill('nobody@example.com');
      await page.locator('main input[name="password"]').fill('not the password');
      await page.locator('main form button[type="submit"]').last().click();
      await expect(page.locator('main [role="alert"]').first()).toBeVisible();
    },
  ],
  [
    'an empty registration is refused in the page',
    async (page) => {
      await page.goto('/register', { waitUntil: 'networkidle' });
      await page.locator('main form button[type="submit"]').last().click();
      await expect(page.locator('main form [aria-invalid="true"]').first()).toBeVisible();
    },
  ],
  [
    'strangers are sent from the account to the login',
    async (page) => {
      await page.goto('/account');
      await expect(page).toHaveURL(/\/login\?next=/);
    },
  ],
];
