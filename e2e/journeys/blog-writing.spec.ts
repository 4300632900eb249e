/** A visitor writes a post: in the editor, or as plain text without script; with interruptions and refusals. */
import type { Locator } from 'playwright/test';
import { postCalls, type PostSummary } from '../../shared/contracts/posts.ts';
import { CONTENT_MAX, TITLE_MAX } from '../../shared/rules/limits.ts';
import { startSite, type Site } from '../../tooling/site/start-site.ts';
import { article, draftOf, openEditor, paste, publish, publishedContent, text, tool } from '../fixtures/editor.ts';
import { drawn } from '../fixtures/frames.ts';
import { hold } from '../fixtures/held.ts';
import { errorSummary, expectLeadsTo, expectSummary } from '../fixtures/error-summary.ts';
import { openHydrated } from '../fixtures/hydrated.ts';
import { login, newMember } from '../fixtures/members.ts';
import { desktop, screens } from '../fixtures/screens.ts';
import { expect, test } from '../fixtures/test.ts';
import { translate } from '../fixtures/translated.ts';
import { newTitle } from '../fixtures/unique.ts';

test('type, format, publish; readers without script see it right', async ({ page, withoutScript: reader }) => {
  const title = newTitle('Formatted');
  await openEditor(page);
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Title').press('Enter');
  await expect(text(page)).toBeFocused();
  await tool(page, 'Heading').click();
  await expect(tool(page, 'Heading')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.type('The tower goes quiet\n');
  await page.keyboard.type('It should say ');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('what it does');
  await page.keyboard.press('Control+b');
  await page.keyboard.type(', and see here');
  for (let letter = 0; letter < 'here'.length; letter += 1) await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('Control+k');
  await page.getByLabel('Link address').fill('example.com');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await tool(page, 'Bulleted list').click();
  await page.keyboard.type('One\n');
  await page.keyboard.press('Control+]');
  await page.keyboard.type('Below one\n');
  await tool(page, 'Indent').click();
  await page.keyboard.type('Deepest\n');
  await tool(page, 'Outdent').click();
  await page.keyboard.press('Control+[');
  await page.keyboard.type('Two\n\n');
  await tool(page, 'Numbered list').click();
  await page.keyboard.type('First\n\n');
  await tool(page, 'Quote').click();
  await page.keyboard.type('Said\n');
  await tool(page, 'Quote').click();
  await tool(page, 'Code block').click();
  await page.keyboard.type('if (a < b) {');
  await publish(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);

  const content = await publishedContent(page);
  expect(content).toContain('<h2>The tower goes quiet</h2>');
  expect(content).toContain(
    'It should say <strong>what it does</strong>, and see <a href="https://example.com" rel="ugc nofollow noopener">here</a>',
  );
  expect(content).toContain('<ul><li>One<ul><li>Below one<ul><li>Deepest</li></ul></li></ul></li><li>Two</li></ul>');
  expect(content).toMatch(/<ol>\s*<li>First<\/li>\s*<\/ol>/);
  expect(content).toContain('<blockquote>Said</blockquote>');
  expect(content).toContain('if (a &lt; b) {');
  expect(content).not.toMatch(/data-list|ql-|&nbsp;/);

  await reader.goto(new URL(page.url()).pathname);
  await expect(article(reader).getByRole('heading', { level: 2, name: 'The tower goes quiet' })).toBeVisible();
  await expect(
    article(reader)
      .getByRole('listitem')
      .filter({ hasText: /^Deepest$/ }),
  ).toBeVisible();
  await expect(article(reader).getByRole('link', { name: 'here' })).toHaveAttribute('href', 'https://example.com');
});

test('a tool that is pressed after words is on for the next ones, and off when it is pressed again', async ({
  page,
}) => {
  await openEditor(page);
  await text(page).click();
  await page.keyboard.type('plain ');
  const bold = tool(page, 'Bold');
  await bold.click();
  await expect(bold).toHaveAttribute('aria-pressed', 'true');
  await bold.click();
  await expect(bold).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('ControlOrMeta+b');
  await expect(bold).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.type('bold');
  await expect(text(page).getByRole('strong')).toHaveText('bold');
});

test('a link that may not be is refused where it is typed; one leads elsewhere as a whole', async ({ page }) => {
  await openEditor(page);
  await text(page).click();
  await tool(page, 'Link').click();
  const url = page.getByLabel('Link address');
  // mf-blog/src/features/writing/editor/link-url.test.ts proves which URLs are allowed.
  await url.fill('javascript:alert(1)');
  await url.press('Enter');
  await expect(url).toHaveAccessibleDescription('Use an http, https, mailto or tel address.');
  await expect(url).toHaveAttribute('aria-invalid', 'true');
  await url.fill('me@example.com');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(text(page).getByRole('link')).toHaveAttribute('href', 'mailto:me@example.com');
  await page.keyboard.type(' goes on');
  await expect(text(page), 'the cursor is behind the link').toHaveText('mailto:me@example.com goes on');

  await test.step('even where a word in it is bold', async () => {
    await text(page).fill('');
    await paste(page, '<p>See <a href="https://a.example/">one <b>two</b> three</a></p>');
    await text(page).getByText('two').click();
    await tool(page, 'Link').click();
    await expect(url).toHaveValue('https://a.example/');
    await url.fill('https://b.example/');
    await url.press('Enter');
    await expect(text(page).getByRole('link')).toHaveText(['one ', 'two', ' three']);
    for (const link of await text(page).getByRole('link').all())
      await expect(link).toHaveAttribute('href', 'https://b.example/');
    await tool(page, 'Link').click();
    await page.getByRole('button', { name: 'Remove' }).click();
    await expect(text(page).getByRole('link')).toHaveCount(0);
  });
});

test('a double click makes one post, and nothing is written while it is on its way', async ({ page }) => {
  const title = newTitle('Slow');
  await openEditor(page);
  await page.getByLabel('Title').fill(title);
  await text(page).fill('All of it');
  const held = await hold(page, `**${postCalls.posts}`);
  // Translated or not, the page goes on.
  await translate(page);
  await publish(page).dblclick();
  await expect(page.getByRole('button', { name: 'Publishing...' })).toBeVisible();
  const editor = page.locator('.ql-editor');
  const { x, y } = (await editor.boundingBox())!;
  await page.mouse.click(x + 60, y + 60);
  await page.keyboard.type(' and more');
  await expect(editor).toHaveText('All of it');
  held.release();
  expect(await publishedContent(page)).toBe('<p>All of it</p>');
  const posts = (await (await page.request.get(postCalls.posts)).json()) as PostSummary[];
  expect(posts.filter((post) => post.title === title)).toHaveLength(1);
  expect(await draftOf(page)).toBeNull();
});

test('a visitor who leaves while a post is on its way is not led to it, and its draft goes anyway', async ({
  page,
}) => {
  await test.step('even while the other page is on its way', async () => {
    await openEditor(page);
    await page.getByLabel('Title').fill(newTitle('On the way'));
    await expect(page.getByText(/^Draft saved, /)).toBeVisible();
    const post = await hold(page, `**${postCalls.posts}`, 'POST');
    const entry = await hold(page, /mf-marketing.*remoteEntry/);
    await publish(page).click();
    await page.getByRole('banner').getByRole('link', { name: 'Contact Us' }).click();
    await expect(page.getByText('Loading...')).toBeAttached();
    post.release();
    await expect.poll(() => draftOf(page)).toBeNull();
    entry.release();
    await expect(page).toHaveURL(/\/contact$/);
    await page.unrouteAll();
  });

  await openEditor(page);
  await page.getByLabel('Title').fill(newTitle('Left behind'));
  await expect(page.getByText(/^Draft saved, /)).toBeVisible();
  const held = await hold(page, `**${postCalls.posts}`, 'POST');
  await publish(page).click();
  await page.getByRole('banner').getByRole('link', { name: 'Contact Us' }).click();
  const message = page.getByRole('main').getByLabel('Message');
  await message.fill('Begun elsewhere');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  held.release();
  await expect.poll(() => draftOf(page)).toBeNull();
  // Whatever a way to the post would ask for has been asked for before this.
  await drawn(page);
  await page.evaluate(() => fetch('/robots.txt').then((answer) => answer.text()));
  await expect.poll(() => asked).toContain('/robots.txt');
  expect(asked.filter((path) => /\/blogs\/posts\/|\/remotes\/mf-blog\//.test(path))).toEqual([]);
  await expect(message).toHaveValue('Begun elsewhere');
});

test('the tools are used by keyboard, and the Tab key leaves the text', async ({ page }) => {
  await openEditor(page);
  await text(page).click();
  await page.keyboard.type('word');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Alt+F10');
  await expect(tool(page, 'Heading')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(tool(page, 'Bold')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(text(page).getByRole('strong')).toHaveText('word');
  await expect(text(page)).toBeFocused();
  await test.step('the keys that undo and redo name do so', async () => {
    for (const [name, count] of [
      ['Undo', 0],
      ['Redo', 1],
    ] as const) {
      await page.keyboard.press((await tool(page, name).getAttribute('aria-keyshortcuts'))!);
      await expect(text(page).getByRole('strong')).toHaveCount(count);
    }
  });
  await page.keyboard.press('Tab');
  await expect(text(page)).not.toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(text(page)).toBeFocused();

  await test.step('the line that is being written does not go behind the tools', async () => {
    for (const width of [390, 900]) {
      await page.setViewportSize({ width, height: 500 });
      await page.keyboard.press('Control+End');
      for (let line = 0; line < 20; line++) await page.keyboard.press('Enter');
      for (let line = 0; line < 15; line++) await page.keyboard.press('ArrowUp');
      const tools = (await page.getByRole('toolbar', { name: 'Formatting' }).boundingBox())!;
      const line = await page.evaluate(() => (getSelection()!.focusNode as Element).getBoundingClientRect().top);
      expect(line, `${width} px`).toBeGreaterThanOrEqual(tools.y + tools.height);
    }
  });
  await test.step('where colours are forced, which leaves out shadows, what has the focus is outlined', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    const outlines = (of: Locator) =>
      of.evaluate((field) =>
        [field, field.closest('div:has([role=toolbar])')]
          .filter((element) => element !== null)
          .map((element) => getComputedStyle(element).outlineStyle),
      );
    expect(await outlines(text(page))).toContain('solid');
    await page.getByLabel('Title').focus();
    expect(await outlines(page.getByLabel('Title'))).toContain('solid');
  });
  await test.step('and a tool that is on does not look like the others', async () => {
    const bold = tool(page, 'Bold');
    const colour = () => bold.evaluate((button) => getComputedStyle(button).color);
    const off = await colour();
    // In the bold word.
    await text(page).focus();
    await expect(bold).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(colour).not.toBe(off);
  });
});

test("the policy 'default' and the editor are loaded for writing, and nowhere else", async ({ page }) => {
  const policy = () =>
    page.evaluate(
      () =>
        (globalThis as unknown as { trustedTypes: { defaultPolicy: { name: string } | null } }).trustedTypes
          .defaultPolicy?.name,
    );
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await openHydrated(page, '/blogs');
  expect(await policy()).toBeUndefined();
  expect(loaded.filter((url) => url.includes('/editor-'))).toEqual([]);
  await page.getByRole('link', { name: 'Write a post' }).click();
  await expect(page.locator('.ql-editor')).toBeVisible();
  expect(await policy()).toBe('default');
  const written = await page.evaluate(() => {
    const element = document.createElement('div');
    element.innerHTML = '<b>kept</b><form>words</form><iframe src="/"></iframe>';
    return element.innerHTML;
  });
  expect(written).toBe('<b>kept</b>words');
});

test('no title and a text that is too long: both say so where they stand, until they are right', async ({ page }) => {
  await openEditor(page);
  await text(page).fill('x'.repeat(CONTENT_MAX));
  await publish(page).click();
  const [noTitle, tooLong] = ['A post needs a title.', 'The content is too long: the limit is 200,000 characters.'];
  await expectSummary(page, [`Title: ${noTitle}`, `Content: ${tooLong}`]);
  const title = page.getByLabel('Title');
  await expect(title).toHaveAccessibleDescription(noTitle);
  await expect(text(page)).toHaveAccessibleDescription(tooLong);
  await expect(text(page)).toHaveAttribute('aria-invalid', 'true');
  await text(page).fill('Short');
  await expect(text(page)).toHaveAccessibleDescription('');
  await expectLeadsTo(page, `Title: ${noTitle}`, title);
  await page.keyboard.type('N');
  await expect(title).not.toHaveAttribute('aria-invalid');
  await expect(page.getByText(noTitle)).toHaveCount(0);
  await expect(errorSummary(page)).toHaveCount(0);
  await title.fill('');
  await expect(title, 'until it is sent again').not.toHaveAttribute('aria-invalid');
  await title.fill(newTitle('Now'));
  await publish(page).click();
  await expect(page).toHaveURL(/\/post\/\d+$/);
});

test('without the editor a title alone may be published, and is one line however it was pasted', async ({ page }) => {
  const title = newTitle('Alone');
  await hold(page, /\/editor-[^/]*\.js$/);
  await openHydrated(page, '/new');
  await publish(page).click();
  await expectSummary(page, ['Title: A post needs a title.']);
  await test.step('one that is too long is not cut off, and says so', async () => {
    await page.getByLabel('Title').focus();
    await page.keyboard.insertText('t'.repeat(TITLE_MAX + 1));
    await publish(page).click();
    await expectSummary(page, ['Title: The title is too long: the limit is 200 characters.']);
  });
  await page.getByLabel('Title').fill(title.replace(' ', '\n'));
  await expect(errorSummary(page)).toHaveCount(0);
  await publish(page).click();
  expect(await publishedContent(page)).toBe('');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
});

test.describe('without script', () => {
  test.use({
    javaScriptEnabled: false,
    viewport: screens[0].viewport,
    expectedComplaints: { matching: [/status of 422/] },
  });

  test('/new publishes plain text, and keeps what was typed until then', async ({ page }) => {
    const title = newTitle('Plain');
    await page.goto('/new');
    await page.getByLabel('Content').fill('First <b>line</b>\nsecond\n\nNew paragraph');
    await publish(page).click();
    await expectSummary(page, ['Title: A post needs a title.']);
    await expect(page).toHaveTitle('Error: New post | Portloom');
    await expect(page.getByLabel('Title')).toHaveAccessibleDescription('A post needs a title.');
    await expect(page.getByLabel('Content')).toHaveValue('First <b>line</b>\nsecond\n\nNew paragraph');
    await page.getByLabel('Title').fill(title);
    await publish(page).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(article(page)).toContainText('First <b>line</b>');
    await expect(article(page).getByText('New paragraph', { exact: true })).toBeVisible();
  });

  test('/write hands its text to /new', async ({ page }) => {
    await page.goto('/write');
    await page.getByLabel('Text').fill('Begun elsewhere');
    await page.getByRole('button', { name: 'Continue to publishing' }).click();
    await expect(page).toHaveURL(/\/new$/);
    await expect(page.getByLabel('Content')).toHaveValue('Begun elsewhere');
    await expect(page).toHaveTitle('New post | Portloom');
  });

  test('/apy adds a post, and shows it beside the form', async ({ page }) => {
    await page.setViewportSize(desktop);
    const title = newTitle('Simple');
    await page.goto('/apy');
    await page.getByLabel('Title').fill(title);
    await page.getByLabel('Content').fill('One\nTwo');
    await page.getByRole('button', { name: 'Add post' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Your post is in the list.' })).toBeInViewport();
    await expect(page.getByRole('heading', { name: title })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('article').first()).toContainText(title);
    await expect(page.getByLabel('Title')).toHaveValue('');
  });
});

test.describe('when members alone may publish', () => {
  let own: Site;
  test.beforeAll(async ({ mailbox }) => {
    own = await startSite({
      remotes: ['mf-blog', 'mf-auth'],
      env: { POSTING: 'members', SMTP_URL: mailbox.url },
    });
  });
  test.afterAll(() => own.stop());
  test.use({ expectedComplaints: { matching: [/status of (401|502|503)/, /^ApiError: /, /ERR_/] } });

  test('the text stays, whether the API is away or refuses it, and logging in leads back to it', async ({
    page,
    mailbox,
  }) => {
    const email = await newMember(own, mailbox);
    const title = newTitle('Of a member');
    await openEditor(page, `${own.url}/new`);
    await page.getByLabel('Title').fill(title);
    await text(page).fill('Long work');
    await own.stopApi();
    await publish(page).click();
    await expect(page.getByRole('alert')).toContainText('We could not publish the post. Your text is still here.');
    await expect(publish(page), 'the button was disabled meanwhile').toBeFocused();
    await own.startApi();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('alert')).toContainText('Only members may publish posts on this site.');
    await expect(text(page)).toHaveText('Long work');

    await page.getByRole('alert').getByRole('link', { name: 'Log in' }).click();
    await login(page, email);
    await expect(page).toHaveURL(`${own.url}/new`);
    await expect(page.locator('.ql-editor')).toHaveText('Long work');
    await publish(page).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  });
});
