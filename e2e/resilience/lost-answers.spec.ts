/** The API does what a form asks for, and its answer is lost on the way: no page says that it was not done. */
import { createHash } from 'node:crypto';
import type { APIRequestContext } from 'playwright/test';
import { pdf } from '../../api/test/support/documents.ts';
import { accountCalls, accountLinks } from '../../shared/contracts/account.ts';
import { applicationCall } from '../../shared/contracts/careers.ts';
import { contactCall } from '../../shared/contracts/contact.ts';
import { moderationCalls } from '../../shared/contracts/moderation.ts';
import { postCalls } from '../../shared/contracts/posts.ts';
import { rowsOf } from '../fixtures/database.ts';
import { openLine, type Line } from '../fixtures/line.ts';
import { hydrated } from '../fixtures/hydrated.ts';
import { newMember, PASSWORD, signIn } from '../fixtures/members.ts';
import { testOn } from '../fixtures/own-site.ts';
import { expect } from '../fixtures/test.ts';
import { newMark } from '../fixtures/unique.ts';
import { startSite, type Site } from '../../tooling/site/start-site.ts';

let site: Site | undefined;
let line: Line;
const test = testOn(() => site);

test.beforeAll(async ({ mailbox }) => {
  line = await openLine(() => site && `http://localhost:${site.api()!.port}`);
  site = await startSite({
    remotes: ['mf-auth', 'mf-blog', 'mf-careers', 'mf-marketing'],
    env: { SMTP_URL: mailbox.url },
    shellEnv: { API_URL: line.url },
  });
});
test.afterEach(() => line.loseAnswersOf(undefined));
test.afterAll(async () => {
  await site?.stop();
  await line.close();
});

/** Sends a page's form like a browser without script, and loses the API's answer. @param call of the API */
async function sendAndLose(client: APIRequestContext, path: string, call: string, form: Record<string, string>) {
  line.loseAnswersOf(new RegExp(call));
  const answer = await client.post(path, { form, headers: { origin: site!.url, accept: 'text/html' } });
  line.loseAnswersOf(undefined);
  return answer;
}

const OTHER_PASSWORD = 'four yellow shuttles';

for (const { form, call, sent, text, more } of [
  {
    form: 'password',
    call: accountCalls.changePassword,
    sent: { current: PASSWORD, password: OTHER_PASSWORD },
    text: 'We do not know whether your password has been changed.',
    more: 'If it has, you get an email about it.',
  },
  {
    form: 'others',
    call: accountCalls.endOtherSessions,
    sent: {},
    text: 'We do not know whether you are still logged in elsewhere.',
    more: 'Open your account again in a moment to see where you are logged in.',
  },
]) {
  test(`the account's form "${form}"`, async ({ request, mailbox }) => {
    const email = await newMember(site!, mailbox);
    await signIn(request, email, site!.url);
    const answer = await sendAndLose(request, '/account', call, { form, ...sent });
    const html = await answer.text();
    expect([answer.status(), html]).toEqual([503, expect.stringContaining(text)]);
    expect(html).toContain(more);
    expect(html).toContain('Open your account again');
    if (form !== 'password') return;
    await mailbox.waitFor((each) => each.to?.[0]?.address === email && /was changed/.test(each.subject ?? ''));
  });
}

test('the deletion of the account', async ({ request, mailbox }) => {
  const email = await newMember(site!, mailbox);
  await signIn(request, email, site!.url);
  const form = { form: 'deletion', password: PASSWORD };
  const answer = await sendAndLose(request, '/account', accountCalls.deleteAccount, form);
  expect(await answer.text()).toContain('We do not know whether your account has been deleted.');
  await mailbox.waitFor((each) => each.to?.[0]?.address === email && /was deleted/.test(each.subject ?? ''));
});

test('logging out', async ({ request, mailbox }) => {
  await signIn(request, await newMember(site!, mailbox), site!.url);
  const answer = await sendAndLose(request, accountLinks.logout, accountLinks.logout, {});
  expect(await answer.text()).toContain('We do not know whether you are logged out.');
});

test('coming back from the identity provider', async ({ request }) => {
  line.loseAnswersOf(new RegExp(accountLinks.providerCallback));
  const answer = await request.get(`${accountLinks.providerCallback}?code=x&state=y`, {
    headers: { accept: 'text/html' },
  });
  expect(await answer.text()).toContain('We do not know whether signing in with Google has worked.');
});

const postsOf = (title: string) => rowsOf(site!.dataDir, 'select id from posts where title = ?', title);
const anyPostCall = new RegExp(`${postCalls.add}|${postCalls.posts}`);

