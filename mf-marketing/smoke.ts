/** What a visitor does here, tried in a browser before each release. */
import { expect } from 'playwright/test';
import type { Smoke } from '../tooling/release/gate/smoke.ts';

export const smoke: Smoke = [
  [
    'a visitor lands on the home page',
    async (page) => {
      await page.goto('/', { waitUntil: 'networkidle' });
      await expect(page.locator('[data-boundary="mf-marketing"] h1')).toBeVisible();
    },
  ],
  [
    'a visitor turns to the company',
    async (page) => {
      await page.locator('header').getByRole('link', { name: 'About Us', exact: true }).click();
      await expect(page).toHaveURL(/\/about$/);
      await expect(page.locator('[data-boundary="mf-marketing"] h1')).toBeVisible();
    },
  ],
  [
    'an empty message is refused in the page',
    async (page) => {
      await page.goto('/contact', { waitUntil: 'networkidle' });
      await page.locator('main form button[type="submit"]').first().click();
      await expect(page.locator('main form [aria-invalid="true"]').first()).toBeVisible();
    },
  ],
];
