/** Accounts from the register page to the deletion, in a real browser, with mails from a real SMTP server. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Page, Request } from 'playwright/test';
import { accountCalls, accountLinks } from '../../shared/contracts/account.ts';
import { hideLink } from '../../shared/contracts/moderation.ts';
import { newsletterCalls } from '../../shared/contracts/newsletter.ts';
import type { Session } from '../../shared/contracts/shell.ts';
import { COMMON_PASSWORD } from '../../shared/rules/accounts/account.ts';
import { expectNoViolations, overflowing, smallTargets } from '../fixtures/accessibility.ts';
import { moveSessions } from '../fixtures/database.ts';
import { expectLeadsTo, expectSummary } from '../fixtures/error-summary.ts';
import { hold, loseAnswer } from '../fixtures/held.ts';
import { hydrated, openHydrated } from '../fixtures/hydrated.ts';
import {
  confirm,
  fillRegistration,
  login,
  mailedLink,
  newMember,
  PASSWORD,
  sendRegistration,
  signIn,
} from '../fixtures/members.ts';
import { desktop, phone } from '../fixtures/screens.ts';
import { expectNotSentAgain, sentFrom } from '../fixtures/sent.ts';
import { expect, test } from '../fixtures/test.ts';
import { newEmail } from '../fixtures/unique.ts';

// Browsers report what is refused on purpose here.
test.use({ expectedComplaints: { matching: [/status of 4(01|09|10|22)/, /ERR_(FAILED|INTERNET_DISCONNECTED)/] } });

const OTHER_PASSWORD = 'four yellow shuttles';

/** The page, not the login page that leads to it. */
const ACCOUNT = /^[^?]+\/account$/;

const header = (page: Page) => page.getByRole('banner');
/** What tells password managers whose password is typed. */
const userName = (page: Page) => page.locator('main form [autocomplete="username"]');

