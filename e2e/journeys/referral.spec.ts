/** The referral programme from link to code, with real mails, signed payment events and the test's own clock. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Page } from 'playwright/test';
import { Webhook } from 'standardwebhooks';
import {
  PAYMENT_REFUNDED,
  PAYMENT_SUCCEEDED,
  paymentEventsCall,
  type PaymentEvent,
  type RefundEvent,
} from '../../shared/contracts/payments.ts';
import { referralCalls } from '../../shared/contracts/referrals.ts';
import { expectNoViolations } from '../fixtures/accessibility.ts';
import type { ClockMessage } from '../fixtures/clocked-api.ts';
import { loseAnswer } from '../fixtures/held.ts';
import { hydrated, openHydrated } from '../fixtures/hydrated.ts';
import { confirm, login, newMember, register, signIn } from '../fixtures/members.ts';
import { testOn } from '../fixtures/own-site.ts';
import { expectNotSentAgain } from '../fixtures/sent.ts';
import { expect } from '../fixtures/test.ts';
import { newEmail } from '../fixtures/unique.ts';
import { startSite, type Site } from '../../tooling/site/start-site.ts';

const PAYMENTS_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const DAY_MS = 24 * 60 * 60 * 1000;

let site: Site;
const test = testOn(() => site);
test.beforeAll(async ({ mailbox }) => {
  site = await startSite({
    remotes: ['mf-auth', 'mf-careers'],
    env: { SMTP_URL: mailbox.url, PAYMENTS_SECRET },
    apiProgram: 'e2e/fixtures/clocked-api.ts',
  });
});
test.afterAll(() => site.stop());

/** Moves the API's clock. */
async function goAhead(ahead: number): Promise<void> {
  const api = site.api()!.process;
  const moved = once(api, 'message');
  api.send({ type: 'clock', ahead } satisfies ClockMessage);
  await moved;
}

/** @returns id of the event */
async function pay(page: Page, email: string): Promise<string> {
  return await sendEvent(page, {
    type: PAYMENT_SUCCEEDED,
    timestamp: new Date().toISOString(),
    data: { email, amount: 5_000_000, currency: 'NGN' },
  });
}

async function refund(page: Page, payment: string): Promise<void> {
  await sendEvent(page, {
    type: PAYMENT_REFUNDED,
    timestamp: new Date().toISOString(),
    data: { payment, amount: 5_000_000 },
  });
}

async function sendEvent(page: Page, event: PaymentEvent | RefundEvent): Promise<string> {
  const [id, now, body] = [randomUUID(), new Date(), JSON.stringify(event)];
  const response = await page.request.post(paymentEventsCall, {
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(PAYMENTS_SECRET).sign(id, now, body),
    },
    data: Buffer.from(body),
  });
  expect(await response.json()).toEqual({ status: 'recorded' });
  return id;
}

const getLink = (page: Page) =>
  page.getByRole('banner').or(page.locator('main')).getByRole('link', { name: 'Get Your Referral Link' }).first();
const ownLink = (page: Page) => page.getByLabel('Your referral link');

test('explains itself to everybody; the button leads to the login and back', async ({ page }) => {
  await openHydrated(page, '/referral');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Refer a friend, earn $3 in tokens.');
  await expect(page.getByRole('main').getByRole('heading', { level: 3 })).toHaveText([
    '1. Share your link',
    '2. They register and pay',
    '3. Redeem your tokens',
    'Payments',
    'Discounts',
    'Trading',
  ]);
  await expect(page.getByText('One month (30 days) after they register,')).toBeVisible();
  for (const index of [0, 1]) {
    await expect(page.getByRole('link', { name: 'Get Your Referral Link' }).nth(index)).toHaveAttribute(
      'href',
      '/login?next=%2Freferral',
    );
  }
});

