/** What a visitor does here, tried in a browser before each release. */
import { expect } from 'playwright/test';
import type { Smoke } from '../tooling/release/gate/smoke.ts';

export const smoke: Smoke = [
  [
    'a visitor turns to the blog from another area',
    async (page) => {
      await page.goto('/about', { waitUntil: 'networkidle' });
      await page.locator('header').getByRole('link', { name: 'Blog', exact: true }).click();
      await expect(page.locator('[data-boundary="mf-blog"] h1')).toBeVisible();
    },
  ],
  [
    'a visitor reads a post',
    async (page) => {
      await page.goto('/blogDey', { waitUntil: 'networkidle' });
      await page.locator('[data-boundary="mf-blog"] a[href^="/post/"]').first().click();
      await expect(page).toHaveURL(/\/post\/\d+$/);
      await expect(page.locator('[data-boundary="mf-blog"] h1')).toBeVisible();
    },
  ],
  [
    'an author finds a place to write',
    async (page) => {
      await page.goto('/write', { waitUntil: 'networkidle' });
      await expect(page.locator('[data-boundary="mf-blog"] [contenteditable="true"]').first()).toBeVisible();
    },
  ],
];