test('register, confirm by mail, log in where one was, log out', async ({ page, mailbox }) => {
  const email = newEmail();
  await openHydrated(page, '/career');
  await header(page).getByRole('link', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/login\?next=%2Fcareer$/);
  // Visitors without an account are led back too, after the mail.
  await page.getByRole('link', { name: 'Register' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Register');
  const accepts = page.getByRole('checkbox', { name: /^I accept the terms/ });
  await expect(accepts, 'as every other field says').toHaveAttribute('aria-required');
  await fillRegistration(page, email);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByRole('status')).toContainText('Check your email to confirm your address.');
  await confirm(page, mailbox, email);
  await hydrated(page);
  await expect(page.locator(':focus'), 'what a page loads with is not announced').toContainText('is confirmed.');
  await login(page, email);
  await expect(page).toHaveURL(/\/career$/);
  await hydrated(page);
  await expect(header(page).getByRole('link', { name: 'Ada Obi' })).toBeVisible();
  await expect(header(page).getByRole('link', { name: 'Login' })).toHaveCount(0);

  // The server's page already shows that, and must not be kept.
  const personal = await page.request.get('/career');
  expect(await personal.text()).toContain('Ada Obi');
  expect(personal.headers()['cache-control']).toBe('no-store');

  await test.step('following a link while a form is on its way leads to its page', async () => {
    await page.route(`**${accountLinks.logout}`, () => {});
    const asked = page.waitForRequest((request) => request.isNavigationRequest() && request.url().endsWith('/about'));
    // By the page itself: Chromium answers no tool while a document is held.
    await page.evaluate(() => {
      document.querySelector<HTMLElement>('header form button')!.click();
      document.querySelector<HTMLElement>('header nav [href="/about"]')!.click();
    });
    await asked;
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Career');
    await hydrated(page);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  await header(page).getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(header(page).getByRole('link', { name: 'Login' })).toBeVisible();
});

test("a stranger who registers another's address gets nothing of it", async ({ page, request, mailbox, site }) => {
  const email = await sendRegistration(request, site.url, { password: OTHER_PASSWORD });
  const strangersLink = await mailedLink(mailbox, email, /Confirm/);
  await sendRegistration(request, site.url, { email });

  // The stranger's mail is opened in a browser that knows of neither registration.
  await page.goto(strangersLink);
  await expect(page).toHaveURL(/\/register\/confirm\?by=password&account=[^&]+$/);
  await expect(page.getByText('This browser does not remember your registration.')).toBeVisible();
  await hydrated(page);
  await expectNoViolations(page, [desktop, phone]);
  expect(await overflowing(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  const password = page.getByLabel('Password', { exact: true });
  const confirmButton = page.getByRole('button', { name: 'Confirm my address' });
  await confirmButton.click();
  await expect(page.getByText('field must not be empty')).toBeVisible();
  await expect(password).toBeFocused();
  await password.fill('not this one');
  await confirmButton.click();
  await expect(page.getByText('No registration matches this address and password.')).toBeVisible();
  await expect(password).toBeFocused();
  await expect(password).toHaveAccessibleDescription(/No registration matches this address and password/);
  await password.fill(PASSWORD);
  await confirmButton.click();
  await expect(page.getByRole('status')).toContainText('Your email address is confirmed.');
  await hydrated(page);
  await login(page, email, OTHER_PASSWORD);
  await expect(page.getByRole('alert')).toContainText('Wrong email address or password.');
  await expect(page).toHaveTitle(/^Error: Login/);
  await login(page, email);
  await expect(page).toHaveURL(/\/$/);
});

test('an owner whom a stranger registered, or who forgot the password, confirms with a new one', async ({
  page,
  request,
  mailbox,
  site,
}) => {
  const email = await sendRegistration(request, site.url);
  await page.goto(await mailedLink(mailbox, email, /Confirm/));
  await hydrated(page);
  await page.getByRole('link', { name: 'Choose a new password' }).click();
  await expect(page).toHaveURL(/\/register\/confirm\?by=new-password&account=[^&]+$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(userName(page), 'a password manager would keep the full name').toHaveValue(email);
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
  request,
  mailbox,
  context,
  site,
}) => {
  const email = await sendRegistration(page.request, site.url);
  await page.goto(await mailedLink(mailbox, email, /Confirm/));
  await expect(page).toHaveURL(/\/register\/confirm\?account=[^&]+$/);
  await hydrated(page);
  const confirmButton = page.getByRole('button', { name: 'Confirm my address' });
  await test.step('the link for another address, opened in another tab, does not lead this one astray', async () => {
    const other = await sendRegistration(request, site.url);
    await page.request.get(await mailedLink(mailbox, other, /Confirm/));
    await confirmButton.click();
    await expect(page.getByRole('alert')).toContainText('Your address has not been confirmed');
    await page.goto(await mailedLink(mailbox, email, /Confirm/));
    await hydrated(page);
  });
  await context.clearCookies({ name: 'registration' });
  await confirmButton.click();
  await expect(page).toHaveURL(/\/register\/confirm\?by=password&account=[^&]+$/);
  await hydrated(page);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await expect(page.getByRole('status')).toContainText('Your email address is confirmed.');
});

test('an anonymous page costs no question about the session, and may be kept as before', async ({ request }) => {
  const headers = (await request.get('/career')).headers();
  expect(headers['cache-control']).toBe('no-cache');
  expect(headers['set-cookie']).toBeUndefined();
});

test('pages where passwords are typed are not kept anywhere', async ({ request }) => {
  for (const path of ['/login', '/register', '/update-password'])
    expect((await request.get(path)).headers()['cache-control'], path).toBe('no-store');
});

test('a session that has ended elsewhere: links and forms lead to the login page, to nobody, and back', async ({
  page,
  site,
  mailbox,
  context,
}) => {
  const email = await newMember(site, mailbox);
  await test.step('nobody is led to another site after logging in', async () => {
    await openHydrated(page, '/login?next=//evil.test/');
    await login(page, email);
    await expect(header(page).getByRole('link', { name: 'Ada Obi' })).toBeVisible();
    expect(new URL(page.url()).hostname).toBe('localhost');
  });
  await hydrated(page);
  await test.step('who has logged in to another account there is told whose account the page shows', async () => {
    const other = await newMember(site, mailbox, { username: 'Zuri Eze' });
    await signIn(page.request, other, site.url);
    await header(page).getByRole('link', { name: 'Ada Obi' }).click();
    await expect(page.getByRole('main').getByText(other)).toBeVisible();
    await expect(header(page).getByRole('link', { name: 'Zuri Eze' })).toBeVisible();
    await signIn(page.request, email, site.url);
    await openHydrated(page, '/');
  });
  await test.step('a visitor who has logged out in another tab is asked to log in', async () => {
    await context.clearCookies();
    await header(page).getByRole('link', { name: 'Ada Obi' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log In');
    await expect(page.getByText('Ada Obi')).toHaveCount(0);
  });
  await hydrated(page);
  await login(page, email);
  await expect(page).toHaveURL(ACCOUNT);
  await hydrated(page);
  await test.step('a form that is sent then says so, and that nothing was changed', async () => {
    await context.clearCookies();
    await page.getByLabel('Current password').fill(PASSWORD);
    await page.getByLabel('New password').fill(OTHER_PASSWORD);
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByRole('status')).toContainText('You are no longer logged in.');
    await hydrated(page);
    await login(page, email);
    await expect(page).toHaveURL(ACCOUNT);
  });
});

test('a forgotten password is replaced; old sessions and the old link are good for nothing', async ({
  page,
  request,
  mailbox,
  site,
}) => {
  const email = await newMember(site, mailbox);
  await signIn(request, email, site.url);
  const knownAs = async () => ((await (await request.get(accountCalls.session)).json()) as Session).status;
  expect(await knownAs()).toBe('signed-in');

  await openHydrated(page, '/login');
  await page.getByRole('link', { name: 'Click Here' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgotten password');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText('Check your email.')).toBeVisible();
  const link = await mailedLink(mailbox, email, /new password/);
  await page.goto(link);
  await expect(page).toHaveURL(/\/update-password\?account=[^&]+$/);
  await hydrated(page);
  await expect(userName(page), 'a password manager would keep a password of nobody').toHaveValue(email);
  const newLink = page.getByRole('link', { name: 'Ask for a new link' });
  await test.step('the link for another account, opened in another tab, does not lead this one astray', async () => {
    const other = await newMember(site, mailbox);
    await page.request.post(accountCalls.forgotPassword, { data: { email: other }, headers: { origin: site.url } });
    const otherLink = await mailedLink(mailbox, other, /new password/);
    await page.request.get(otherLink);
    await page.getByLabel('New password').fill(OTHER_PASSWORD);
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(page.getByRole('alert')).toContainText('Your password has not been changed');
    await expect(newLink, 'the one that was mailed works').toHaveCount(0);
    await openHydrated(page, otherLink);
  });
  await test.step('trying again after a lost answer says that the password may be set', async () => {
    await loseAnswer(page, `**${accountCalls.newPassword}`);
    await page.getByLabel('New password').fill(OTHER_PASSWORD);
    await page.getByRole('button', { name: 'Set password' }).click();
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('The account service did not answer. It may have done what you asked for;');
    await expect(newLink, 'it may work still').toHaveCount(0);
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(alert).toContainText('If you have set your password already, log in.');
    await expect(newLink).toBeVisible();
    await openHydrated(page, link);
  });
  await page.getByLabel('New password').fill('password1');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('This password is on every list')).toBeVisible();
  await expect(page.getByLabel('New password')).toBeFocused();
  await page.getByLabel('New password').fill(OTHER_PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('status')).toContainText('Your password has been changed.');
  await mailbox.waitFor((each) => each.to?.[0]?.address === email && /was changed/.test(each.subject ?? ''));

  expect(await knownAs()).toBe('anonymous');
  await page.goto(link);
  await expect(page).toHaveURL(/\/forget-password\?error=link-expired$/);
  await openHydrated(page, '/login');
  await login(page, email, OTHER_PASSWORD);
  await expect(header(page).getByRole('link', { name: 'Ada Obi' })).toBeVisible();
});

test('a page for members leads through the login page and back', async ({ page, site, mailbox }) => {
  const email = await newMember(site, mailbox);
  await page.goto('/account');
  await expect(page).toHaveURL(/\/login\?next=%2Faccount$/);
  await hydrated(page);
  await test.step('pressing again while that page is on its way does not end the new session', async () => {
    const sent = sentFrom(page);
    await page.route(/[^?]\/account$/, async (route) => {
      await delay(500);
      await route.continue();
    });
    // By the page itself: Chromium answers no tool while a document is held.
    await page.locator('main form [type=submit]').evaluate((button: HTMLButtonElement) => {
      addEventListener('submit', () => setInterval(() => button.click(), 50), { once: true });
    });
    await login(page, email);
    await expect(page).toHaveURL(ACCOUNT);
    expect(sent).toEqual([accountCalls.login]);
    await page.unrouteAll();
  });
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
  request: elsewhere,
  mailbox,
  site,
}) => {
  const email = await newMember(site, mailbox);
  for (const browser of [page.request, elsewhere]) await signIn(browser, email, site.url);
  expect((await elsewhere.get('/account')).url()).toMatch(ACCOUNT);
  await openHydrated(page, '/account');
  await expect(page.getByText('This browser, since')).toBeVisible();
  await test.step('it shows what registering promises: posts, referrals and tokens', async () => {
    const part = (name: string) => page.getByRole('region', { name });
    const posts = part('Your posts');
    await expect(posts).toContainText('You have not published a post yet.');
    await expect(posts.getByRole('link', { name: 'Write a post' })).toBeVisible();
    await expect(part('Referrals and tokens').getByRole('link', { name: 'Get your referral link' })).toBeVisible();
  });
  await test.step('a page of older posts that is empty by now says so, and leads back to the newest', async () => {
    await page.goto('/account?before=1');
    const posts = page.getByRole('region', { name: 'Your posts' });
    await expect(posts).toContainText('You have no older posts. This is where the list ends.');
    await expect(posts).not.toContainText('You have not published a post yet.');
    await posts.getByRole('link', { name: 'Newest posts' }).click();
    await expect(page).toHaveURL(/\/account#posts$/);
    await expect(posts).toContainText('You have not published a post yet.');
    await expect(posts.getByRole('link', { name: 'Newest posts' })).toHaveCount(0);
  });
  await test.step('it acts for the account that it shows, even after a login as another in another tab', async () => {
    await signIn(page.request, await newMember(site, mailbox, { username: 'Zuri Eze' }), site.url);
    await page.getByLabel('Your password, to delete the account').fill(PASSWORD);
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await expect(page.getByRole('alert')).toContainText('You are now logged in to another account.');
    await expect(page.locator(':focus'), 'it is read out').toContainText('You are now logged in to another account.');
    await expect(header(page).getByRole('link', { name: 'Zuri Eze' })).toBeVisible();
    await signIn(page.request, email, site.url);
    await openHydrated(page, '/account');
  });
  const logOutThere = page.getByRole('button', { name: 'Log out there' });
  await expect(logOutThere).toHaveAccessibleDescription(/ Since .+, from /);
  await logOutThere.click();
  await expect(page.getByRole('status')).toContainText('You have been logged out there.');
  expect((await elsewhere.get('/account')).url()).toMatch(/\/login/);

  await page.getByLabel('Current password').fill('not this one');
  await page.getByLabel('New password').fill(OTHER_PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('This is not your current password.')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Your password has not been changed.');
  await expect(page.getByLabel('Current password')).toBeFocused();
  expect(await smallTargets(page)).toEqual([]);
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByLabel('New password').fill(OTHER_PASSWORD);
  await hydrated(page);
  await test.step('a second press is told what the first one did', async () => {
    const sent = sentFrom(page);
    await page.route(ACCOUNT, async (route) => {
      await delay(500);
      await route.continue();
    });
    await page.getByRole('button', { name: 'Change password' }).evaluate((button: HTMLButtonElement) => {
      addEventListener('submit', () => setTimeout(() => button.click(), 100), { once: true });
      setTimeout(() => button.click());
    });
    await expect(page.getByRole('status')).toContainText('Your password has been changed.');
    expect(sent).toEqual(['/account']);
    await page.unrouteAll();
  });

  await expect(page.getByRole('main')).toContainText('your posts and tokens included');
  const userNames = await userName(page).evaluateAll((all: HTMLInputElement[]) => all.map(({ value }) => value));
  expect(userNames, 'a password manager would fill in the password of another account').toEqual([email, email]);
  await page.getByLabel('Your password, to delete the account').fill(OTHER_PASSWORD);
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByRole('status')).toContainText('Your account and all its data have been deleted.');
  await hydrated(page);
  await login(page, email, OTHER_PASSWORD);
  await expect(page.getByRole('alert')).toContainText('Wrong email address or password.');
});

test('two clicks are one registration, even while the script is on its way', async ({ page }) => {
  const sent = sentFrom(page);
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

  await test.step('a link that was never sent leads back here, where it is shown first of all', async () => {
    await openHydrated(page, `${accountLinks.confirm}?token=unknown`);
    await expect(page.locator(':focus')).toContainText('This link no longer works.');
  });
});

test('a page that the browser kept for the way back knows who has logged in since', async ({ page, site, mailbox }) => {
  const email = await newMember(site, mailbox);
  await openHydrated(page, '/contact');
  await page.getByLabel('Full Name').fill('Somebody');
  await signIn(page.request, email, site.url);
  // Browsers under test keep no pages.
  const comeBack = () => page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  const banner = page.getByRole('banner');
  // The question, or its code, which this window may have from another test.
  const isQuestion = (request: Request) => /session/.test(request.url());
  await page.context().setOffline(true);
  await Promise.all([page.waitForEvent('requestfailed', isQuestion), comeBack()]);
  // Requests that are still failing by then take the next one with them.
  await expect(async () => {
    await page.context().setOffline(true);
    await page.context().setOffline(false);
    await expect(banner.getByRole('link', { name: 'Ada Obi' })).toBeVisible({ timeout: 2_000 });
  }, 'once the line is back').toPass();
  await expect(page.getByLabel('Full Name')).toHaveValue('Somebody');

  await test.step('even when the visitor is on the way to another page by the time that the answer comes', async () => {
    const { release } = await hold(page, /mf-careers.*remoteEntry/);
    await banner.getByRole('link', { name: 'Career' }).click();
    await page.request.post(accountLinks.logout, { headers: { origin: site.url }, maxRedirects: 0 });
    await Promise.all([page.waitForResponse(`**${accountCalls.session}`), comeBack()]);
    release();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Career');
    await expect(banner.getByRole('link', { name: 'Login' })).toBeVisible();
  });

  const other = await newMember(site, mailbox, { username: 'Chidinma Weft' });
  await test.step('even when it was another member', async () => {
    await signIn(page.request, email, site.url);
    await openHydrated(page, '/contact');
    await expect(banner.getByRole('link', { name: 'Ada Obi' })).toBeVisible();
    await signIn(page.request, other, site.url);
    await comeBack();
    await expect(banner.getByRole('link', { name: 'Chidinma Weft' })).toBeVisible();
    await expect(banner.getByRole('link', { name: 'Ada Obi' })).toHaveCount(0);
  });

  await test.step('and so does the page that a visitor has gone to while logging in, or is on the way to', async () => {
    const home = banner.getByRole('link', { name: /, home$/ });
    const heading = page.getByRole('heading', { level: 1 });
    await openHydrated(page, '/login?next=/contact');
    const answer = await hold(page, `**${accountCalls.login}`);
    const entry = await hold(page, /mf-marketing.*remoteEntry/);
    await login(page, email);
    await home.click();
    await expect(page.getByText('Loading...')).toBeAttached();
    await Promise.all([page.waitForResponse(`**${accountCalls.session}`), answer.release()]);
    entry.release();
    await expect(banner.getByRole('link', { name: 'Ada Obi' })).toBeVisible();
    await expect(heading).not.toHaveText('Log In');
    await expect(page).toHaveURL(/\/$/);

    await page.goBack();
    await expect(heading).toHaveText('Log In');
    await page.unrouteAll();
    const second = await hold(page, `**${accountCalls.login}`);
    await login(page, other);
    await home.click();
    await expect(heading).not.toHaveText('Log In');
    second.release();
    await expect(banner.getByRole('link', { name: 'Chidinma Weft' })).toBeVisible();
    await expect(page).toHaveURL(/\/$/);
  });

  await test.step('following a link once the answer has come leads to its page, too', async () => {
    await openHydrated(page, '/login?next=/contact');
    await page.route('**/contact', () => {});
    const asked = page.waitForRequest((request) => request.isNavigationRequest() && /[^/]\/$/.test(request.url()));
    // By the page itself: Chromium answers no tool while a document is held.
    await page.evaluate(() => {
      const leave = () => document.querySelector<HTMLElement>('[data-logo]')!.click();
      addEventListener('beforeunload', () => setTimeout(leave), { once: true });
    });
    await login(page, email);
    await asked;
    await expect(banner.getByRole('link', { name: 'Ada Obi' })).toBeVisible();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});

test('a name or an IP address without a gap in it breaks no page', async ({ page, site, mailbox }) => {
  const email = await newMember(site, mailbox, { username: 'Adaobi'.repeat(16) });
  await signIn(page.request, email, site.url);
  moveSessions(site.dataDir, email, '2001:0db8:85a3:0000:0000:8a2e:0370:7334');
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/account');
  await expect(page.getByText(email)).toBeVisible();
  await expect(page.getByText('from 2001:0db8:')).toBeVisible();
  expect(await overflowing(page)).toEqual([]);
  await page.goto('/login');
  await expect(page.getByText('You are logged in as')).toBeVisible();
  expect(await overflowing(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
});

test('while the API is away, links to it end on pages, which say so', async ({ request, site, mailbox }) => {
  await signIn(request, await newMember(site, mailbox), site.url);
  await site.stopApi();
  try {
    for (const path of ['/auth/google', '/auth/confirm?token=x', '/auth/new-password?token=x']) {
      const ended = await request.get(path);
      expect(ended.url(), path).toMatch(/\/login\?error=unreachable$/);
      expect(await ended.text(), path).toContain('The account service did not answer.');
    }
    const stillThere = await request.post(accountLinks.logout, { headers: { origin: site.url, accept: 'text/html' } });
    expect(stillThere.url()).toMatch(/\/login\?next=%2Faccount&error=not-logged-out$/);
    expect(await stillThere.text()).toMatch(
      /We do not know whether you are logged out\..+<a href=\/account [^>]+>Try again</,
    );
    // So do links in mails about a post and in the newsletter, on their own pages.
    const headers = { accept: 'text/html,*/*;q=0.8' };
    const hiding = await request.get(`${hideLink}?token=x`, { headers });
    expect([hiding.status(), new URL(hiding.url()).pathname]).toEqual([503, '/moderation']);
    expect(await hiding.text()).toContain('open it again from the email about the post');
    const leaving = await request.get(`${newsletterCalls.unsubscribe}?token=x`, { headers });
    expect([leaving.status(), leaving.url()]).toEqual([200, `${site.url}/newsletter/unsubscribe?token=x`]);
    // Nobody can say that this member is no longer logged in.
    for (const sent of [
      await request.get('/account'),
      await request.post('/account', { form: { form: 'others' }, headers: { origin: site.url } }),
    ]) {
      expect(sent.url()).toMatch(/\/login\?next=%2Faccount&error=unreachable$/);
      const text = await sent.text();
      expect(text).toContain('The account service did not answer.');
      expect(text, 'one press leads back').toMatch(/<a href=\/account [^>]+>Try again</);
    }
  } finally {
    await site.startApi();
  }
  const later = await (await request.get('/login?next=%2Faccount')).text();
  expect(later).toMatch(/<a href=\/account [^>]+>Go to the page you asked for</);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the account page says on top what was refused, and leads to the field', async ({ page, site, mailbox }) => {
    const email = await newMember(site, mailbox);
    await signIn(page.request, email, site.url);
    await page.goto('/account');
    await page.setViewportSize({ width: 390, height: 600 });
    await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/^At least 8 characters\./);
    await page.getByLabel('New password').fill('short');
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page).toHaveTitle(/^Error: Your account/);
    await expect(page.getByRole('alert')).toContainText('Your password has not been changed.');
    await expect(page.getByText('Use at least 8 characters; this has 5.')).not.toBeInViewport();
    await page.getByRole('link', { name: 'See what is wrong' }).click();
    await expect(page.getByText('Use at least 8 characters; this has 5.')).toBeInViewport();
  });

  test('in another browser the password confirms, or a new one does', async ({ page, request, mailbox, site }) => {
    for (const way of ['password', 'new password']) {
      const email = await sendRegistration(request, site.url, { next: '/career' });
      await page.goto(await mailedLink(mailbox, email, /Confirm/));
      await page.getByLabel('Password', { exact: true }).fill('not this one');
      await page.getByRole('button', { name: 'Confirm my address' }).click();
      await expect(page).toHaveTitle(/^Error: Confirm your address/);
      await expect(page.getByText('No registration matches this address and password.')).toBeInViewport();
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
      await expect(page.getByRole('status')).toBeInViewport();
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
    await expect(page.getByRole('status')).toBeInViewport();
    await confirm(page, mailbox, email);

    await page.goto('/login?next=/career');
    await login(page, email, 'not this one');
    await expect(page.getByRole('alert')).toContainText('Wrong email address or password.');
    await expect(page.getByRole('alert')).toBeInViewport();
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
    await login(page, email);
    await expect(page).toHaveURL(/\/career$/);
    await expect(header(page).getByRole('link', { name: 'Ada Obi' })).toBeVisible();
    await header(page).getByRole('button', { name: 'Log out' }).click();
    await expect(header(page).getByRole('link', { name: 'Login' })).toBeVisible();

    await page.goto('/forget-password');
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByRole('button', { name: 'Send link' }).click();
    await expectNotSentAgain(page, page.getByText('Check your email.'));
    await page.goto(await mailedLink(mailbox, email, /new password/));
    await page.getByLabel('New password').fill(OTHER_PASSWORD);
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(page.getByRole('status')).toContainText('Your password has been changed.');
  });
});

test('errors are shown at their fields, and what was typed stays, even while the terms open beside the page', async ({
  page,
}) => {
  await openHydrated(page, '/register');
  await page.getByLabel('Full name').fill('Ada Obi');
  await page.getByLabel('Email', { exact: true }).fill('nobody');
  const password = page.getByLabel('Password', { exact: true });
  await expect(password, 'what is asked for is said before').toHaveAccessibleDescription(/^At least 8 characters\./);
  await password.fill('short');
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
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'terms and conditions (in a new tab)' }).click(),
  ]);
  await expect(opened.getByRole('heading', { level: 1 })).toHaveText('Terms and conditions');
  await expect(page.getByLabel('Full name')).toHaveValue('Ada Obi');
});
