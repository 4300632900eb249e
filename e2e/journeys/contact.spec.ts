/** A visitor writes to the company: what the form says, what is stored and mailed, and what happens when it fails. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Locator, Page, Request } from 'playwright/test';
import { company } from '../../shared/content/company.ts';
import { contactCall } from '../../shared/contracts/contact.ts';
import { newsletterCalls } from '../../shared/contracts/newsletter.ts';
import { SCRIPT_MS } from '../../shared/contracts/in-time.ts';
import { contactForm, type ContactMessage } from '../../shared/rules/contact/contact-form.ts';
import { POSTS_PER_MINUTE, SIGN_UPS_PER_HOUR } from '../../shared/rules/limits.ts';
import { rowsOf } from '../fixtures/database.ts';
import { errorSummary, expectLeadsTo, expectSummary } from '../fixtures/error-summary.ts';
import { hold, loseAnswer } from '../fixtures/held.ts';
import { hydrated, openHydrated } from '../fixtures/hydrated.ts';
import { mailFiles } from '../fixtures/mail-files.ts';
import { sentFrom } from '../fixtures/sent.ts';
import { stopTime } from '../fixtures/stopped-time.ts';
import { startSite, type Site } from '../../tooling/site/start-site.ts';
import { expect, test } from '../fixtures/test.ts';
import { translate } from '../fixtures/translated.ts';
import { newMark } from '../fixtures/unique.ts';

const CLEAR_AFTER_MS = 3000;

const labels: Record<keyof ContactMessage, string> = {
  fullName: 'Full Name',
  subject: 'Company Name',
  email: 'Email',
  phone: 'Phone',
  message: 'Message',
};
const fields = Object.keys(labels) as (keyof ContactMessage)[];

/** A message that nobody else sends. */
function newMessage(): ContactMessage {
  const mark = newMark();
  return {
    fullName: `Adaeze Nwosu ${mark}`,
    subject: 'Nwosu Cold Chain & Söhne',
    email: `adaeze.${mark}@nwosu.example`,
    phone: '08031234567',
    message: `An ordering site for two depots.\nForty products — and <b>no</b> markup. ${mark}`,
  };
}

const control = (page: Page, field: keyof ContactMessage): Locator => page.getByLabel(labels[field], { exact: true });
const sendButton = (page: Page): Locator => page.getByRole('button', { name: 'Send Message' });
const success = (page: Page): Locator => page.getByText('Form submitted successfully!');

const open = (page: Page, origin = '') => openHydrated(page, `${origin}/contact`);

async function fill(page: Page, values: Partial<ContactMessage>): Promise<void> {
  for (const field of fields) if (values[field] !== undefined) await control(page, field).fill(values[field]);
}

async function content(page: Page): Promise<ContactMessage> {
  const entries = await Promise.all(
    fields.map(async (field) => [field, await control(page, field).inputValue()] as const),
  );
  return Object.fromEntries(entries) as unknown as ContactMessage;
}

/** Every contact request that the page makes. */
function requestsOf(page: Page): Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === contactCall) requests.push(request);
  });
  return requests;
}

const empty: ContactMessage = { fullName: '', subject: '', email: '', phone: '', message: '' };

interface StoredMessage {
  id: string;
  full_name: string;
  email: string;
  phone: string;
  subject: string;
  message: string;
}

const stored = ({ dataDir }: Site, { email }: ContactMessage): StoredMessage[] =>
  rowsOf(dataDir, 'select id, full_name, email, phone, subject, message from contact_messages where email = ?', email);

/** Sends more requests that are refused than one IP address may send. */
async function exhaust(page: Page, call: string, limit: number): Promise<void> {
  const statuses = await page.evaluate(
    async ({ url, count }) => {
      const send = () => fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
      const answers = await Promise.all(Array.from({ length: count }, send));
      return answers.map(({ status }) => status);
    },
    { url: call, count: limit + 1 },
  );
  expect(statuses).toContain(429);
}

const mailsAbout = ({ dataDir }: Site, id: string): object[] =>
  rowsOf(dataDir, 'select id from outbox where topic_id = ?', id);

