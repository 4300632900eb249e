/** What is kept of a post while it is written, and what happens to it when its author leaves. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Dialog, Page } from 'playwright/test';
import { postCalls, type PostSummary } from '../../shared/contracts/posts.ts';
import { draftOf, IMAGE_URL, imageOf, openEditor, publish, publishedContent, text } from '../fixtures/editor.ts';
import { hold } from '../fixtures/held.ts';
import { openEmpty } from '../fixtures/empty-page.ts';
import { openHydrated } from '../fixtures/hydrated.ts';
import { newMember, signIn } from '../fixtures/members.ts';
import { desktop, phone } from '../fixtures/screens.ts';
import { stopTime } from '../fixtures/stopped-time.ts';
import { expect, test } from '../fixtures/test.ts';
import { translate } from '../fixtures/translated.ts';
import { newTitle } from '../fixtures/unique.ts';

test.describe('drafts', () => {
  test('are restored after a reload, and can be discarded and brought back', async ({ page }) => {
    await openEditor(page);
    await page.getByLabel('Title').fill('Half a title');
    await text(page).fill('Half a thought');
    await page.reload();
    await expect(text(page)).toHaveText('Half a thought');
    await expect(page.getByLabel('Title')).toHaveValue('Half a title');
    await expect(page.getByText('3 words')).toBeVisible();
    await translate(page);
    // The second press of a double click must not bring it back.
    await page.getByRole('button', { name: 'Discard draft' }).dblclick();
    await expect(text(page)).toHaveText('');
    await expect(page.getByText('The draft has been discarded.'), 'translated or not').toBeVisible();
    await expect(page.getByText('0 words')).toBeVisible();
    await expect(page.getByLabel('Title')).toHaveValue('');
    expect(await draftOf(page)).toBeNull();
    await page.getByRole('button', { name: 'Bring it back' }).click();
    await expect(text(page)).toHaveText('Half a thought');
    await expect(page.getByLabel('Title')).toHaveValue('Half a title');
  });

  test.describe('in a browser of another language', () => {
    test.use({ locale: 'ar-EG' });

    test('say when they were saved as the rest of the page would', async ({ page }) => {
      await openEditor(page);
      await text(page).fill('Half a thought');
      await expect(page.getByText(/^Draft saved, \d\d:\d\d$/)).toBeVisible();
      await page.reload();
      await expect(page.getByText(/from \d{1,2} [A-Z][a-z]+ \d{4} at \d\d:\d\d is back\./)).toBeVisible();
    });
  });

  test('say when they were saved last, translated or not', async ({ page }) => {
    await page.clock.install();
    await openEditor(page);
    const note = page.locator('main span').filter({ hasText: /^Draft saved, \S/ });
    await text(page).fill('Half a thought');
    await expect(note).toBeVisible();
    await translate(page);
    const before = await note.innerText();
    await page.clock.fastForward('02:00');
    await text(page).fill('Half a thought, and more');
    await expect(note).not.toHaveText(before);
  });

  test.describe('whose answer was lost', () => {
    test.use({
      expectedComplaints: { matching: [/ERR_CONNECTION_RESET/, /^ApiError: .*(Failed to fetch|status 200)/] },
    });

    test('are published once, though the page was reloaded before trying again', async ({ page }) => {
      const title = newTitle('Sent twice');
      await openEditor(page);
      await page.getByLabel('Title').fill(title);
      await text(page).fill('Written once');
      await test.step("another's page came in place of the answer", async () => {
        const login = { contentType: 'text/html', body: '<h1>Log in to this network</h1>' };
        await page.route(`**${postCalls.posts}`, (route) => route.fulfill(login));
        await publish(page).click();
        await expect(page.getByRole('alert')).toContainText('We do not know whether the post was published.');
        await expect(text(page)).toHaveText('Written once');
        await page.unrouteAll();
      });
      await page.route(`**${postCalls.posts}`, async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      });
      await publish(page).click();
      await expect(page.getByRole('alert')).toContainText('We do not know whether the post was published.');
      await page.unrouteAll();
      await page.reload();
      await expect(text(page)).toHaveText('Written once');
      await publish(page).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      const posts = (await (await page.request.get(postCalls.posts)).json()) as PostSummary[];
      expect(posts.filter((post) => post.title === title)).toHaveLength(1);
    });
  });

  test('are saved while the page is open, so a crash costs seconds', async ({ page, context, site }) => {
    await openEditor(page);
    await text(page).fill('Nearly lost');
    await expect(page.getByText(/^Draft saved, /)).toBeVisible();
    const crashed = page.waitForEvent('crash');
    void page.goto('chrome://crash').catch(() => {});
    await crashed;
    const again = await context.newPage();
    await openEditor(again, `${site.url}/new`);
    await expect(text(again)).toHaveText('Nearly lost');
  });

  test('of /write are carried to /new, after what waits there', async ({ page }) => {
    await openEditor(page);
    await page.getByLabel('Title').fill('Waiting');
    await text(page).fill('From new');
    await openEditor(page, '/write');
    await expect(text(page), 'each editor has its own').toHaveText('');
    await text(page).fill('From write');
    await page.getByRole('button', { name: 'Continue to publishing' }).click();
    await expect(page).toHaveURL(/\/new$/);
    await expect(page.getByLabel('Title')).toHaveValue('Waiting');
    await expect(text(page).getByRole('paragraph')).toHaveText(['From new', 'From write']);
    expect(await draftOf(page, 'write')).toBeNull();
  });

  // mf-blog/src/features/writing/draft/draft.test.ts proves how drafts are read.
  test('that cannot be read are left out or set aside, and a picture goes on its way again', async ({ page }) => {
    const keep = (draft: string) => page.evaluate((text) => localStorage.setItem('draft:new', text), draft);
    await test.step('in part', async () => {
      await openEmpty(page);
      const image = `data:image/png;base64,${await imageOf(page)}`;
      const ops = [{ insert: { video: '/a.mp4' } }, { insert: { image } }, { insert: 'Still here\n' }];
      await keep(JSON.stringify({ title: 'Kept', ops, savedAt: 1e300 }));
      await openEditor(page);
      await expect(page.locator('.ql-editor')).toHaveText('Still here');
      await expect(page.getByLabel('Title')).toHaveValue('Kept');
      await expect(page.getByText('Your draft is back, except for parts that could not be read.')).toBeVisible();
      await expect(text(page).getByRole('img', { includeHidden: true })).toHaveAttribute('src', IMAGE_URL);
    });
    await test.step('at all', async () => {
      await openEmpty(page);
      await keep('{"title":"Cut');
      await openEditor(page);
      await expect(page.locator('.ql-editor')).toHaveText('');
      await text(page).fill('A new one');
      await expect(page.getByText(/^Draft saved, /)).toBeVisible();
      expect(await draftOf(page)).toContain('A new one');
      expect(await draftOf(page, 'new:unreadable')).toBe('{"title":"Cut');
    });
  });

  test('of two tabs do not overwrite each other: the second is told', async ({ page, context, site }) => {
    await openEditor(page);
    const second = await context.newPage();
    await openEditor(second, `${site.url}/new`);
    await text(page).fill('Of the first tab');
    await expect(page.getByText(/^Draft saved, /)).toBeVisible();
    await text(second).fill('Of the second tab');
    await expect(second.getByRole('alert')).toContainText('Another tab has its own draft open.');
    expect(await draftOf(page)).toContain('Of the first tab');

    await second.getByLabel('Title').fill(newTitle('Second'));
    await publish(second).click();
    expect(await publishedContent(second)).toBe('<p>Of the second tab</p>');
    await page.reload();
    await expect(text(page), 'publishing in one tab leaves the other its draft').toHaveText('Of the first tab');
  });

  test('in a browser that keeps nothing: the text is carried on anyway, and leaving asks', async ({ page }) => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('Full', 'QuotaExceededError');
      };
    });
    await openEditor(page, '/write');
    await text(page).fill('Nowhere but here');
    await expect(page.getByRole('alert')).toContainText('This browser cannot keep drafts');
    await page.getByRole('button', { name: 'Continue to publishing' }).click();
    await expect(page).toHaveURL(/\/new$/);
    await expect(text(page)).toHaveText('Nowhere but here');
    await page.getByRole('banner').getByRole('link', { name: 'Career' }).click();
    await expect(page.getByRole('dialog', { name: 'Leave this page?' })).toBeVisible();
  });

  test('in a browser that keeps nothing: saving is not tried with every key', async ({ page }) => {
    await page.clock.install();
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        (globalThis as { tried?: number }).tried = ((globalThis as { tried?: number }).tried ?? 0) + 1;
        throw new DOMException('Full', 'QuotaExceededError');
      };
    });
    await openEditor(page);
    await stopTime(page);
    const tried = () => page.evaluate(() => (globalThis as { tried?: number }).tried ?? 0);
    await text(page).fill('Begun');
    await page.clock.runFor(61_000);
    const before = await tried();
    for (let key = 0; key < 10; key += 1) {
      await page.keyboard.type('x');
      await page.clock.runFor(100);
    }
    expect((await tried()) - before).toBeLessThanOrEqual(1);
    await page.clock.runFor(3_000);
    expect((await tried()) - before).toBe(1);
  });

  test('what is typed before the editor arrives goes on in it', async ({ page }) => {
    const held = await hold(page, /\/editor-[^/]*\.js$/);
    await openHydrated(page, '/new');
    await text(page).pressSequentially('Early <b>bird</b>');
    held.release();
    await expect(page.locator('.ql-editor')).toHaveText('Early <b>bird</b>');
    await expect(page.locator('.ql-editor')).toBeFocused();
    await page.keyboard.type('!');
    await expect(page.locator('.ql-editor')).toContainText('!');
  });

  test('what is typed before the script arrives is saved, too', async ({ page }) => {
    const held = await hold(page, /\.js$/);
    await page.goto('/new', { waitUntil: 'commit' });
    await page.getByLabel('Title').fill('Before the script');
    held.release();
    await expect(page.locator('.ql-editor')).toBeVisible();
    await expect(page.getByText(/^Draft saved, /)).toBeVisible();
    expect(await draftOf(page)).toContain('Before the script');
  });

  test('no key is lost while the editor takes over, and the cursor stays where it was', async ({ page }) => {
    const held = await hold(page, /\/editor-[^/]*\.js$/);
    await openHydrated(page, '/new');
    await text(page).fill('before after');
    for (const _ of ' after') await page.keyboard.press('ArrowLeft');
    await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 4 });
    let isThere = false;
    const arrival = page
      .locator('.ql-editor')
      .waitFor()
      .then(() => (isThere = true));
    const typed: Promise<void>[] = [];
    let words = '';
    held.release();
    // Writers do not wait for the page to be done with a key before pressing the next one. At most eight keys are
    // pending: a queue without end would leave a slow page no moment for anything else.
    for (let left = 50; left > 0; left -= isThere ? 1 : 0) {
      const character = typed.length % 3 === 0 ? ' ' : 'x';
      words += character;
      typed.push(page.keyboard.insertText(character));
      await typed.at(-8);
      await delay(10);
    }
    await Promise.all([arrival, ...typed]);
    await expect(page.locator('.ql-editor')).toHaveText(`before${words} after`);
  });

  test('a word that an input method is composing is finished before the editor takes over', async ({ page }) => {
    const held = await hold(page, /\/editor-[^/]*\.js$/);
    await openHydrated(page, '/new');
    await text(page).focus();
    const session = await page.context().newCDPSession(page);
    const compose = (word: string) =>
      session.send('Input.imeSetComposition', { text: word, selectionStart: word.length, selectionEnd: word.length });
    await compose('に');
    const arrived = page.waitForResponse(/\/editor-[^/]*\.js$/);
    held.release();
    await (await arrived).finished();
    // For as long as the editor needs to come when nothing is being composed: a moment.
    for (const word of ['にh', 'にほ', 'にほn', 'にほん']) {
      await delay(100);
      await compose(word);
    }
    await expect(page.locator('.ql-editor')).toHaveCount(0);
    await session.send('Input.insertText', { text: '日本' });
    await expect(page.locator('.ql-editor')).toHaveText('日本');
    await page.keyboard.type('!');
    await expect(page.locator('.ql-editor')).toHaveText('日本!');
  });
});

test.describe('leaving with words that are not saved', () => {
  const leave = (page: Page) => page.getByRole('dialog', { name: 'Leave this page?' });

  test('asks, whether by a link, by going back or by closing, but not where nothing is written', async ({ page }) => {
    await openHydrated(page, '/blogs');
    await page.getByRole('link', { name: 'Write a post' }).click();
    await expect(page.locator('.ql-editor')).toBeVisible();
    await page.getByRole('banner').getByRole('link', { name: 'Career' }).click();
    await expect(page, 'nothing is written').toHaveURL(/\/career$/);
    await page.goBack();
    await expect(page.locator('.ql-editor')).toBeVisible();
    await text(page).pressSequentially('Unsaved');
    const asked = page.waitForEvent('dialog');
    void page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await expect(text(page)).toHaveText('Unsaved');
    await page.getByRole('banner').getByRole('link', { name: 'Career' }).click();
    await leave(page).getByRole('button', { name: 'Stay' }).click();
    await expect(leave(page)).toBeHidden();
    await expect(text(page)).toHaveText('Unsaved');

    await test.step('but not before going back to where the page was entered', async () => {
      await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
      await expect(page).toHaveURL(/#content$/);
      await text(page).fill('Unsaved again');
      await page.goBack();
      await expect(page).toHaveURL(/\/new$/);
      await expect(leave(page)).toBeHidden();
    });

    await page.getByLabel('Title').fill('Untold');
    await page.evaluate(() => history.back());
    await leave(page).getByRole('button', { name: 'Leave' }).click();
    await expect(page).toHaveURL(/\/blogs$/);
    await page.goForward();
    await expect(text(page), 'kept anyway').toHaveText('Unsaved again');
    await expect(page.getByLabel('Title')).toHaveValue('Untold');
  });

  test('asks before logging out, too; who stays can log out later', async ({ page, site, mailbox }) => {
    await signIn(page.request, await newMember(site, mailbox), site.url);
    // Otherwise the words would be saved after three seconds.
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('Full', 'QuotaExceededError');
      };
    });
    await openEditor(page);
    await text(page).pressSequentially('Unsaved');
    const logOut = page.getByRole('banner').getByRole('button', { name: 'Log out' });
    const asked: Dialog[] = [];
    page.on('dialog', (dialog) => asked.push(dialog));
    for (const answer of ['dismiss', 'accept'] as const) {
      await logOut.click({ noWaitAfter: true });
      await expect.poll(() => asked.length, answer).toBe(1);
      await asked.pop()![answer]();
    }
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  });

  test.describe('without the editor', () => {
    test.use({ expectedComplaints: { matching: [/ERR_FAILED/, /^TypeError: /] } });

    test('asks too; on a phone what is said about that leaves the window to the text', async ({ page }) => {
      await page.route(/\/editor-[^/]*\.js$/, (route) => route.abort());
      await page.goto('/new');
      const message = page.getByText('The formatting tools did not load.');
      await expect(message).toBeVisible();
      await page.setViewportSize(phone);
      await text(page).fill('Plain\n'.repeat(40));
      await text(page).press('Control+End');
      await page.keyboard.type('End');
      await expect(message).not.toBeInViewport();
      await page.setViewportSize(desktop);
      await page.getByRole('banner').getByRole('link', { name: 'Career' }).click();
      await expect(leave(page)).toBeVisible();
    });
  });
});
