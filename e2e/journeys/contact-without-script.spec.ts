/** The contact form of a browser without script: a plain form that is answered with a page. */
import type { Page } from 'playwright/test';
import { rowsOf } from '../fixtures/database.ts';
import { screens } from '../fixtures/screens.ts';
import { expectLeadsTo, expectSummary } from '../fixtures/error-summary.ts';
import { expect, test } from '../fixtures/test.ts';
import { newEmail } from '../fixtures/unique.ts';

test.use({
  javaScriptEnabled: false,
  viewport: screens[0].viewport,
  expectedComplaints: { matching: [/status of (422|503)/] },
});

const newMessage = () => ({
  'Full Name': 'Adaeze Nwosu',
  'Company Name': 'Nwosu Cold Chain & Söhne',
  Email: newEmail('plain'),
  Phone: '08031234567',
  Message: 'An ordering site for two depots.\nForty products — and <b>no</b> markup.',
});

async function send(page: Page, values: Record<string, string>): Promise<number> {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value);
  const answer = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.getByRole('button', { name: 'Send Message' }).click();
  return (await answer).status();
}

const stored = (dataDir: string, { Email }: { Email: string }) =>
  rowsOf(dataDir, 'select full_name, subject, phone, message from contact_messages where email = ?', Email);

test('a message arrives as it was written, and the page says so', async ({ page, site }) => {
  const message = newMessage();
  await page.goto('/contact');
  expect(await send(page, message)).toBe(303);
  await expect(page.getByRole('status')).toHaveText('Form submitted successfully!');
  await expect(page.getByRole('status')).toBeInViewport();
  await expect(page.getByLabel('Full Name')).toHaveValue('');
  const row = {
    full_name: message['Full Name'],
    subject: message['Company Name'],
    phone: message.Phone,
    message: message.Message,
  };
  expect(stored(site.dataDir, message)).toEqual([row]);

  // Back, and sent once more: it is still one message.
  await page.goto('/contact');
  expect(await send(page, message)).toBe(303);
  expect(stored(site.dataDir, message)).toEqual([row]);
});

test('what only programs fill in is refused with the reason, and a person sends once more', async ({
  page,
  site,
  request,
}) => {
  const message = newMessage();
  await page.goto('/contact');
  const trap = page.getByRole('main').getByLabel('Leave this empty');
  await expect(trap).toBeHidden();
  await trap.evaluate((input: HTMLInputElement) => {
    input.value = 'https://pills.example';
  });
  expect(await send(page, message)).toBe(422);
  await expect(page.getByRole('alert')).toContainText('A hidden field was filled in');
  await expect(page.getByRole('alert')).toBeInViewport();
  expect(stored(site.dataDir, message)).toEqual([]);

  await expect(trap).toHaveValue('');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByRole('status')).toHaveText('Form submitted successfully!');
  expect(stored(site.dataDir, message)).toHaveLength(1);

  const form = { email: message.Email, website: 'https://pills.example' };
  const answer = await request.post('/newsletter', { form, headers: { origin: site.url } });
  expect(answer.status()).toBe(422);
  expect(rowsOf(site.dataDir, 'select 1 from subscribers where email = ?', message.Email)).toEqual([]);
});

test('refused with the words beside the field, and what was typed, until all is right', async ({ page, site }) => {
  const valid = newMessage();
  let message: typeof valid = { ...valid, 'Company Name': '  ', Email: 'adaeze@nwosu', Phone: '0700123' };
  await page.goto('/contact');
  for (const [label, text] of [
    ['Company Name', 'field must not be empty'],
    ['Email', 'invalid Email'],
    ['Phone', 'invalid phone number'],
  ] as const) {
    expect(await send(page, message)).toBe(422);
    await expect(page.getByRole('alert')).toHaveText(text);
    const field = page.getByLabel(label, { exact: true });
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(new RegExp(`${text}$`));
    // The browser alone brings the visitor to the summary, and its links bring them to the fields.
    await expectSummary(page, [`${label}: ${text}`]);
    await expectLeadsTo(page, `${label}: ${text}`, field);
    await expect(page).toHaveTitle('Error: Contact Portloom');
    for (const [name, value] of Object.entries(message))
      await expect(page.getByLabel(name, { exact: true })).toHaveValue(value);
    expect(stored(site.dataDir, message)).toEqual([]);
    message = { ...message, [label]: valid[label] };
  }
  expect(await send(page, message)).toBe(303);
  expect(stored(site.dataDir, message)).toHaveLength(1);
});

test('the service that was chosen is in the message', async ({ page }) => {
  await page.goto('/getInTouch?service=backend');
  await page.getByRole('link', { name: 'Write to us' }).click();
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('Backend Development\n\n');
});

test('the API is away: the page says so and keeps what was typed', async ({ page, site }) => {
  const message = newMessage();
  await page.goto('/contact');
  await site.stopApi();
  try {
    expect(await send(page, message)).toBe(503);
    await expect(page.getByRole('alert')).toHaveText(
      'The service cannot be reached at the moment, so nothing was sent. Please try again shortly.',
    );
    await expect(page.getByRole('alert')).toBeInViewport();
    await expect(page.getByLabel('Message', { exact: true })).toHaveValue(message.Message);
  } finally {
    await site.startApi();
  }
});