test.describe('checks, in their order', () => {
  const valid = newMessage();

  test('nothing filled in: every field is marked, a summary has the focus and leads to each', async ({ page }) => {
    await open(page);
    await sendButton(page).click();
    for (const field of fields.toReversed()) {
      await expectMarked(control(page, field), 'field must not be empty');
      await expect(control(page, field)).toHaveAttribute('aria-required');
    }
    await expect(page.getByText('All fields are required.')).toBeVisible();
    await expect(page.getByText(`We answer within ${company.answersWithin.message}.`)).toBeVisible();
    // In the order of the page, where the address comes later than in the order of the checks.
    const lines = fields.map((field) => `${labels[field]}: field must not be empty`);
    await expectSummary(page, lines);
    await expect(page).toHaveTitle('Error: Contact Portloom');
    await page.keyboard.press('Tab');
    await expect(errorSummary(page).getByRole('link').first()).toBeFocused();
    for (const [at, field] of fields.entries()) await expectLeadsTo(page, lines[at]!, control(page, field));
    expect(new URL(page.url()).hash, 'no step in the history').toBe('');
    await control(page, 'fullName').fill('Adaeze Nwosu');
    await expect(errorSummary(page).getByRole('link'), 'what is right is not listed').toHaveText(lines.slice(1));
    await sendButton(page).click();
    await expectSummary(page, lines.slice(1));
    await expect(page.getByRole('alert')).toHaveText('field must not be empty');
    await page.getByRole('banner').getByRole('link', { name: 'Career' }).click();
    await expect(page).toHaveTitle('Career | Portloom');
  });

  // shared/rules proves how, and in which order, each field is checked.
  test('an empty field comes first, then the e-mail address, then the phone number, and a right one ends it', async ({
    page,
  }) => {
    const requests = requestsOf(page);
    await open(page);
    await fill(page, { ...valid, subject: '   ', email: 'adaeze@nwosu', phone: '0700123' });
    await sendButton(page).click();
    await expectRefused(page, 'subject', 'field must not be empty');
    await fill(page, { subject: valid.subject });
    await sendButton(page).click();
    await expectRefused(page, 'email', 'invalid Email');
    await fill(page, { email: valid.email });
    await control(page, 'phone').press('Enter');
    await expectRefused(page, 'phone', 'invalid phone number');
    await expect(control(page, 'phone'), 'what was typed stays').toHaveValue('0700123');
    await test.step('what is longer than its field is whole on paper', async () => {
      const below = () => control(page, 'message').evaluate((field) => field.scrollHeight - field.clientHeight);
      await fill(page, { message: `${valid.message}\n`.repeat(10) });
      expect(await below()).toBeGreaterThan(0);
      await page.emulateMedia({ media: 'print' });
      expect(await below()).toBe(0);
      await page.emulateMedia({ media: 'screen' });
      await fill(page, { message: valid.message });
    });
    await test.step('what is too long is not cut off: its length and the limit are told', async () => {
      await fill(page, { phone: valid.phone, message: '' });
      await control(page, 'message').focus();
      await page.keyboard.insertText('m'.repeat(contactForm.message.max + 1));
      await sendButton(page).click();
      await expectRefused(page, 'message', 'This is too long: 5001 characters. The limit is 5000.');
      await fill(page, { message: valid.message });
    });
    expect(requests).toHaveLength(0);

    await expect(control(page, 'phone')).not.toHaveAttribute('aria-invalid', 'true');
    await sendButton(page).click();
    await expect(success(page)).toBeVisible();
    expect(requests).toHaveLength(1);
  });

  test("the message goes after 3 seconds, a field's words stay until it is right", async ({ page }) => {
    await page.clock.install();
    await open(page);
    await fill(page, { ...valid, email: '' });
    await stopTime(page);
    await sendButton(page).click();
    await expectRefused(page, 'email', 'field must not be empty');
    await page.clock.runFor(CLEAR_AFTER_MS - 1);
    await expectRefused(page, 'email', 'field must not be empty');
    const place = await sendButton(page).boundingBox();
    await page.clock.runFor(1);
    await expect(page.getByRole('alert')).toHaveCount(0);
    expect(await sendButton(page).boundingBox(), 'the button stays under the pointer').toEqual(place);
    await expectMarked(control(page, 'email'), 'field must not be empty');
    await expect(errorSummary(page), 'so does the summary').toBeVisible();
    await translate(page);
    await control(page, 'email').fill('a');
    await expectMarked(control(page, 'email'), 'invalid Email');
    await control(page, 'email').fill(valid.email);
    await expect(control(page, 'email')).not.toHaveAttribute('aria-invalid');
    await expect(control(page, 'email')).not.toHaveAccessibleDescription(/./);
    await expect(errorSummary(page)).toHaveCount(0);
    await expect(page).toHaveTitle('Contact Portloom');
  });

  async function expectRefused(page: Page, field: keyof ContactMessage, text: string): Promise<void> {
    await expect(page.getByRole('alert')).toHaveText(text);
    await expectMarked(control(page, field), text);
    await expect(page.locator('[aria-invalid="true"]')).toHaveCount(1);
  }

  async function expectMarked(field: Locator, text: string): Promise<void> {
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(new RegExp(`${text}$`));
  }
});

