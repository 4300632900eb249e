/** A visitor subscribes to the newsletter, confirms with the link in the mail, and leaves: with script and without. */
import type { Email } from 'postal-mime';
import type { Page } from 'playwright/test';
import { newsletterCalls } from '../../shared/contracts/newsletter.ts';
import { overflowing } from '../fixtures/accessibility.ts';
import { rowsOf } from '../fixtures/database.ts';
import { hydrated } from '../fixtures/hydrated.ts';
import type { Mailbox } from '../fixtures/mailbox.ts';
import type { Site } from '../../tooling/site/start-site.ts';
import { phone } from '../fixtures/screens.ts';
import { expectNotSentAgain } from '../fixtures/sent.ts';
import { expect, test } from '../fixtures/test.ts';
import { newEmail } from '../fixtures/unique.ts';

const mailAbout = (mailbox: Mailbox, email: string, subject: RegExp) =>
  mailbox.waitFor((mail) => mail.to?.[0]?.address === email && subject.test(mail.subject ?? ''));

const linkIn = (text: string | undefined): string => /^https?:\S+$/m.exec(text ?? '')?.[0] ?? '';

const stateOf = ({ dataDir }: Site, email: string) =>
  rowsOf<{ state: string }>(dataDir, 'select state from subscribers where email = ?', email)[0]?.state;

/** A mail program makes everything smaller when a link is wider than the phone. */
async function expectFitsPhones(page: Page, { html = '' }: Email): Promise<void> {
  const reader = await page.context().browser()!.newPage({ viewport: phone });
  await reader.setContent(html);
  expect(await overflowing(reader)).toEqual([]);
  await reader.close();
}

async function subscribe(page: Page, email: string): Promise<void> {
  await page.goto('/newsletter');
  await page.locator('main').getByLabel('Email').fill(email);
  await page.locator('main').getByRole('button', { name: 'Subscribe' }).click();
}

