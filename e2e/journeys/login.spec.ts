/** The login page as it stands: its layout and its ways onward. */
import { openHydrated } from '../fixtures/hydrated.ts';
import { expect, test } from '../fixtures/test.ts';

for (const width of [390, 1440]) {
  test(`stands alone: no navigation, no footer, no contact button, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await openHydrated(page, '/login');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log In');
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByRole('contentinfo')).toHaveCount(0);
    const header = page.getByRole('banner');
    await expect(header.getByRole('link')).toHaveAccessibleName('Portloom, home');
    await expect(header.getByRole('button')).toHaveAccessibleName('Switch to dark theme');
    await header.getByRole('link').click();
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Contact Us' })).toBeVisible();
  });
}

test('leads to registration, to a new password and to the identity provider', async ({ page }) => {
  await openHydrated(page, '/login');
  await expect(page.getByText('Forget password?')).toBeVisible();
  for (const [name, address] of [['Click Here', '/forget-password'], ['Register', '/register'], ['Continue with Google', '/auth/google']] as const) {
    await expect(page.getByRole('link', { name })).toHaveAttribute('href', address);
  }
});

test('the browser can fill it in, and the password can be shown', async ({ page }) => {
  await openHydrated(page, '/login');
  const [email, password] = [page.getByLabel('Email'), page.getByLabel('Password', { exact: true })];
  await expect(email).toHaveAttribute('type', 'email');
  await expect(email).toHaveAttribute('autocomplete', 'email');
  await expect(password).toHaveAttribute('type', 'password');
  await expect(password).toHaveAttribute('autocomplete', 'current-password');
  await password.fill('thread by thread');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await expect(password).toHaveValue('thread by thread');
});

test('says that signing in is not open yet, and sends nothing', async ({ page }) => {
  await openHydrated(page, '/login');
  await page.getByLabel('Email').fill('adaeze@nwosu.example');
  await page.getByLabel('Password', { exact: true }).fill('thread by thread');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByRole('status')).toContainText('Signing in is not open yet.');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  expect(requests).toEqual([]);
});