test.describe('a message that arrives', () => {
  test('is answered, stored and mailed; form and message clear together after 3 seconds', async ({
    page,
    site,
    mailbox,
  }) => {
    const message = newMessage();
    const requests = requestsOf(page);
    const held = await hold(page, `**${contactCall}`);
    await page.clock.install();
    await open(page);
    await fill(page, message);
    await stopTime(page);

    await sendButton(page).click();
    const submitting = page.getByRole('button', { name: 'Submitting...' });
    await expect(submitting).toBeDisabled();
    await expect(submitting, 'it keeps the focus').toBeFocused();
    await expect(submitting.locator('svg, span').first(), 'the loader').toBeVisible();
    await submitAgain(page);
    await test.step('what would be neither sent nor kept cannot be typed; the focus stays', async () => {
      await control(page, 'message').click();
      await page.keyboard.type('PS');
      await expect(control(page, 'message')).toHaveAttribute('readonly');
    });
    // Translated or not, the page goes on.
    await translate(page);
    held.release();
    await expect(page.getByRole('status')).toHaveText('Form submitted successfully!');
    await expect(sendButton(page)).toBeEnabled();
    await expect(control(page, 'message')).toBeFocused();
    await page.keyboard.type('PPS');

    await sendButton(page).click();
    await submitAgain(page);
    await page.clock.runFor(CLEAR_AFTER_MS - 1);
    await expect(success(page)).toBeVisible();
    expect(await content(page)).toEqual(message);
    await page.clock.runFor(1);
    await expect(success(page)).toHaveCount(0);
    expect(await content(page)).toEqual(empty);
    await expect(control(page, 'message')).toBeEditable();

    expect(requests).toHaveLength(1);
    expect(requests[0]!.postDataJSON()).toEqual(message);
    const headers = await requests[0]!.allHeaders();
    expect(headers['content-type']).toBe('application/json');
    expect(headers.accept).toBe('text/plain');

    const rows = stored(site, message);
    expect(rows).toEqual([
      {
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        full_name: message.fullName,
        email: message.email,
        phone: message.phone,
        subject: message.subject,
        message: message.message,
      },
    ]);
    const mail = await mailbox.waitFor(({ replyTo }) => replyTo?.[0]?.address === message.email);
    expect(mail.to).toEqual([{ name: '', address: 'hello@portloom.example' }]);
    expect(mail.subject).toBe(`Message from ${message.fullName}, ${message.subject}`);
    for (const field of fields) expect(mail.text, field).toContain(message[field]);
    expect(mail.text).toContain(rows[0]!.id);
  });

  test("a double click sends it once, even when it is quicker than the form's script; so does a second try", async ({
    page,
    site,
    request,
  }) => {
    const [first, second] = [newMessage(), newMessage()];
    const requests = requestsOf(page);
    const script = await hold(page, '**/contact-control-*.js');
    await open(page);
    await fill(page, first);
    await sendButton(page).dblclick();
    expect(script.asked, 'what sends it is on its way').toHaveLength(1);
    script.release();
    await expect(success(page)).toBeVisible();
    expect(requests).toHaveLength(1);
    const [row, ...others] = stored(site, first);
    expect(others).toEqual([]);

    await test.step('the same request once more makes no second row and no second mail', async () => {
      const { 'content-length': _, ...headers } = await requests[0]!.allHeaders();
      const answer = (await requests[0]!.response())!;
      const again = await request.post(contactCall, { headers, data: requests[0]!.postDataBuffer()! });
      expect([answer.status(), again.status()]).toEqual([201, 201]);
      expect(await again.json()).toEqual(await answer.json());
      expect(stored(site, first)).toHaveLength(1);
      expect(mailsAbout(site, row!.id)).toHaveLength(1);

      const { 'idempotency-key': _key, ...withoutKey } = headers;
      expect((await request.post(contactCall, { headers: withoutKey, data: first })).status()).toBe(201);
      expect(stored(site, first), 'without the key it is another message').toHaveLength(2);
    });
    await test.step('afterwards the form sends the next one', async () => {
      await expect(success(page)).toBeHidden({ timeout: 3 * CLEAR_AFTER_MS });
      await fill(page, second);
      await sendButton(page).dblclick();
      await expect(success(page)).toBeVisible();
      expect(requests.map((sent) => sent.postDataJSON())).toEqual([first, second]);
      expect(stored(site, second)).toHaveLength(1);
    });
  });

  test('what is typed before the script arrives stays, and is sent', async ({ page, site }) => {
    const message = newMessage();
    const held = await hold(page, '**/*.js');
    await page.goto('/contact', { waitUntil: 'commit' });
    await fill(page, message);
    held.release();
    await hydrated(page);
    expect(await content(page)).toEqual(message);
    await sendButton(page).click();
    await expect(success(page)).toBeVisible();
    expect(stored(site, message)).toHaveLength(1);
  });

  /** What Enter in a field does, whatever the button's state. */
  const submitAgain = (page: Page) =>
    page
      .getByRole('main')
      .locator('form')
      .evaluate((form: HTMLFormElement) => form.requestSubmit());
});

