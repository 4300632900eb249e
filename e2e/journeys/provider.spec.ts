/** Third-party sign-in with a real OpenID Connect provider: success, cancellation, absence, and accounts that exist. */
import type { Page } from 'playwright/test';
import { rowsOf } from '../fixtures/database.ts';
import { hydrated, openHydrated } from '../fixtures/hydrated.ts';
import { fillRegistration } from '../fixtures/members.ts';
import { testOn } from '../fixtures/own-site.ts';
import { expect, test as base } from '../fixtures/test.ts';
import { newEmail } from '../fixtures/unique.ts';
import {
  startIdentityProvider,
  UNCONFIRMED,
  type IdentityProvider,
} from '../../tooling/identity-provider/identity-provider.ts';
import { freePort } from '../../tooling/processes/free-port.ts';
import { startSite, type Site } from '../../tooling/site/start-site.ts';

let site: Site;
let provider: IdentityProvider;
const test = testOn(() => site);
test.beforeAll(async ({ mailbox }) => {
  const port = await freePort();
  const secret = 'only for this test run';
  const oidc = { OIDC_ISSUER: `http://127.0.0.1:${port}`, OIDC_CLIENT_ID: 'website', OIDC_CLIENT_SECRET: secret };
  site = await startSite({
    remotes: ['mf-marketing', 'mf-auth', 'mf-careers'],
    env: { SMTP_URL: mailbox.url, ...oidc },
  });
  // Started after the site, which does not mind.
  provider = await startIdentityProvider({ port, site: site.url, secret });
});
test.afterAll(async () => {
  await provider.down();
  await site.stop();
});

/** The provider's own pages. */
async function loginThere(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill('whatever');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Allow' }).click();
}

const name = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Ngozi Eze' });

test('leads to the provider and back to where it began, with an account; the next time to the same account', async ({
  page,
  context,
}) => {
  const email = newEmail();
  for (const round of [1, 2]) {
    await openHydrated(page, '/login?next=/career');
    await expect(page.getByRole('link', { name: /^privacy policy/ }), 'of who is new here').toBeVisible();
    await page.getByRole('link', { name: 'Continue with Google' }).click();
    await loginThere(page, email);
    await expect(page, `round ${round}`).toHaveURL(/localhost:\d+\/career$/);
    await hydrated(page);
    await expect(name(page)).toBeVisible();
    await page.goto('/account');
    await expect(page.getByText(email)).toBeVisible();
    await expect(page.getByText('You log in with Google.')).toBeVisible();
    await context.clearCookies();
  }
});

test('the code of a referral link survives the provider: new accounts count for it, old ones do not', async ({
  page,
  context,
}) => {
  const [referrer, friend] = [newEmail('referrer'), newEmail()];
  const through = async (email: string, path: string, end: RegExp) => {
    await context.clearCookies();
    await openHydrated(page, path);
    await page.getByRole('link', { name: 'Continue with Google' }).click();
    await loginThere(page, email);
    await expect(page).toHaveURL(end);
    await hydrated(page);
  };
  const referred = () =>
    rowsOf<{ email: string }>(site.dataDir, 'select users.email from referrals join users on users.id = referrer_id');
  await through(referrer, '/login?next=/referral', /\/referral$/);
  await page.getByRole('button', { name: 'Get Your Referral Link' }).first().click();
  const link = await page.getByLabel('Your referral link').inputValue();
  await through(friend, `${link}&next=/career`, /\/career$/);
  expect(referred()).toEqual([{ email: referrer }]);
  await through(newEmail(), '/login', /\/$/);
  await through(friend, link, /\/$/);
  expect(referred()).toHaveLength(1);
});

test.describe('without a password', () => {
  test.use({ expectedComplaints: { matching: [/status of 422/] } });

  test('the account is deleted by two steps, not by a slip of the finger', async ({ page }) => {
    await openHydrated(page, '/login?next=/account');
    await page.getByRole('link', { name: 'Continue with Google' }).click();
    await loginThere(page, newEmail());
    await expect(page).toHaveURL(/localhost:\d+\/account$/);
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await expect(page.getByRole('alert')).toContainText('Your account has not been deleted.');
    await hydrated(page);
    await expect(page.getByLabel('Yes, delete my account.')).toBeFocused();
    await page.getByLabel('Yes, delete my account.').check();
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await expect(page.getByRole('status')).toContainText('Your account and all its data have been deleted.');
  });
});

test('ends on the login page when the visitor cancels', async ({ page }) => {
  await openHydrated(page, '/login?next=/career');
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/login\?next=%2Fcareer&error=cancelled$/);
  await expect(page.getByText('Signing in with Google was cancelled.')).toBeVisible();
});

test('ends on the login page while the provider is away, and works again when it is back', async ({ page }) => {
  await provider.down();
  await openHydrated(page, '/login');
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await expect(page).toHaveURL(/\/login\?error=provider-down$/);
  await expect(page.getByText('Google is not responding at the moment.')).toBeVisible();

  await provider.up();
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await loginThere(page, newEmail());
  await expect(name(page)).toBeVisible();
});

test('an address that the provider does not vouch for makes no account', async ({ page }) => {
  await openHydrated(page, '/login');
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await loginThere(page, newEmail(UNCONFIRMED));
  await expect(page).toHaveURL(/error=email-not-verified$/);
  await expect(page.getByText('Google has not confirmed your email address.')).toBeVisible();
});

test('an address that a stranger has registered goes to its owner, who comes through the provider', async ({
  page,
}) => {
  const email = newEmail();
  await openHydrated(page, '/register');
  await fillRegistration(page, email, 'Somebody Else');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('Check your email to confirm your address.')).toBeVisible();

  await openHydrated(page, '/login');
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await loginThere(page, email);
  await expect(name(page)).toBeVisible();
  await page.goto('/account');
  await expect(page.getByText('You log in with Google.')).toBeVisible();
});

base('without a provider nothing offers it, and an old link says so', async ({ request }) => {
  for (const path of ['/login', '/register']) {
    const html = await (await request.get(path)).text();
    expect(html, path).toMatch(/type="?submit/);
    expect(html, path).not.toContain('Google');
  }
  const ended = await request.get('/auth/google');
  expect(ended.url()).toMatch(/\/login\?error=provider-off$/);
  expect(await ended.text()).toContain('Signing in with Google is not set up on this site.');
});
