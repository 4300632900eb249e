/** What a visitor does here, tried in a browser before each release. */
import { expect } from 'playwright/test';
import { href, paths } from 'shared/contracts/paths';
import type { Smoke } from '../../release/gate/smoke.ts';

const path = href(paths.newsletter);

export const smoke: Smoke = [
  [
    'a visitor opens the page',
    async (page) => {
      await page.goto(path, { waitUntil: 'networkidle' });
      await expect(page.locator('[data-boundary="mf-template"] h1')).toHaveText('Template');
    },
  ],
  [
    'an invalid email address is refused in the page',
    async (page) => {
      const form = page.locator('[data-boundary="mf-template"] form');
      const email = form.getByRole('textbox', { name: 'Email' });
      await email.fill('ada@');
      await form.getByRole('button').click();
      await expect(email).toHaveAttribute('aria-invalid', 'true');
    },
  ],
];
