/** The API does what a form asks for, and its answer is lost on the way: no page says that it was not done. */
import type { APIRequestContext } from 'playwright/test';
import { accountCalls, accountLinks } from '../../shared/contracts/account.ts';
import { moderationCalls } from '../../shared/contracts/moderation.ts';
import { postCalls } from '../../shared/contracts/posts.ts';
import { rowsOf } from '../fixtures/database.ts';
import { openLine, type Line } from '../fixtures/line.ts';
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
    remotes: ['mf-auth', 'mf-blog'],
    env: { SMTP_URL: mailbox.url },
    shellEnv: { API_URL: line.url },
  });
});
test.afterEach(() => line.loseAnswersOf(undefined));
test.afterAll(async () => {
  await site?.stop();
  await line.close();
});

/** Sends a page's form as a browser without script does, and loses the API's answer. @param call of the API */
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

test('a new post', async ({ request }) => {
  const title = `Lost on the way ${newMark()}`;
  const answer = await sendAndLose(request, '/apy', postCalls.add, { title, content: 'Woven.' });
  expect(await answer.text()).toContain('We do not know whether the post was added.');
  expect(rowsOf(site!.dataDir, 'select id from posts where title = ?', title)).toHaveLength(1);
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