test('the whole story: link, friend, payment, mail, thirty days, code', async ({ page, mailbox, browser }) => {
  const [referrer, friend] = [await newMember(site, mailbox), newEmail('friend')];
  await openHydrated(page, '/referral');
  await getLink(page).click();
  await hydrated(page);
  await login(page, referrer);
  await expect(page).toHaveURL(/\/referral$/);
  await hydrated(page);
  await page.getByRole('button', { name: 'Get Your Referral Link' }).last().click();
  await expect(ownLink(page), 'even when the button is at the end of the page').toBeFocused();
  await expect(ownLink(page)).toBeInViewport();
  const link = await ownLink(page).inputValue();
  expect(link).toMatch(new RegExp(`^${site.url}/register\\?ref=[2-9A-Z]{10}$`));
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await expect(page.getByText('Nobody has registered through your link yet.')).toBeVisible();

  const theirs = await (await browser.newContext({ baseURL: site.url })).newPage();
  await register(theirs, friend, link);
  const cookies = (await theirs.context().cookies()).map(({ name }) => name);
  expect(cookies, 'nothing follows the friend but what confirms the address').toEqual(['registration']);
  await confirm(theirs, mailbox, friend);
  await theirs.context().close();

  const row = page.getByRole('region', { name: 'Your referrals' }).getByRole('row').nth(1);
  const tokens = page.getByText('Your tokens are worth').locator('xpath=..');
  const toRedeem = page.getByText('Ready to redeem').locator('xpath=..');
  await openHydrated(page, '/referral');
  await expect(row.getByRole('cell').nth(1)).toHaveText('Not yet');
  const payment = await pay(page, friend);
  const mail = await mailbox.waitFor(
    ({ to, subject }) => to?.[0]?.address === referrer && subject === 'You have earned tokens worth $3',
  );
  expect(mail.text).toContain(`${site.url}/referral`);
  await openHydrated(page, '/referral');
  await expect(row.getByRole('cell').nth(1)).toHaveText('Yes');
  await expect(tokens).toContainText('$3');
  await expect(toRedeem).toContainText('$0');

  const redeem = page.getByRole('button', { name: 'Redeem for a discount' });
  await goAhead(30 * DAY_MS - 10 * 60_000);
  await openHydrated(page, '/referral');
  await expect(toRedeem).toContainText('$0');
  await expect(redeem).toHaveCount(0);
  await goAhead(30 * DAY_MS + 60_000);
  await openHydrated(page, '/referral');
  await expect(toRedeem).toContainText('$3');
  await openHydrated(page, '/account');
  await page.getByRole('link', { name: 'Redeem your tokens' }).click();
  await expect(
    page.getByRole('heading', { name: 'Your tokens', exact: true }),
    'not the top of the page',
  ).toBeFocused();
  const second = await page.context().newPage();
  await openHydrated(second, '/referral');
  await redeem.click();
  await expect(page.getByRole('status').filter({ hasText: 'Your code is below.' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your codes' })).toBeFocused();
  const code = page.getByRole('region', { name: 'Your codes' }).getByRole('row').nth(1);
  await expect(code.getByRole('cell')).toHaveText([/^[2-9A-Z]{16}$/, 'Discount', '$3', 'Not yet']);
  await expect(row.getByRole('cell').nth(3)).toHaveText('Yes');
  await expect(tokens).toContainText('$0');
  await expect(redeem).toHaveCount(0);
  await expectNoViolations(page);

  await second.getByRole('button', { name: 'Redeem for payments' }).click();
  await expect(second.getByRole('alert')).toContainText('There is nothing to redeem at the moment');
  await expect(
    second.getByRole('region', { name: 'Your codes' }).getByRole('row'),
    'what the first tab has done',
  ).toHaveCount(2);

  // A mail is sent when it is due, by the real clock.
  await goAhead(0);
  await refund(page, payment);
  const taken = await mailbox.waitFor(
    ({ to, subject }) => to?.[0]?.address === referrer && subject === 'Tokens worth $3 were taken back',
  );
  expect(taken.text).toContain('You have already redeemed them.');
  await openHydrated(page, '/referral');
  await expect(row.getByRole('cell').nth(1)).toHaveText('Refunded: the tokens were taken back');
  await expect(tokens).toContainText('−$3');
  await expect(toRedeem).toContainText('$0');
  await expect(page.getByText('the next tokens you earn will cover it')).toBeVisible();
  await expectNoViolations(page);
  await test.step('with letters twice as large, tables beside each other have room', async () => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    const hidden = await page
      .getByRole('region', { name: /^(List of your referrals|Your codes)$/ })
      .evaluateAll((tables) => tables.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
    expect(hidden).toEqual([0, 0]);
  });
});

test.describe('a member', () => {
  test.use({ expectedComplaints: { matching: [/^Failed to load resource/] } });

  test('shares the link by share sheet, or selects it to copy, and is told when the session has ended', async ({
    page,
    mailbox,
  }) => {
    await goAhead(0);
    const referrer = await newMember(site, mailbox);
    await page.addInitScript(() => {
      const shared: ShareData[] = [];
      Object.assign(window, { shared });
      navigator.clipboard.writeText = () =>
        Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError'));
      // The first time, it is closed without sharing, which browsers report like this.
      navigator.share = async (data = {}) => {
        shared.push(data);
        if (shared.length === 1) throw new DOMException('Share canceled', 'AbortError');
        if (shared.length === 3) throw new DOMException('Permission denied', 'NotAllowedError');
      };
    });
    await page.goto('/login?next=/referral');
    await hydrated(page);
    await login(page, referrer);
    await test.step('offline, all stays where it is, and the focus with it', async () => {
      const button = page.getByRole('button', { name: 'Get Your Referral Link' }).first();
      await button.focus();
      await hydrated(page);
      await page.context().setOffline(true);
      for (const _ of ['once', 'twice']) {
        await page.keyboard.press('Enter');
        await expect(button, 'it has been tried').not.toHaveAttribute('aria-disabled');
        await expect(page.getByRole('alert')).toContainText('Check your connection and try again.');
        await expect(button).toBeFocused();
      }
      await expect(page.getByRole('heading', { name: 'Your tokens', exact: true })).toBeVisible();
      await page.context().setOffline(false);
    });
    await loseAnswer(page, `**${referralCalls.link}`);
    await page.getByRole('button', { name: 'Get Your Referral Link' }).first().click();
    await expect(ownLink(page), 'the link exists, though the answer was lost').toBeFocused();
    await expect(page.getByRole('alert')).toHaveCount(0);
    const link = await ownLink(page).inputValue();
    for (const times of [1, 2]) {
      await page.getByRole('button', { name: 'Share' }).click();
      expect(await page.evaluate(() => (window as unknown as { shared: ShareData[] }).shared)).toEqual(
        Array.from({ length: times }, () => ({ url: link })),
      );
    }
    for (const name of ['Copy link', 'Share']) {
      await page.getByRole('button', { name }).click();
      await expect(page.getByText('It is selected, so you can copy it yourself.')).toBeVisible();
      await expect(ownLink(page), 'even where the browser refuses to share').toBeFocused();
      expect(await page.evaluate(() => getSelection()?.toString())).toBe(link);
    }

    const friend = await newMember(site, mailbox, { ref: new URL(link).searchParams.get('ref')! });
    await pay(page, friend);
    await goAhead(31 * DAY_MS);
    await openHydrated(page, '/referral');
    await test.step('tokens of an account that another tab has logged in to are not touched', async () => {
      await signIn(page.request, await newMember(site, mailbox, { username: 'Zuri Eze' }), site.url);
      await page.getByRole('button', { name: 'Redeem for payments' }).click();
      await expect(page.getByRole('alert')).toContainText('You are now logged in to another account.');
      await expect(page.getByRole('banner').getByRole('link', { name: 'Zuri Eze' })).toBeVisible();
    });
    /** Without reloading the page. */
    const comeBack = async () => {
      await signIn(page.request, referrer, site.url);
      await page.getByRole('banner').getByRole('link', { name: 'Career' }).click();
      await page.getByRole('contentinfo').getByRole('link', { name: 'Referral' }).click();
      await expect(ownLink(page)).toHaveValue(link);
      await expect(page.getByRole('banner').getByRole('link', { name: 'Ada Obi' })).toBeVisible();
    };
    await test.step('a link to the tokens leads to whose they are', comeBack);
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Redeem for payments' }).click();
    await expect(page.getByRole('alert')).toHaveText('Your session has ended. Log in again, then try again.');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Get Your Referral Link' }).first()).toHaveAttribute(
      'href',
      '/login?next=%2Freferral',
    );
    await test.step('also for a visitor without a session until another tab logged in', comeBack);
    await test.step('a code whose answer was lost exists, too', async () => {
      await loseAnswer(page, `**${referralCalls.redeem}`);
      await page.getByRole('button', { name: 'Redeem for payments' }).click();
      await expect(page.getByRole('region', { name: 'Your codes' })).toBeFocused();
      await expect(page.getByRole('status').filter({ hasText: 'Your code is below.' })).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
    });
  });
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a member gets the link, and a friend registers through it', async ({
    page,
    mailbox,
    withoutScript: theirs,
  }) => {
    const [referrer, friend] = [await newMember(site, mailbox), newEmail('plain-friend')];
    await page.goto('/login?next=/referral');
    await login(page, referrer);
    await page.getByRole('button', { name: 'Get Your Referral Link' }).first().click();
    await expectNotSentAgain(page, ownLink(page));
    const link = await ownLink(page).inputValue();

    await theirs.goto(link);
    await theirs.getByLabel('Full name').fill('Ngozi Eze');
    await theirs.getByLabel('Email', { exact: true }).fill(friend);
    // Refused once: the code must still be there.
    await theirs.getByLabel('Password', { exact: true }).fill('short');
    await theirs.getByRole('button', { name: 'Register' }).click();
    await theirs.getByLabel('Password', { exact: true }).fill('four yellow shuttles');
    await theirs.getByLabel('I accept the').check();
    await theirs.getByRole('button', { name: 'Register' }).click();
    await expect(theirs.getByText('Check your email to confirm your address.')).toBeVisible();
    await confirm(theirs, mailbox, friend);
    await page.goto('/referral');
    await expect(page.getByRole('region', { name: 'Your referrals' }).getByRole('row')).toHaveCount(2);
  });
});
