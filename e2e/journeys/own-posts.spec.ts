/** Authors keep their posts: from the account and from the post, in two tabs, with script and without. */
import type { Page } from 'playwright/test';
import { loginFor } from '../../shared/contracts/paths.ts';
import { postCalls, type OwnPostSummary } from '../../shared/contracts/posts.ts';
import { AUTHOR_MAX } from '../../shared/rules/limits.ts';
import { expectNoViolations, overflowing, smallTargets } from '../fixtures/accessibility.ts';
import { errorSummary, expectSummary } from '../fixtures/error-summary.ts';
import { hold, loseAnswer } from '../fixtures/held.ts';
import { hydrated, openHydrated } from '../fixtures/hydrated.ts';
import type { Mailbox } from '../fixtures/mailbox.ts';
import { login, newMember, signIn } from '../fixtures/members.ts';
import { ambiguousStyles } from '../fixtures/rule-order.ts';
import { desktop, phone, screens } from '../fixtures/screens.ts';
import { expect, test } from '../fixtures/test.ts';
import { translate } from '../fixtures/translated.ts';
import { newTitle } from '../fixtures/unique.ts';

// Browsers report what is refused on purpose here.
test.use({
  expectedComplaints: { matching: [/status of 4(01|03|04|09|12|29)/, /ApiError/, /ERR_FAILED/, /status of 503/] },
});

const text = (page: Page) => page.getByRole('textbox', { name: 'Content' });
const article = (page: Page) => page.getByRole('article').first();
const save = (page: Page) => page.getByRole('button', { name: 'Save' });

async function publish(page: Page, origin: string, post: object): Promise<number> {
  const response = await page.request.post(postCalls.posts, { data: post, headers: { origin } });
  return ((await response.json()) as { postId: number }).postId;
}

/** Words that a firewall for web applications takes for an attack. */
const UNWANTED = '; DROP TABLE';

/** Answers what has them in place of the site, like such a firewall. */
async function refuseUnwanted(page: Page): Promise<void> {
  const answer = { status: 403, contentType: 'text/html', body: '<h1>Blocked</h1>' };
  await page.route(`**${postCalls.posts}{,/*}`, (route) =>
    route.request().postData()?.includes(UNWANTED) ? route.fulfill(answer) : route.fallback(),
  );
}