test.describe('a message that does not arrive', () => {
  test.use({ expectedComplaints: { matching: [/^Failed to load resource/] } });

  const failures: Record<string, Parameters<Page['route']>[1]> = {
    'the connection breaks': (route) => route.abort('connectionreset'),
    'the answer has no body': (route) => route.fulfill({ status: 500, body: '' }),
    'the status is not 201': (route) => route.fulfill({ status: 200, contentType: 'text/plain', body: 'OK' }),
  };

  test('it says so for 3 seconds, keeps what was typed, and can be sent again', async ({ page, site }) => {
    const message = newMessage();
    await page.clock.install();
    await open(page);
    await fill(page, message);
    await stopTime(page);
    for (const [what, fail] of Object.entries(failures)) {
      await test.step(what, async () => {
        await page.route(`**${contactCall}`, fail);
        await sendButton(page).click();
        await expect(page.getByRole('alert')).toHaveText('Submission failed!');
        await page.clock.runFor(CLEAR_AFTER_MS - 1);
        await expect(page.getByRole('alert')).toBeVisible();
        await page.clock.runFor(1);
        await expect(page.getByRole('alert')).toHaveCount(0);
        expect(await content(page)).toEqual(message);
        await page.unrouteAll();
      });
    }
    expect(stored(site, message)).toEqual([]);
    await sendButton(page).click();
    await expect(success(page)).toBeVisible();
    expect(stored(site, message)).toHaveLength(1);
  });

  for (const [ending, isBack] of [
    ['comes later', true],
    ['never comes', false],
  ] as const) {
    test(`whose script ${ending} is sent by the second press, once`, async ({ page, site }) => {
      const message = newMessage();
      await page.route('**/contact-control-*.js', (route) => route.abort());
      await open(page);
      await fill(page, message);
      await sendButton(page).click();
      await expect(page.getByText('Submission failed!')).toBeVisible();
      expect(await content(page)).toEqual(message);
      expect(stored(site, message)).toEqual([]);
      if (isBack) await page.unrouteAll();
      await sendButton(page).click();
      await expect(success(page)).toBeInViewport();
      expect(stored(site, message)).toHaveLength(1);
    });
  }

  test('that the browser has sent, without an answer, is stored once if the script sends it again', async ({
    page,
    site,
  }) => {
    const message = newMessage();
    await hold(page, /\.js$/);
    await page.goto('/contact', { waitUntil: 'domcontentloaded' });
    await fill(page, message);
    await loseAnswer(page, '**/contact');
    const lost = page.waitForEvent('requestfailed', (request) => request.method() === 'POST');
    await sendButton(page).click({ noWaitAfter: true });
    await lost;
    expect(stored(site, message)).toHaveLength(1);
    await page.unrouteAll();
    await openHydrated(page, '/contact');
    await fill(page, message);
    const sent = page.waitForResponse(`**${contactCall}`);
    await sendButton(page).click();
    expect((await sent).status()).toBe(201);
    expect(stored(site, message)).toHaveLength(1);
  });

  test('whose script hangs is sent by the browser, once, though the script comes and it is pressed again', async ({
    page,
    site,
  }) => {
    const message = newMessage();
    const script = await hold(page, '**/contact-control-*.js');
    await page.clock.install();
    await open(page);
    await fill(page, message);
    await stopTime(page);
    const sent = sentFrom(page);
    await page.route('**/contact', async (route) => {
      const response = await route.fetch({ maxRedirects: 0 });
      script.release();
      await delay(500);
      await route.fulfill({ response });
    });
    await sendButton(page).click();
    // By the page itself: Chromium answers no tool while a document is held.
    await sendButton(page).evaluate((button: HTMLButtonElement) => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => button.click());
      port1.start();
      addEventListener('formdata', () => port2.postMessage(undefined), { once: true });
    });
    await page.clock.runFor(SCRIPT_MS);
    await expect(success(page)).toBeInViewport();
    expect(sent).not.toContain(contactCall);
    expect(stored(site, message)).toHaveLength(1);
  });

  test('on a bad line nothing is lost, and it is stored once', async ({ page, context, site }) => {
    const message = newMessage();
    await open(page);
    await fill(page, message);
    await test.step('the answer is lost after the message was stored', async () => {
      await page.route(`**${contactCall}`, async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      });
      await sendButton(page).click();
      await expect.poll(() => stored(site, message)).toHaveLength(1);
      await expect(page.getByRole('alert')).toHaveText('Submission failed!');
      await page.unrouteAll();
    });
    await test.step('offline: it says so, keeps what was typed, and is sent when the line is back', async () => {
      await page.waitForLoadState('networkidle');
      await context.setOffline(true);
      await sendButton(page).click();
      await expect(page.getByRole('alert')).toHaveText(/^Submission failed! You are offline\./);
      expect(await content(page)).toEqual(message);
      await context.setOffline(false);
      await sendButton(page).click();
      await expect(success(page)).toBeVisible();
    });
    const [row, ...others] = stored(site, message);
    expect(others).toEqual([]);
    expect(mailsAbout(site, row!.id)).toHaveLength(1);
  });

  test('the API refuses: its sentence is shown', async ({ page, site, request }) => {
    const message = newMessage();
    const usedKey = { 'idempotency-key': randomUUID() };
    expect((await request.post(contactCall, { headers: usedKey, data: newMessage() })).status()).toBe(201);
    await page.route(`**${contactCall}`, async (route) => {
      await route.continue({ headers: { ...(await route.request().allHeaders()), ...usedKey } });
    });
    await open(page);
    await fill(page, message);
    await sendButton(page).click();
    await expect(page.getByRole('alert')).toHaveText(
      'This idempotency key was already used for a different request. Use a new key.',
    );
    expect(await content(page)).toEqual(message);
    expect(stored(site, message)).toEqual([]);
  });
});

