/** What a visitor does here, tried in a browser before each release. */
import { expect } from 'playwright/test';
import type { Smoke } from '../tooling/release/gate/smoke.ts';

export const smoke: Smoke = [
  [
    'a visitor turns to the careers from another area',
    async (page) => {
      await page.goto('/about', { waitUntil: 'networkidle' });
      await page.locator('header').getByRole('link', { name: 'Career', exact: true }).click();
      await expect(page.locator('[data-boundary="mf-careers"] h1')).toHaveText('Career');
    },
  ],
  [
    'a visitor opens a role',
    async (page) => {
      await page.locator('[data-boundary="mf-careers"] a[href="/career/flutter-developer"]').first().click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Flutter developer');
    },
  ],
  [
    'an application without an answer is refused in the page',
    async (page) => {
      await page.goto('/career', { waitUntil: 'networkidle' });
      await page.locator('main form button[type="submit"]').last().click();
      await expect(page.locator('main form [aria-invalid="true"]').first()).toBeVisible();
    },
  ],
  [
    'the referral programme is there',
    async (page) => {
      await page.goto('/referral');
      await expect(page.locator('[data-boundary="mf-careers"] h1')).toBeVisible();
    },
  ],
];