async function expectGood(page: Page): Promise<void> {
  await expectNoViolations(page, [desktop, phone]);
  expect(await overflowing(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  expect(await ambiguousStyles(page)).toEqual([]);
  await page.setViewportSize(desktop);
}

test('write, edit, and delete one’s post; visitors see the edit at once and none of the controls', async ({
  page,
  mailbox,
  site,
  withoutScript: reader,
}) => {
  const title = newTitle('Mine');
  await openHydrated(page, '/login?next=%2Fnew');
  await login(page, await newMember(site, mailbox));
  await expect(page).toHaveURL(/\/new$/);
  await expect(page.locator('.ql-editor')).toBeVisible();
  await page.getByLabel('Title').fill(title);
  await refuseUnwanted(page);
  await test.step('a text that a firewall refuses is not sent again after it was changed', async () => {
    await text(page).fill(`The first ${UNWANTED}`);
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByRole('alert')).toContainText('We could not publish the post. Your text is still here.');
    await text(page).fill('The first');
  });
  await test.step('what was published though the answer was lost is changed, not published again', async () => {
    await loseAnswer(page, `**${postCalls.posts}`);
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByRole('alert')).toContainText('We do not know whether the post was published.');
    await text(page).press('Control+End');
    await page.keyboard.type(' version.');
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(page).toHaveURL(/\/post\/\d+$/);
    expect(await (await page.request.get(postCalls.ownPosts)).json()).toHaveLength(1);
  });
  const post = new URL(page.url()).pathname;
  await reader.goto(post);
  await expect(article(reader)).toContainText('The first version.');

  // From the post, which shows its author's controls to the author alone.
  const own = page.getByRole('navigation', { name: 'Your post' });
  await expect(own).toBeVisible();
  await expect(reader.getByRole('navigation', { name: 'Your post' })).toHaveCount(0);
  await own.getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByLabel('Title')).toHaveValue(title);
  await expect(text(page)).toHaveText('The first version.');
  await expectGood(page);
  await expect(page.getByLabel('Author'), 'the name of the account, where a post begins').toHaveValue('Ada Obi');
  await test.step('nor is a text that a firewall refuses saved again after it was changed', async () => {
    await text(page).fill(`The first version. And more ${UNWANTED}.`);
    await save(page).click();
    await expect(page.getByRole('alert')).toContainText('We could not save the post. Your text is still here.');
    await text(page).fill('The first version. And more.');
  });
  await test.step("what was saved though the answer was lost is not taken for another's doing", async () => {
    await loseAnswer(page, `**${postCalls.post(post.split('/').at(-1)!)}`);
    await save(page).click();
    await expect(page.getByRole('alert')).toContainText(
      'We do not know whether the post was saved. Your text is still here.',
    );
    await text(page).press('Control+End');
    await page.keyboard.type(' Still more.');
  });
  await test.step('nor is it after the API could not even be asked for a while', async () => {
    for (const [status, code, told] of [
      [503, 'unavailable', 'We could not save the post. Your text is still here.'],
      [429, 'too-many-requests', 'The site is busy.'],
    ] as const) {
      const problem = { title: 'Busy', status, detail: 'The site is busy.', code };
      const busy = { status, contentType: 'application/problem+json', body: JSON.stringify(problem) };
      await page.route(`**${postCalls.post(post.split('/').at(-1)!)}`, (route) => route.fulfill(busy), { times: 1 });
      await save(page).click();
      await expect(page.getByRole('alert')).toContainText(told);
    }
  });
  await test.step('what is loaded ahead while it is being saved is not taken for the result', async () => {
    const call = `**${postCalls.post(post.split('/').at(-1)!)}`;
    const held = await hold(page, call, 'PUT');
    await save(page).click();
    const cancel = page.getByRole('link', { name: 'Cancel', exact: true });
    const [ahead] = await Promise.all([page.waitForResponse(call), cancel.focus()]);
    await ahead.finished();
    held.release();
    await expect(page).toHaveURL(new RegExp(`${post}$`));
    await expect(article(page)).toContainText('The first version. And more. Still more.');
  });
  await expect(article(page)).toContainText('Edited on');
  await reader.reload();
  await expect(article(reader)).toContainText('The first version. And more. Still more.');
  await expect(article(reader)).toContainText('Ada Obi');
  await expect(article(reader)).toContainText('Edited on');
  // Served to the author with the controls, and not kept.
  const personal = await page.request.get(post);
  expect(await personal.text()).toContain('aria-label="Your post"');
  expect(personal.headers()['cache-control']).toBe('no-store');

  // From the account.
  await openHydrated(page, '/account');
  await expectGood(page);
  await page.getByRole('link', { name: `Delete ${title}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Delete this post?');
  await expectGood(page);
  await page.getByRole('button', { name: 'Delete post' }).click();
  await expect(page.getByRole('status')).toContainText('Your post has been deleted.');
  await expect(page.locator(':focus'), 'where the visitor is').toHaveText('Your post has been deleted.');
  await expect(page.getByText('You have not published a post yet.')).toBeVisible();
  expect((await reader.goto(post))?.status()).toBe(404);
});

test('a post whose answer was lost, and whose page was reloaded then, is changed if it exists', async ({
  page,
  mailbox,
  site,
}) => {
  await openHydrated(page, '/login?next=%2Fnew');
  await login(page, await newMember(site, mailbox));
  const title = newTitle('Reloaded');
  const publish = page.getByRole('button', { name: 'Publish' });
  const own = async () =>
    (await (await page.request.get(postCalls.ownPosts)).json()) as { id: number; title: string }[];
  const publishUnheard = async (words: string) => {
    await expect(page.locator('.ql-editor')).toBeVisible();
    await page.getByLabel('Title').fill(title);
    await text(page).fill(words);
    await loseAnswer(page, `**${postCalls.posts}`);
    await publish.click();
    await expect(page.getByRole('alert')).toContainText('We do not know whether the post was published.');
    await page.reload();
    await expect(text(page)).toHaveText(words);
  };
  await publishUnheard('The first');
  await text(page).fill('The second version.');
  await publish.click();
  await expect(page).toHaveURL(/\/post\/\d+$/);
  await expect(article(page)).toContainText('The second version.');
  expect(await own()).toHaveLength(1);

  await test.step('the next post is another one, in the same tab and after a reload, too', async () => {
    await openHydrated(page, '/new');
    await expect(page.locator('.ql-editor')).toBeVisible();
    await text(page).fill('Of another');
    await page.reload();
    await expect(text(page)).toHaveText('Of another');
    await publishUnheard('Of another');
    expect(await own()).toHaveLength(2);
  });
  await test.step('if it has been deleted since, it is published again', async () => {
    const ids = (await own()).map(({ id }) => id);
    const headers = { origin: site.url, 'if-match': '*' };
    const deleted = await page.request.delete(postCalls.post(Math.max(...ids)), { headers });
    expect(deleted.status()).toBe(204);
    await text(page).fill('Of another, again');
    await publish.click();
    await expect(page).toHaveURL(/\/post\/\d+$/);
    await expect(article(page)).toContainText('Of another, again');
    expect(await own()).toHaveLength(2);
  });
  await test.step('if its draft is discarded, it stays as it is, and what is written then is another', async () => {
    await openHydrated(page, '/new');
    await publishUnheard('Whose draft is discarded');
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await page.getByLabel('Title').fill(title);
    await text(page).fill('Written afterwards');
    await publish.click();
    await expect(page).toHaveURL(/\/post\/\d+$/);
    await expect(article(page)).toContainText('Written afterwards');
    expect(await own()).toHaveLength(4);
  });
  await test.step('if its draft is discarded and brought back, it is changed, after a reload, too', async () => {
    await openHydrated(page, '/new');
    await publishUnheard('Brought back');
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await page.getByRole('button', { name: 'Bring it back' }).click();
    await page.reload();
    await expect(text(page)).toHaveText('Brought back');
    await page.getByRole('button', { name: 'Discard draft' }).click();
    const between = newTitle('In between');
    await page.getByLabel('Title').fill(between);
    await text(page).fill('Written in between');
    await loseAnswer(page, `**${postCalls.posts}`);
    await publish.click();
    await expect(page.getByRole('alert')).toContainText('We do not know whether the post was published.');
    await page.getByRole('button', { name: 'Bring it back' }).click();
    await text(page).fill('Brought back and changed');
    await publish.click();
    await expect(page).toHaveURL(/\/post\/\d+$/);
    await expect(article(page)).toContainText('Brought back and changed');
    expect((await own()).map((post) => post.title)).toEqual([between, ...Array<string>(5).fill(title)]);
  });
});

test('after logging out, or in to another account, in another tab nothing is published by mistake', async ({
  page,
  mailbox,
  site,
}) => {
  const email = await newMember(site, mailbox);
  await signIn(page.request, email, site.url);
  const title = newTitle('Still mine');
  await page.goto('/new');
  await expect(page.locator('.ql-editor')).toBeVisible();
  await page.getByLabel('Title').fill(title);
  await text(page).fill('Long work');
  await test.step('a name that is too long is whole, and the message about it goes once it is right', async () => {
    const author = page.getByLabel('Author');
    await author.fill('');
    await page.keyboard.insertText('n'.repeat(AUTHOR_MAX + 1));
    await page.getByRole('button', { name: 'Publish' }).click();
    await expectSummary(page, ['Author: The author’s name is too long: the limit is 100 characters.']);
    await author.fill('A. Pen-Name');
    await expect(author).not.toHaveAttribute('aria-invalid');
    await expect(errorSummary(page)).toHaveCount(0);
  });
  await signIn(page.request, await newMember(site, mailbox), site.url);
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByRole('alert')).toContainText('You are now logged in to another account.');
  await page.context().clearCookies({ name: 'session' });
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByRole('alert')).toContainText('You are no longer logged in.');
  await expect(text(page)).toHaveText('Long work');

  const logIn = page.getByRole('alert').getByRole('link', { name: 'Log in' });
  await expect(logIn).toHaveAttribute('href', '/login?next=%2Fnew');

  await test.step('a draft is shown to its account alone; what is written before logging in joins it', async () => {
    await page.reload();
    await expect(page.locator('.ql-editor')).toHaveText('');
    await expect(page.getByLabel('Title')).toHaveValue('');
    await text(page).fill('And more');
    await page.getByRole('link', { name: 'with your account' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await login(page, email);
    await expect(page).toHaveURL(/\/new$/);
    await expect(text(page).getByRole('paragraph')).toHaveText(['Long work', 'And more']);
    await expect(page.getByLabel('Title')).toHaveValue(title);
    expect(await page.evaluate(() => localStorage.getItem('draft:new'))).toBeNull();
  });
  await expect(page.getByLabel('Author')).toHaveValue('A. Pen-Name');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page.getByRole('navigation', { name: 'Your post' })).toBeVisible();

  await test.step('what was begun before is the same draft afterwards, and goes once it is published', async () => {
    await page.context().clearCookies({ name: 'session' });
    await page.goto('/new');
    await expect(page.locator('.ql-editor')).toBeVisible();
    await page.getByLabel('Title').fill(newTitle('Begun'));
    await signIn(page.request, email, site.url);
    // As if the page had been left and the browser had kept it for the way back.
    await page.evaluate(() => {
      for (const type of ['pagehide', 'pageshow']) dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
    });
    await expect(page.getByLabel('Author')).toBeVisible();
    await text(page).fill('Written as a member');
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(article(page)).toContainText('Written as a member');
    const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith('draft:'));
    expect(await page.evaluate(drafts)).toEqual([]);
  });
});

test('two tabs: the second one is told, sees the other version, and nothing is lost', async ({
  page,
  mailbox,
  site,
  context,
}) => {
  await signIn(page.request, await newMember(site, mailbox), site.url);
  const title = newTitle('Two tabs');
  const id = await publish(page, site.url, { title, content: '<h2>Head</h2><p>Start</p>' });
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(`/post/${id}/edit`);
    await expect(tab.locator('.ql-editor')).toContainText('Start');
  }
  await text(other).click();
  await other.keyboard.press('Control+End');
  await other.keyboard.type(' of the other tab');
  await save(other).click();
  await expect(other).toHaveURL(/\/post\/\d+$/);

  await text(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' of this tab');
  await save(page).click();
  const conflict = page.getByRole('region', { name: 'This post has changed since you opened it' });
  await expect(page.getByRole('heading', { name: 'This post has changed since you opened it' })).toBeFocused();
  await conflict.getByText('See the other version').click();
  await expect(conflict).toContainText('Start of the other tab');
  await expect(text(page)).toContainText('Start of this tab');
  await expectGood(page);
  await test.step('what was typed can be copied, if the browser allows it, translated or not', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(() => {
      const clipboard: Partial<Clipboard> = navigator.clipboard;
      clipboard.write = () => {
        delete clipboard.write;
        return Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError'));
      };
    });
    const [copy, told] = [conflict.getByRole('button', { name: 'Copy mine' }), conflict.locator('p[role=status]')];
    await copy.click();
    await expect(told).toHaveText(/^Your browser will not let this page copy text\./);
    await translate(page);
    await copy.click();
    await expect(told).toHaveText('Your version has been copied.');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^Two tabs.*Start of this tab/s);
  });
  // What was typed outlives the page, and so does the version that it replaces.
  await page.reload();
  await expect(text(page)).toContainText('Start of this tab');
  await save(page).click();
  await expect(conflict).toBeVisible();
  await conflict.getByRole('button', { name: 'Use the other version' }).click();
  await expect(text(page)).toContainText('Start of the other tab');
  await expect(text(page)).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(text(page)).toContainText('Start of this tab');
  await save(page).click();
  await expect(page).toHaveURL(/\/post\/\d+$/);
  await expect(article(page)).toContainText('Start of this tab');
  await expect(article(page).getByRole('heading', { level: 2 })).toHaveText('Head');

  await test.step('nor deleted unseen: the page that asks says so, and asks about the post as it is now', async () => {
    await page.goto(`/post/${id}/delete`);
    const data = { title: newTitle('Changed'), content: '<p>Later</p>' };
    await other.request.put(postCalls.post(id), { data, headers: { origin: site.url, 'if-match': '*' } });
    await page.getByRole('button', { name: 'Delete post' }).click();
    await expect(page.locator(':focus'), 'it is read out').toContainText('This is the post as it is now. Delete it?');
    await expect(page.getByRole('main')).toContainText(data.title);
  });
});

test.describe('a draft of a post that has changed since', () => {
  /** @returns the page for editing, whose draft is of the version before */
  async function leaveDraft(page: Page, mailbox: Mailbox, origin: string): Promise<string> {
    await signIn(page.request, await newMember({ url: origin }, mailbox), origin);
    const title = newTitle('Draft');
    const id = await publish(page, origin, { title, content: '<p>First</p>' });
    const edit = `/post/${id}/edit`;
    await page.goto(edit);
    await expect(page.locator('.ql-editor')).toHaveText('First');
    await text(page).fill('Of the draft');
    await expect(page.getByText(/^Draft saved, /)).toBeVisible();
    const data = { title, content: '<p>Second</p>' };
    await page.request.put(postCalls.post(id), { data, headers: { origin, 'if-match': '*' } });
    return edit;
  }

  test('gives way to the post as it is now, which can be saved', async ({ page, mailbox, site }) => {
    await page.goto(await leaveDraft(page, mailbox, site.url));
    await expect(page.locator('.ql-editor')).toHaveText('Of the draft');
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await expect(text(page)).toHaveText('Second');
    await page.getByRole('button', { name: 'Bring it back' }).click();
    await expect(text(page)).toHaveText('Of the draft');
    await save(page).click();
    await expect(page.getByRole('heading', { name: 'This post has changed since you opened it' })).toBeFocused();
    await page.reload();
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await text(page).press('Control+End');
    await page.keyboard.type(' and third');
    await save(page).click();
    await expect(article(page)).toContainText('Second and third');
  });

  test('does not take the place of what is typed before the editor arrives', async ({ page, mailbox, site }) => {
    const edit = await leaveDraft(page, mailbox, site.url);
    const held = await hold(page, /\/editor-[^/]*\.js$/);
    await openHydrated(page, edit);
    await text(page).fill('Second, typed early');
    held.release();
    await expect(page.locator('.ql-editor')).toHaveText('Second, typed early');
    await expect(page.getByRole('status')).toContainText('is not shown, because you had begun to type.');
    await page.getByRole('button', { name: 'Bring it back' }).click();
    await expect(text(page)).toHaveText('Of the draft');
    await text(page).press('Control+z');
    await expect(text(page)).toHaveText('Second, typed early');
  });
});

test('a post that is deleted by then can be made a new one', async ({ page, mailbox, site, withoutScript }) => {
  const email = await newMember(site, mailbox);
  const title = newTitle('Deleted');
  for (const [tab, typed] of [
    [page, text(page)],
    [withoutScript, text(withoutScript)],
  ] as const) {
    await signIn(tab.request, email, site.url);
    const id = await publish(tab, site.url, { title, content: '<p>Start</p>', author: 'A. Pen-Name' });
    await tab.goto(`/post/${id}/edit`);
    if (tab === page) await expect(page.locator('.ql-editor')).toContainText('Start');
    await typed.fill('Long work');
    await tab.request.delete(postCalls.post(id), { headers: { origin: site.url, 'if-match': '*' } });
    await save(tab).click();
    await expect(tab.getByRole('alert')).toContainText('There is no post at this address.');
    await tab.getByRole('button', { name: 'Make it a new post' }).click();
    await expect(tab).toHaveURL(/\/new$/);
    await expect(tab.getByLabel('Title')).toHaveValue(title);
    await expect(tab.getByLabel('Author')).toHaveValue('A. Pen-Name');
  }
  await expect(text(page)).toHaveText('Long work');
  await expect(text(withoutScript)).toHaveValue('Long work');
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, viewport: screens[0].viewport });

  test('a post is edited and deleted; a conflict and the end of a session keep what was typed', async ({
    page,
    mailbox,
    site,
  }) => {
    const email = await newMember(site, mailbox);
    await signIn(page.request, email, site.url);
    const title = newTitle('Plain');
    const id = await publish(page, site.url, { title, content: '<p>One</p><p>Two</p>' });
    await page.goto(`/post/${id}`);
    await page.getByRole('link', { name: 'Edit' }).click();
    await expect(text(page)).toHaveValue('One\n\nTwo');
    const version = page.locator('input[name=version]');
    const seen = await version.inputValue();
    const headers = { origin: site.url, 'if-match': seen };
    const data = { title, content: '<p>Elsewhere</p>' };
    expect((await page.request.put(postCalls.post(id), { data, headers })).status()).toBe(200);
    await text(page).fill('One\n\nThree <b>');
    await save(page).click();
    await expect(page.getByText('This post has changed since you opened it')).toBeInViewport();
    await page.getByText('See the other version').click();
    await expect(page.getByText('Elsewhere')).toBeVisible();
    await expect(text(page)).toHaveValue('One\n\nThree <b>');
    await save(page).click();
    await expect(page).toHaveURL(new RegExp(`/post/${id}$`));
    await expect(article(page)).toContainText('Three <b>');

    // A visitor whose session has ended keeps what was typed, too.
    await page.goto(`/post/${id}/edit`);
    await page.getByLabel('Title').fill(`${title} again`);
    await page.context().clearCookies({ name: 'session' });
    await save(page).click();
    await expect(page.getByLabel('Title')).toHaveValue(`${title} again`);
    await expect(page.getByRole('alert')).toContainText('Log in first.');
    await expect(page.getByRole('alert')).toBeInViewport();
    expect((await page.request.get(postCalls.ownPosts)).status()).toBe(401);

    // And publishes nothing without being told.
    await signIn(page.request, email, site.url);
    for (const path of ['/new', '/apy']) {
      await page.goto(path);
      await page.getByLabel('Title').fill(`${title} again`);
      await text(page).fill('Long work');
      await page.context().clearCookies({ name: 'session' });
      await page.getByRole('button', { name: /Publish|Add post/ }).click();
      await expect(page.getByRole('alert')).toContainText('You are no longer logged in.');
      await expect(text(page)).toHaveValue('Long work');
      await expect(page.getByRole('alert').getByRole('link')).toHaveAttribute('href', loginFor(path));
      await signIn(page.request, email, site.url);
    }
    // What was typed there is in the page alone, so the way to the login leaves it open.
    await expect(page.getByRole('link', { name: 'Log in (opens a new tab)' })).toHaveAttribute('target', '_blank');
    await page.getByRole('button', { name: 'Add post' }).click();
    await expect(page.getByRole('status')).toContainText('Your post is in the list.');

    await page.goto(`/post/${id}/delete`);
    await page.getByRole('button', { name: 'Delete post' }).click();
    await expect(page.getByRole('status')).toContainText('Your post has been deleted.');
    await expect(page.getByRole('status')).toBeInViewport();
    expect((await page.goto(`/post/${id}`))?.status()).toBe(404);
  });
});

test('strangers are told what is needed, and learn nothing else', async ({ page, mailbox, site }) => {
  await signIn(page.request, await newMember(site, mailbox), site.url);
  const id = await publish(page, site.url, { title: newTitle('Closed'), content: '<p>Secret of none</p>' });
  const [mine] = (await (await page.request.get(postCalls.ownPosts)).json()) as OwnPostSummary[];
  expect(mine!.id).toBe(id);
  await page.context().clearCookies();
  for (const [path, heading] of [
    [`/post/${id}/edit`, 'Edit post'],
    [`/post/${id}/delete`, 'Delete this post?'],
  ] as const) {
    expect((await page.goto(path))?.status()).toBe(401);
    await hydrated(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page.getByRole('main').getByRole('link', { name: 'Log in' })).toHaveAttribute(
      'href',
      `/login?next=${encodeURIComponent(path)}`,
    );
    await expectGood(page);
  }
  await signIn(page.request, await newMember(site, mailbox), site.url);
  expect((await page.goto(`/post/${id}/edit`))?.status()).toBe(404);
  await expect(page.getByRole('main')).toContainText('This post is not one of yours');
});
