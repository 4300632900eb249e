/** Accounts from the register page to the deletion, in a real browser, with mails from a real SMTP server. */
import type { Page } from 'playwright/test';
import { COMMON_PASSWORD } from '../../shared/rules/accounts/account.ts';
import { desktop, expectNoViolations, overflowing, phone, smallTargets } from '../fixtures/accessibility.ts';
import { expectLeadsTo, expectSummary } from '../fixtures/error-summary.ts';
import { hydrated, openHydrated } from '../fixtures/hydrated.ts';
import { confirm, fillRegistration, login, mailedLink, newMember, PASSWORD, register } from '../fixtures/members.ts';
import { expect, test } from '../fixtures/test.ts';
import { newEmail } from '../fixtures/unique.ts';

// Browsers report what is refused on purpose here.
test.use({ expectedComplaints: { matching: [/status of 4(01|22)/] } });

const OTHER_PASSWORD = 'four yellow shuttles';

/** The page, not the login page that leads to it. */
const ACCOUNT = /^[^?]+\/account$/;

const header = (page: Page) => page.getByRole('banner');

test('register, confirm by mail, log in where one was, log out', async ({ page, mailbox }) => {
  const email = newEmail();
  await register(page, email);
  await confirm(page, mailbox, email);

  await openHydrated(page, '/career');
  await header(page).getByRole('link', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/login\?next=%2Fcareer$/);
  await login(page, email);
  await expect(page).toHaveURL(/\/career$/);
  await hydrated(page);
  await expect(header(page).getByRole('link', { name: 'Ada Obi' })).toBeVisible();
  await expect(header(page).getByRole('link', { name: 'Login' })).toHaveCount(0);

  // The server's page already says so, and must not be kept.
  const personal = await page.request.get('/career');
  expect(await personal.text()).toContain('Ada Obi');
  expect(personal.headers()['cache-control']).toBe('no-store');

  await header(page).getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(header(page).getByRole('link', { name: 'Login' })).toBeVisible();
});

test('a stranger who registers the address of somebody else gets nothing of it', async ({
  page,
  mailbox,
  browser,
  site,
}) => {
  const [email, anywhere] = [newEmail(), { baseURL: site.url }];
  const stranger = await (await browser.newContext(anywhere)).newPage();
  await openHydrated(stranger, '/register');
  await fillRegistration(stranger, email);
  await stranger.getByLabel('Password', { exact: true }).fill(OTHER_PASSWORD);
  await stranger.getByRole('button', { name: 'Register' }).click();
  await expect(stranger.getByRole('status')).toContainText('Check your email to confirm your address.');
  const strangersLink = await mailedLink(mailbox, email, /Confirm/);
  await register(page, email);

  // The mail is read somewhere else, and it is the stranger's.
  const phoneOfOwner = await (await browser.newContext({ ...anywhere, viewport: phone })).newPage();
  await phoneOfOwner.goto(strangersLink);
  await expect(phoneOfOwner).toHaveURL(/\/register\/confirm\?by=password$/);
  await hydrated(phoneOfOwner);
  await expectNoViolations(phoneOfOwner, [desktop, phone]);
  expect(await overflowing(phoneOfOwner)).toEqual([]);
  expect(await smallTargets(phoneOfOwner)).toEqual([]);
  const password = phoneOfOwner.getByLabel('Password', { exact: true });
  const confirmButton = phoneOfOwner.getByRole('button', { name: 'Confirm my address' });
  await confirmButton.click();
  await expect(phoneOfOwner.getByText('field must not be empty')).toBeVisible();
  await expect(password).toBeFocused();
  await password.fill('not this one');
  await confirmButton.click();
  await expect(phoneOfOwner.getByText('No registration matches this address and password.')).toBeVisible();
  await expect(password).toBeFocused();
  await expect(password).toHaveAccessibleDescription(/No registration matches this address and password/);
  await password.fill(PASSWORD);
  await confirmButton.click();
  await expect(phoneOfOwner.getByRole('status')).toContainText('Your email address is confirmed.');
  await hydrated(phoneOfOwner);
  await login(phoneOfOwner, email, OTHER_PASSWORD);
  await expect(phoneOfOwner.getByRole('alert')).toContainText('Wrong email address or password.');
  await login(phoneOfOwner, email);
  await expect(phoneOfOwner).toHaveURL(/\/$/);
  for (const each of [stranger, phoneOfOwner]) await each.context().close();
});