for (const { path, button, lost, arrived } of [
  {
    path: '/apy',
    button: 'Add post',
    lost: 'We do not know whether the post was added. Your text is still here; trying again does not add it twice.',
    arrived: /\/apy\?sent/,
  },
  {
    path: '/new',
    button: 'Publish',
    lost: 'We do not know whether the post was published. Your text is still here; trying again does not publish it twice.',
    arrived: /\/post\/\d+$/,
  },
]) {
  test.describe(`a new post, ${path}`, () => {
    test.use({ expectedComplaints: { matching: [/status of 503|net::ERR_FAILED/] } });
    const content = 'Woven.\n\n  Twice “as” wide — <b>& so on</b>\n';

    test('without script', async ({ withoutScript: page }) => {
      const title = `Lost on the way ${newMark()}`;
      await page.goto(path);
      await page.getByLabel('Title').fill(title);
      await page.getByLabel('Content').fill(content);
      for (const attempt of ['first', 'second']) {
        line.loseAnswersOf(anyPostCall);
        await page.getByRole('button', { name: button }).first().click();
        await expect(page.getByText(lost), attempt).toBeVisible();
        line.loseAnswersOf(undefined);
      }
      await page.getByRole('button', { name: button }).first().click();
      await expect(page).toHaveURL(arrived);
      expect(postsOf(title)).toHaveLength(1);
    });

    test('sent again by the script, which came late', async ({ page }) => {
      const title = `Lost on the way ${newMark()}`;
      let isAway = true;
      await page.route(/\.js$/, (route) => (isAway ? route.abort() : route.continue()));
      // The page that answers may ask for its script at once.
      page.on('request', (request) => request.method() === 'POST' && (isAway = false));
      await page.goto(path);
      await page.getByLabel('Title').fill(title);
      await page.getByLabel('Content').fill(content);
      line.loseAnswersOf(anyPostCall);
      await page.getByRole('button', { name: button }).first().click();
      await expect(page.getByText(lost)).toBeVisible();
      line.loseAnswersOf(undefined);
      await hydrated(page);
      if (path === '/new') await expect(page.locator('.ql-editor')).toBeVisible();
      await page.getByRole('button', { name: button }).first().click();
      if (path === '/new') await expect(page).toHaveURL(arrived);
      else await expect(page.getByText('Your post is in the list.')).toBeVisible();
      expect(postsOf(title)).toHaveLength(1);
    });

    test('changed before it is sent again, it is another one; a foreign key is ignored', async ({ request }) => {
      const title = `Lost on the way ${newMark()}`;
      const html = await (await sendAndLose(request, path, '/api/', { title, content })).text();
      const attempt = /name="attempt" value="([^"]+)"/.exec(html)![1]!;
      const send = (form: Record<string, string>) =>
        request.post(path, { form: { title, content, ...form }, headers: { origin: site!.url }, maxRedirects: 0 });
      expect((await send({ attempt })).status()).toBe(303);
      expect(postsOf(title)).toHaveLength(1);
      expect((await send({ attempt, content: 'Unwoven.' })).status()).toBe(303);
      expect(postsOf(title)).toHaveLength(2);
      for (const odd of ['\ud800é', 'a'.repeat(9e3)]) expect((await send({ attempt: odd })).status(), odd).toBe(303);
      expect(postsOf(title)).toHaveLength(4);

      // Even with the key of another visitor's attempt, which nobody can guess, nothing of that is touched or told.
      const others = createHash('sha256')
        .update(JSON.stringify({ title, content: 'Mine.', author: '' }))
        .digest('hex');
      const forged = await send({ content: 'Mine.', attempt: `${attempt.split('.')[0]}.${others}` });
      expect([forged.status(), await forged.text()]).toEqual([422, expect.stringContaining('Use a new key.')]);
      expect(postsOf(title)).toHaveLength(4);
    });
  });
}

test.describe('a message and an application, which are their own key', () => {
  test.use({ expectedComplaints: { matching: [/status of 503/] } });

  test('are stored once without script, though they are sent again', async ({ withoutScript: page }) => {
    const email = `twice.${newMark()}@nwosu.example`;
    const main = page.getByRole('main');
    const rows = (table: string) => rowsOf(site!.dataDir, `select id from ${table} where email = ?`, email);
    await test.step('a message', async () => {
      await page.goto('/contact');
      const typed = { 'Full Name': 'Ada Obi', 'Company Name': 'Obi', Phone: '08031234567', Message: 'One.\nTwo.' };
      for (const [label, value] of Object.entries({ ...typed, Email: email }))
        await main.getByLabel(label, { exact: true }).fill(value);
      const send = main.getByRole('button', { name: 'Send Message' });
      line.loseAnswersOf(new RegExp(contactCall));
      await send.click();
      await expect(page.getByText('Submission failed!')).toBeVisible();
      line.loseAnswersOf(undefined);
      await send.click();
      await expect(page.getByText('Form submitted successfully!')).toBeVisible();
      expect(rows('contact_messages')).toHaveLength(1);
    });
    await test.step('an application', async () => {
      await page.goto('/career');
      await main.getByLabel('Role', { exact: true }).selectOption({ label: 'React developer' });
      for (const [label, value] of Object.entries({ 'First name': 'Ada', 'Last name': 'Obi', Phone: '08031234567' }))
        await main.getByLabel(label).fill(value);
      await main.getByLabel('Email', { exact: true }).fill(email);
      const send = main.getByRole('button', { name: 'Submit', exact: true });
      const cv = { name: 'CV.pdf', mimeType: 'application/pdf', buffer: pdf(40_000) };
      await main.locator('input[name=cv]').setInputFiles(cv);
      line.loseAnswersOf(new RegExp(applicationCall));
      await send.click();
      await expect(page.getByText('so what you sent may have arrived.')).toBeVisible();
      line.loseAnswersOf(undefined);
      await page.goBack();
      await main.locator('input[name=cv]').setInputFiles(cv);
      await send.click();
      await expect(page).toHaveURL(/\/career\?received=/);
      expect(rows('applications')).toHaveLength(1);
    });
  });
});

test('a report', async ({ request }) => {
  const details = `Copied from elsewhere ${newMark()}`;
  const call = moderationCalls.reports(1);
  const answer = await sendAndLose(request, '/post/1/report', call, { reason: 'spam', details });
  const html = await answer.text();
  expect(html).toContain('We do not know whether your report has arrived.');
  expect(html, 'what was written is still there').toContain(details);
  expect(rowsOf(site!.dataDir, 'select id from post_reports where details = ?', details)).toHaveLength(1);
});