test.describe('a site of its own, without SMTP', () => {
  let own: Site;
  test.beforeAll(async () => {
    own = await startSite({ remotes: ['mf-marketing'] });
  });
  test.afterAll(() => own.stop());

  test.use({ expectedComplaints: { matching: [/status of (422|429|503)/] } });

  test('the mail is a file; an API that is away, and too many messages, are reported', async ({ page }) => {
    const [first, second] = [newMessage(), newMessage()];
    await open(page, own.url);
    await fill(page, first);
    await sendButton(page).click();
    await expect(success(page)).toBeVisible();
    await expect.poll(() => mailFiles(own.dataDir)).toHaveLength(1);
    const [mail] = await mailFiles(own.dataDir);
    expect(mail!.replyTo).toEqual([{ name: '', address: first.email }]);
    for (const field of fields) expect(mail!.text, field).toContain(first[field]);
    await expect(success(page)).toBeHidden({ timeout: 3 * CLEAR_AFTER_MS });

    await test.step('the API is away: the visitor is told, and sends again when it is back', async () => {
      await fill(page, second);
      await own.stopApi();
      await sendButton(page).click();
      await expect(page.getByRole('alert')).toHaveText(
        'The service cannot be reached at the moment, so nothing was sent. Please try again shortly.',
      );
      expect(await content(page)).toEqual(second);
      await own.startApi();
      await sendButton(page).click();
      await expect(success(page)).toBeVisible();
      expect(stored(own, second)).toHaveLength(1);
      await expect(success(page)).toBeHidden({ timeout: 3 * CLEAR_AFTER_MS });
    });
    await test.step('too many messages from one address are refused with the time to wait', async () => {
      await exhaust(page, contactCall, POSTS_PER_MINUTE);
      await fill(page, newMessage());
      await sendButton(page).click();
      await expect(page.getByRole('alert')).toHaveText(/^Too many requests at once\. Try again in \d+ seconds\.$/);
    });
    await test.step('so are subscriptions in the footer, of which an hour has its number', async () => {
      await exhaust(page, newsletterCalls.subscribe, SIGN_UPS_PER_HOUR);
      const footer = page.getByRole('contentinfo');
      await footer.getByLabel('Enter your Email').fill('one.more@example.com');
      await footer.getByRole('button', { name: 'Subscribe' }).click();
      await expect(footer.getByRole('alert')).toHaveText(/^Too many requests at once\. Try again in \d+ minutes\.$/);
      await expect(footer.getByLabel('Enter your Email')).toHaveValue('one.more@example.com');
    });
  });
});
