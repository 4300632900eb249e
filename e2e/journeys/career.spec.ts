/** The career page as it stands: six roles, each with a way to ask about it. */
import { openHydrated } from '../fixtures/hydrated.ts';
import { expect, test } from '../fixtures/test.ts';

const roles = [
  'Senior Java developer',
  'Frontend developer',
  'Backend developer',
  'Flutter developer',
  'React-native developer',
  'React developer',
];

test('names the six roles', async ({ page }) => {
  await openHydrated(page, '/career');
  await expect(page.getByRole('main').getByRole('listitem').getByRole('heading')).toHaveText(roles);
});

test('each role has a link of its own to the contact form', async ({ page }) => {
  await openHydrated(page, '/career');
  for (const role of roles) {
    await expect(page.getByRole('link', { name: `Ask about this role: ${role}`, exact: true })).toHaveAttribute('href', '/contact');
  }
  await page.getByRole('link', { name: /Flutter/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Us');
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the roles are there', async ({ page }) => {
    await page.goto('/career');
    for (const role of roles) await expect(page.getByRole('heading', { name: role })).toBeVisible();
  });
});