test.describe('an answer that refuses', () => {
  test.use({ expectedComplaints: { matching: [/status of 422/] } });

  test('stays when a link leads to a place on the page, and when the visitor goes back from it', async ({ page }) => {
    const main = page.locator('main');
    await subscribe(page, 'nobody');
    await hydrated(page);
    await expect(main.getByText('invalid Email')).toBeVisible();
    await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
    await expect(page).toHaveURL(/#content$/);
    await expect(main).toBeFocused();
    await page.goBack();
    await expect(page).toHaveURL(/\/newsletter$/);
    await expect(main.getByText('invalid Email')).toBeVisible();
    await expect(main.getByLabel('Email')).toHaveValue('nobody');
  });
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled });

    test('subscribing takes the link in the mail, leaving takes the link in the next one', async ({
      page,
      site,
      mailbox,
    }) => {
      const email = newEmail();
      await subscribe(page, email);
      const told = page.getByRole('status').filter({ hasText: 'Check your email to confirm.' });
      await expect(page.locator(':focus').filter({ has: told }), 'it is read out').toBeVisible();
      await expectNotSentAgain(page, told);
      expect(stateOf(site, email)).toBe('pending');

      const question = await mailAbout(mailbox, email, /^Confirm/);
      await expectFitsPhones(page, question);
      await page.goto(linkIn(question.text));
      expect(stateOf(site, email), 'opening the link is not confirming').toBe('pending');
      await page.getByRole('button', { name: 'Confirm subscription' }).click();
      await expect(page.getByRole('status')).toContainText('You are subscribed.');
      await expect(page.locator(':focus'), 'it is read out').toContainText('You are subscribed.');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Subscribed');
      await expectNotSentAgain(page, page.getByText('You are subscribed.'));
      expect(stateOf(site, email)).toBe('confirmed');

      const welcome = await mailAbout(mailbox, email, /^You are subscribed/);
      await page.goto(linkIn(welcome.text));
      expect(stateOf(site, email)).toBe('confirmed');
      await page.getByRole('button', { name: 'Unsubscribe' }).click();
      await expect(page.getByRole('status')).toContainText('You have been unsubscribed.');
      await expect(page.locator(':focus'), 'it is read out').toContainText('You have been unsubscribed.');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unsubscribed');
      await expectNotSentAgain(page, page.getByText('You have been unsubscribed.'));
      expect(stateOf(site, email), 'the address is not kept').toBeUndefined();
    });

    test.describe(() => {
      test.use({ expectedComplaints: { matching: [/status of (422|404)/] } });

      test('what is no address is refused beside the field and stays there', async ({ page }) => {
        await subscribe(page, 'adaeze@nwosu');
        const field = page.locator('main').getByLabel('Email');
        await expect(field).toHaveAccessibleDescription('invalid Email');
        await expect(field).toBeFocused();
        await expect(field).toHaveValue('adaeze@nwosu');
        await expect(page).toHaveTitle('Error: Newsletter | Portloom');
        await field.fill('');
        await page.locator('main').getByRole('button', { name: 'Subscribe' }).click();
        await expect(page.locator('main').getByLabel('Email')).toHaveAccessibleDescription('field must not be empty');
      });

      test('a link that was never sent says so', async ({ page }) => {
        await page.goto('/newsletter/confirm?token=nobody-was-sent-this');
        await page.getByRole('button', { name: 'Confirm subscription' }).click();
        await expect(page.getByRole('alert')).toContainText('We do not recognise this link.');
        await expect(page.locator(':focus'), 'it is read out').toContainText('We do not recognise this link.');
        const main = page.getByRole('main');
        await expect(main.getByRole('button'), 'it could only fail again').toHaveCount(0);
        await main.getByRole('link', { name: 'Subscribe again' }).click();
        await expect(page).toHaveURL('/newsletter');
        await page.goto('/newsletter/unsubscribe');
        await expect(page.getByRole('alert')).toContainText('This link is incomplete.');
        await main.getByRole('link', { name: 'Ask us to do it' }).click();
        await expect(page).toHaveURL('/contact');
      });
    });
  });
}

test('one click in a mail program unsubscribes', async ({ page, site, mailbox, request }) => {
  const email = newEmail();
  await request.post(newsletterCalls.subscribe, { data: { email } });
  await page.goto(linkIn((await mailAbout(mailbox, email, /^Confirm/)).text));
  await page.getByRole('button', { name: 'Confirm subscription' }).click();
  const { headers } = await mailAbout(mailbox, email, /^You are subscribed/);
  expect(headers.find(({ key }) => key === 'list-unsubscribe-post')?.value).toBe('List-Unsubscribe=One-Click');
  const url = headers.find(({ key }) => key === 'list-unsubscribe')?.value.slice(1, -1) ?? '';

  const scanned = await request.get(url);
  expect(scanned.url(), 'a program that follows links ends at the page').toContain(
    `${site.url}/newsletter/unsubscribe?token=`,
  );
  expect(stateOf(site, email)).toBe('confirmed');
  const clicked = await request.post(url, { form: { 'List-Unsubscribe': 'One-Click' } });
  expect(clicked.status()).toBe(200);
  expect(stateOf(site, email), 'the address is not kept').toBeUndefined();
});

test.describe(() => {
  test.use({ expectedComplaints: { matching: [/status of 503/] } });

  test('while the API is away the form says so and keeps what was typed', async ({ page, site }) => {
    await site.stopApi();
    try {
      await subscribe(page, 'adaeze@nwosu.example');
      const field = page.locator('main').getByLabel('Email');
      await expect(field).toHaveAccessibleDescription(
        'The service cannot be reached at the moment, so nothing was sent. Please try again shortly.',
      );
      await expect(field).toHaveValue('adaeze@nwosu.example');
    } finally {
      await site.startApi();
    }
  });
});