test('who was registered by somebody else, or has forgotten the password, confirms with a new one', async ({
  page,
  mailbox,
  browser,
  site,
}) => {
  const email = newEmail();
  const stranger = await (await browser.newContext({ baseURL: site.url })).newPage();
  await register(stranger, email);
  await stranger.context().close();
  await page.goto(await mailedLink(mailbox, email, /Confirm/));
  await hydrated(page);
  await page.getByRole('link', { name: 'Choose a new password' }).click();
  await expect(page).toHaveURL(/\/register\/confirm\?by=new-password$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expectNoViolations(page, [phone, desktop]);
  expect(await overflowing(page)).toEqual([]);
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await expect(page.getByText('Accept the terms and conditions to register.')).toBeVisible();
  await expect(page.getByLabel('Full name')).toBeFocused();
  await page.getByLabel('Full name').fill('Zuri Eze');
  await page.getByLabel('New password').fill(OTHER_PASSWORD);
  await page.getByLabel('I accept the').check();
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await expect(page.getByRole('status')).toContainText('Your email address is confirmed.');
  await hydrated(page);
  await login(page, email, OTHER_PASSWORD);
  await expect(header(page).getByRole('link', { name: 'Zuri Eze' })).toBeVisible();
});

test('a browser that does not know its registration any more is asked for the password', async ({
  page,
  mailbox,
  context,
}) => {
  const email = newEmail();
  await register(page, email);
  await page.goto(await mailedLink(mailbox, email, /Confirm/));
  await expect(page).toHaveURL(/\/register\/confirm$/);
  await hydrated(page);
  await context.clearCookies({ name: 'registration' });
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await expect(page).toHaveURL(/\/register\/confirm\?by=password$/);
  await hydrated(page);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await expect(page.getByRole('status')).toContainText('Your email address is confirmed.');
});

test('words in the address that every object knows are no news', async ({ page }) => {
  for (const word of ['__proto__', 'constructor', 'toString']) {
    await openHydrated(page, `/login?error=${word}`);
    await expect(page.getByRole('alert')).toContainText('Signing in with Google did not work.');
    await openHydrated(page, `/login?notice=${word}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log In');
    await expect(page.getByRole('status')).toHaveCount(0);
  }
});

test('an anonymous page costs no question about the session, and may be kept as before', async ({ page }) => {
  const response = await openHydrated(page, '/career');
  expect(response.headers()['cache-control']).toBe('no-cache');
  expect(response.headers()['set-cookie']).toBeUndefined();
});

test('who came to log in and registers instead is where they wanted to be after the mail', async ({
  page,
  mailbox,
}) => {
  const email = newEmail();
  await openHydrated(page, '/login?next=/referral');
  await page.getByRole('link', { name: 'Register' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Register');
  await fillRegistration(page, email);
  await page.getByRole('button', { name: 'Register' }).click();
  await confirm(page, mailbox, email);
  await hydrated(page);
  await login(page, email);
  await expect(page).toHaveURL(/^[^?]+\/referral$/);
});

test('pages where passwords are typed are kept by nobody', async ({ request }) => {
  for (const path of ['/login', '/register', '/update-password'])
    expect((await request.get(path)).headers()['cache-control'], path).toBe('no-store');
});

test('who has logged out in another tab is asked to log in, as nobody', async ({ page, site, mailbox, context }) => {
  const email = await newMember(site, mailbox);
  await openHydrated(page, '/login');
  await login(page, email);
  await expect(header(page).getByRole('link', { name: 'Ada Obi' })).toBeVisible();
  await hydrated(page);
  await context.clearCookies();
  await header(page).getByRole('link', { name: 'Ada Obi' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log In');
  await expect(page.getByText('Ada Obi')).toHaveCount(0);
});

test('a forgotten password is replaced; old sessions and the old link are good for nothing', async ({
  page,
  mailbox,
  browser,
  site,
}) => {
  const email = await newMember(site, mailbox);
  await openHydrated(page, '/login');
  await login(page, email);
  await expect(header(page).getByRole('link', { name: 'Ada Obi' })).toBeVisible();

  const elsewhere = await (await browser.newContext({ baseURL: site.url })).newPage();
  await openHydrated(elsewhere, '/login');
  await elsewhere.getByRole('link', { name: 'Click Here' }).click();
  await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText('Forgotten password');
  await elsewhere.getByLabel('Email', { exact: true }).fill(email);
  await elsewhere.getByRole('button', { name: 'Send link' }).click();
  await expect(elsewhere.getByText('Check your email.')).toBeVisible();
  const link = await mailedLink(mailbox, email, /new password/);
  await elsewhere.goto(link);
  await expect(elsewhere).toHaveURL(/\/update-password$/);
  await hydrated(elsewhere);
  await elsewhere.getByLabel('New password').fill('password1');
  await elsewhere.getByRole('button', { name: 'Set password' }).click();
  await expect(elsewhere.getByText('This password is on every list')).toBeVisible();
  await expect(elsewhere.getByLabel('New password')).toBeFocused();
  await elsewhere.getByLabel('New password').fill(OTHER_PASSWORD);
  await elsewhere.getByRole('button', { name: 'Set password' }).click();
  await expect(elsewhere.getByRole('status')).toContainText('Your password has been changed.');
  await mailbox.waitFor((each) => each.to?.[0]?.address === email && /was changed/.test(each.subject ?? ''));

  await page.reload();
  await expect(header(page).getByRole('link', { name: 'Login' })).toBeVisible();
  await elsewhere.goto(link);
  await expect(elsewhere).toHaveURL(/\/forget-password\?error=link-expired$/);
  await openHydrated(elsewhere, '/login');
  await login(elsewhere, email, OTHER_PASSWORD);
  await expect(header(elsewhere).getByRole('link', { name: 'Ada Obi' })).toBeVisible();
  await elsewhere.context().close();
});

test('a page for members leads through the login page and back', async ({ page, site, mailbox }) => {
  const email = await newMember(site, mailbox);
  await page.goto('/account');
  await expect(page).toHaveURL(/\/login\?next=%2Faccount$/);
  await hydrated(page);
  await login(page, email);
  await expect(page).toHaveURL(ACCOUNT);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account');
  await expect(page.getByText(email)).toBeVisible();

  await hydrated(page);
  await expectNoViolations(page, [desktop, phone]);
  expect(await overflowing(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu.getByRole('link', { name: 'Ada Obi' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Sign In' })).toHaveCount(0);
  await menu.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('the account can be looked after: other sessions end, the password changes, all of it goes', async ({
  page,
  mailbox,
  browser,
  site,
}) => {
  const email = await newMember(site, mailbox);
  const elsewhere = await (await browser.newContext({ baseURL: site.url })).newPage();
  for (const each of [page, elsewhere]) {
    await openHydrated(each, '/login?next=/account');
    await login(each, email);
    await expect(each).toHaveURL(ACCOUNT);
  }
  await page.reload();
  await expect(page.getByText('This browser, since')).toBeVisible();
  await page.getByRole('button', { name: 'Log out there' }).click();
  await expect(page.getByRole('status')).toContainText('You have been logged out there.');
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(/\/login/);
  await elsewhere.context().close();

  await page.getByLabel('Current password').fill('not this one');
  await page.getByLabel('New password').fill(OTHER_PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('This is not your current password.')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Your password has not been changed.');
  await expect(page.getByLabel('Current password')).toBeFocused();
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByLabel('New password').fill(OTHER_PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('status')).toContainText('Your password has been changed.');

  await page.getByLabel('Your password, to delete the account').fill(OTHER_PASSWORD);
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByRole('status')).toContainText('Your account and all its data have been deleted.');
  await hydrated(page);
  await login(page, email, OTHER_PASSWORD);
  await expect(page.getByRole('alert')).toContainText('Wrong email address or password.');
});

test('a form that is sent after the session has ended says so, and that nothing was changed', async ({
  page,
  site,
  mailbox,
  context,
}) => {
  const email = await newMember(site, mailbox);
  await openHydrated(page, '/login?next=/account');
  await login(page, email);
  await expect(page).toHaveURL(ACCOUNT);
  await hydrated(page);
  await context.clearCookies();
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByLabel('New password').fill(OTHER_PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('status')).toContainText('You are no longer logged in.');
  await hydrated(page);
  await login(page, email);
  await expect(page).toHaveURL(ACCOUNT);
});

test('two clicks are one registration, also while the script is on its way', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  const clicked = Promise.withResolvers<void>();
  await page.route(/register-control/, async (route) => {
    await clicked.promise;
    await route.continue();
  });
  await openHydrated(page, '/register');
  await fillRegistration(page, newEmail());
  await page.getByRole('button', { name: 'Register' }).dblclick();
  clicked.resolve();
  await expect(page.getByRole('status')).toContainText('Check your email to confirm your address.');
  // The focus was in the form, which is gone; the way on begins here.
  await expect(page.locator(':focus')).toContainText('Check your email to confirm your address.');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Log In' })).toBeFocused();
  expect(sent).toHaveLength(1);
});

test('the terms open beside the page, where what was typed stays', async ({ page }) => {
  await openHydrated(page, '/register');
  await fillRegistration(page, newEmail());
  const [terms] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'terms and conditions (in a new tab)' }).click(),
  ]);
  await expect(terms.getByRole('heading', { level: 1 })).toHaveText('Terms and conditions');
  await expect(page.getByLabel('Full name')).toHaveValue('Ada Obi');
});

test('a name without a gap in it breaks no page', async ({ page, site, mailbox }) => {
  const email = await newMember(site, mailbox, { username: 'Adaobi'.repeat(16) });
  await openHydrated(page, '/login?next=/account');
  await login(page, email);
  await expect(page).toHaveURL(ACCOUNT);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await overflowing(page)).toEqual([]);
  await page.goto('/login');
  await expect(page.getByText('You are logged in as')).toBeVisible();
  expect(await overflowing(page)).toEqual([]);
});

test('while the accounts are away, links to them end on the login page, which says so', async ({ page, site }) => {
  await site.stopApi();
  for (const path of ['/auth/google', '/auth/confirm?token=x', '/auth/new-password?token=x']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login\?error=unreachable$/);
    await expect(page.getByRole('alert')).toContainText('We could not reach the account service.');
  }
  await site.startApi();
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the account page says on top what was refused, and leads to the field', async ({ page, site, mailbox }) => {
    const email = await newMember(site, mailbox);
    await page.goto('/login?next=/account');
    await login(page, email);
    await page.setViewportSize({ width: 390, height: 600 });
    await page.getByLabel('New password').fill('short');
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page).toHaveTitle(/^Error: Your account/);
    await expect(page.getByRole('alert')).toContainText('Your password has not been changed.');
    await expect(page.getByText('Use at least 8 characters; this has 5.')).not.toBeInViewport();
    await page.getByRole('link', { name: 'See what is wrong' }).click();
    await expect(page.getByText('Use at least 8 characters; this has 5.')).toBeInViewport();
  });

  test('in another browser the password confirms, or a new one does', async ({ page, mailbox, browser, site }) => {
    for (const way of ['password', 'new password']) {
      const email = newEmail();
      const other = await (await browser.newContext({ baseURL: site.url, javaScriptEnabled: false })).newPage();
      await other.goto('/register?next=/career');
      await fillRegistration(other, email);
      await other.getByRole('button', { name: 'Register' }).click();
      await expect(other.getByRole('status')).toContainText('Check your email to confirm your address.');
      await other.context().close();
      await page.goto(await mailedLink(mailbox, email, /Confirm/));
      await page.getByLabel('Password', { exact: true }).fill('not this one');
      await page.getByRole('button', { name: 'Confirm my address' }).click();
      await expect(page).toHaveTitle(/^Error: Confirm your address/);
      await expect(page.getByText('No registration matches this address and password.')).toBeVisible();
      if (way === 'password') {
        await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      } else {
        await page.getByRole('link', { name: 'Choose a new password' }).click();
        await page.getByLabel('Full name').fill('Zuri Eze');
        await page.getByLabel('New password').fill('short');
        await page.getByLabel('I accept the').check();
        await page.getByRole('button', { name: 'Confirm my address' }).click();
        await expect(page.getByText('Use at least 8 characters; this has 5.')).toBeVisible();
        await expect(page.getByLabel('Full name')).toHaveValue('Zuri Eze');
        await expect(page.getByLabel('I accept the')).toBeChecked();
        await page.getByLabel('New password').fill(PASSWORD);
      }
      await page.getByRole('button', { name: 'Confirm my address' }).click();
      await expect(page.getByRole('status')).toContainText('Your email address is confirmed.');
      await login(page, email);
      await expect(page).toHaveURL(/\/career$/);
      await page.context().clearCookies();
    }
  });

  test('all of it works: register, confirm, log in, forget, log out', async ({ page, mailbox }) => {
    const email = newEmail();
    await page.goto('/register');
    await page.getByLabel('Full name').fill('Ada Obi');
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill('password1');
    await page.getByLabel('I accept the').check();
    await page.getByRole('button', { name: 'Register' }).click();
    await expect(page).toHaveTitle(/^Error: Register/);
    await expectSummary(page, [`Password: ${COMMON_PASSWORD}`]);
    await expectLeadsTo(page, `Password: ${COMMON_PASSWORD}`, page.getByLabel('Password', { exact: true }));
    await expect(page.getByLabel('Full name')).toHaveValue('Ada Obi');
    await expect(page.getByLabel('I accept the')).toBeChecked();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Register' }).click();
    await expect(page.getByRole('status')).toContainText('Check your email to confirm your address.');
    await confirm(page, mailbox, email);

    await page.goto('/login?next=/career');
    await login(page, email, 'not this one');
    await expect(page.getByRole('alert')).toContainText('Wrong email address or password.');
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
    await login(page, email);
    await expect(page).toHaveURL(/\/career$/);
    await expect(header(page).getByRole('link', { name: 'Ada Obi' })).toBeVisible();
    await header(page).getByRole('button', { name: 'Log out' }).click();
    await expect(header(page).getByRole('link', { name: 'Login' })).toBeVisible();

    await page.goto('/forget-password');
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.goto(await mailedLink(mailbox, email, /new password/));
    await page.getByLabel('New password').fill(OTHER_PASSWORD);
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(page.getByRole('status')).toContainText('Your password has been changed.');
  });
});

test('errors stand at their fields, and what was typed stays', async ({ page }) => {
  await openHydrated(page, '/register');
  await page.getByLabel('Full name').fill('Ada Obi');
  await page.getByLabel('Email', { exact: true }).fill('nobody');
  await page.getByLabel('Password', { exact: true }).fill('short');
  await expect(page.getByText('3 more characters.')).toBeVisible();
  await page.getByRole('button', { name: 'Register' }).click();
  const terms = 'Accept the terms and conditions to register.';
  await expectSummary(page, [
    'Email: invalid Email',
    'Password: Use at least 8 characters; this has 5.',
    `Terms and conditions: ${terms}`,
  ]);
  await expect(page.getByText(terms, { exact: true })).toBeVisible();
  await expectLeadsTo(page, `Terms and conditions: ${terms}`, page.getByLabel('I accept the'));
  await expectLeadsTo(page, 'Email: invalid Email', page.getByLabel('Email', { exact: true }));
  await expect(page.getByLabel('Email', { exact: true })).toHaveAccessibleDescription('invalid Email');
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/this has 5\.$/);
  await expect(page.getByLabel('Full name')).toHaveValue('Ada Obi');
});

test('nobody is led to another site after logging in', async ({ page, site, mailbox }) => {
  const email = await newMember(site, mailbox);
  await openHydrated(page, '/login?next=//evil.test/');
  await login(page, email);
  await expect(header(page).getByRole('link', { name: 'Ada Obi' })).toBeVisible();
  expect(new URL(page.url()).hostname).toBe('localhost');
});
