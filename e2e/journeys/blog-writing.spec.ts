/** A visitor writes a post: in the editor, or as plain text without script; with images, interruptions and refusals. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Locator, Page } from 'playwright/test';
import { postCalls, type Post, type PostSummary } from '../../shared/contracts/posts.ts';
import { CONTENT_MAX } from '../../shared/rules/limits.ts';
import { startSite, type Site } from '../../tooling/site/start-site.ts';
import { drawn } from '../fixtures/frames.ts';
import { hold } from '../fixtures/held.ts';
import { errorSummary, expectLeadsTo, expectSummary } from '../fixtures/error-summary.ts';
import { openEmpty } from '../fixtures/empty-page.ts';
import { openHydrated } from '../fixtures/hydrated.ts';
import { login, newMember } from '../fixtures/members.ts';
import { desktop, phone, screens } from '../fixtures/screens.ts';
import { stopTime } from '../fixtures/stopped-time.ts';
import { expect, test } from '../fixtures/test.ts';
import { translate } from '../fixtures/translated.ts';
import { newTitle } from '../fixtures/unique.ts';

const text = (page: Page) => page.getByRole('textbox', { name: /^(Content|Text)$/ });
const tool = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true });
const publish = (page: Page) => page.getByRole('button', { name: 'Publish' });
const article = (page: Page) => page.getByRole('article').first();

/** Opens an editor's page and waits for the editor. */
async function openEditor(page: Page, url = '/new'): Promise<void> {
  await page.goto(url);
  await expect(page.locator('.ql-editor')).toBeVisible();
}

async function publishedContent(page: Page): Promise<string> {
  await expect(page).toHaveURL(/\/post\/\d+$/);
  const id = page.url().split('/').at(-1)!;
  return ((await (await page.request.get(postCalls.post(id))).json()) as Post).content;
}

/** Pastes HTML as if it had been copied elsewhere. */
async function paste(page: Page, html: string): Promise<void> {
  await text(page).evaluate((editor, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', pasted);
    clipboardData.setData('text/plain', 'plain');
    editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, html);
}

/** A picture's bytes, base64. */
const imageOf = (page: Page, width = 40) =>
  page.evaluate((pixels) => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: pixels, height: 30 });
    canvas.getContext('2d')!.fillRect(5, 5, 20, 20);
    return canvas.toDataURL('image/png').split(',')[1]!;
  }, width);

async function drop(page: Page, file: { name: string; type: string; base64: string }): Promise<void> {
  await text(page).evaluate((editor, { name, type, base64 }) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))], name, { type }));
    editor.scrollIntoView({ block: 'center' });
    const { left, top, width, height } = editor.getBoundingClientRect();
    const middle = { clientX: left + width / 2, clientY: top + height / 2 };
    editor.dispatchEvent(new DragEvent('drop', { dataTransfer, ...middle, bubbles: true, cancelable: true }));
  }, file);
}

/** URL of a stored picture. */
const IMAGE_URL = /^\/api\/blogs\/images\//;

const draftOf = (page: Page, name = 'new') => page.evaluate((key) => localStorage.getItem(key), `draft:${name}`);

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

test.describe('pasting', () => {
  // The browser reports pasted attributes that the policy blocks.
  test.use({ expectedComplaints: { matching: [/^Applying inline style/, /^policy: style-src/] } });

  test('what comes from a word processor becomes clean text; an online editor uses styles alone', async ({ page }) => {
    await openEditor(page);
    await page.getByLabel('Title').fill(newTitle('Pasted'));
    await text(page).click();
    await paste(
      page,
      `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><style>
        @list l0:level1 {mso-level-number-format:bullet;} p.MsoNormal {font-family:"Times New Roman"}</style></head><body>
        <h1 style='color:#2F5496'>Report</h1><p class=MsoNormal><b><span style='font-size:18pt;color:red'>Bold</span></b> and <i>plain</i><o:p></o:p></p>
        <p class=MsoListParagraph style='text-indent:-18pt;mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp;</span></span>Item one</p>
        <p class=MsoListParagraph style='text-indent:-18pt;mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·</span>Item two</p>
        <p><a href="javascript:alert(1)">bad</a> <a href="https://example.com/">good</a></p></body></html>`,
    );
    await expect(text(page).getByRole('link', { name: 'bad' })).toHaveAttribute('href', 'about:blank');
    await text(page).press('Control+End');
    await page.keyboard.press('Enter');
    await paste(
      page,
      `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1f"><p dir="ltr" style="line-height:1.38;"><span
        style="font-weight:400;font-style:normal;text-decoration:none;">Plain </span><span style="font-size:11pt;font-weight:700;">bold</span><span
        style="font-weight:400;font-style:italic;"> slanted </span><span style="text-decoration:line-through;">gone</span> <a
        href="https://example.com/" style="text-decoration:none;"><span style="color:#1155cc;text-decoration:underline;">link</span></a></p>
        <ul><li dir="ltr" aria-level="1"><p role="presentation">Item</p></li><ul><li aria-level="2"><p role="presentation">Below</p></li></ul></ul></b>`,
    );
    await text(page).press('Control+End');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await paste(page, '<p>\u3000織る。\u3000 <b>織り</b>\u3000 \u00a0 布</p>\n\u3000\n<p> Un\u202fmot\u2009! </p>');
    await text(page).press('Control+End');
    await page.keyboard.press('Enter');
    await paste(
      page,
      `<table><thead><tr><th>Warp</th><th>Weft</th></tr></thead><tbody><tr><td>12</td><td>14</td></tr></tbody></table>
        <figure><img src="/favicon.svg" alt="A loom"><figcaption>In the mill</figcaption></figure>
        <p>Call \u202a+234 803 123 4567\u202c</p><pre>let a = 1;</pre>`,
    );
    await test.step('code begins on the left, as in the post, also in a text from right to left', async () => {
      await text(page).press('Control+Home');
      await page.keyboard.type('مرحبا ');
      const [first, last] = await text(page)
        .locator('.ql-code-block')
        .evaluate((line) =>
          [0, 9].map((at) => {
            const letter = document.createRange();
            letter.setStart(line.firstChild!, at);
            letter.setEnd(line.firstChild!, at + 1);
            return letter.getBoundingClientRect().left;
          }),
        );
      expect(first).toBeLessThan(last!);
    });
    await publish(page).click();
    const content = await publishedContent(page);
    expect(content).toContain('<h2>مرحبا Report</h2>');
    expect(content).toContain('<strong>Bold</strong> and <em>plain</em>');
    expect(content).toMatch(/<ul>\s*<li>Item one<\/li>\s*<li>Item two<\/li>\s*<\/ul>/);
    expect(content).toContain('<a href="about:blank" rel="ugc nofollow noopener">bad</a>');
    expect(content).not.toMatch(/style|class|Mso|span|·/);
    expect(content).toContain(
      '<p>Plain <strong>bold</strong><em> slanted </em><s>gone</s> <a href="https://example.com/" rel="ugc nofollow noopener">link</a></p>',
    );
    expect(content).toContain('<ul><li>Item<ul><li>Below</li></ul></li></ul>');
    expect(content, 'wide and narrow spaces stay').toMatch(
      /<p>\u3000織る。\u3000 <strong>織り<\/strong>\u3000 +布<\/p><p>Un\u202fmot\u2009!<\/p>/,
    );
    // There are no tables and captions here, but their words stay apart.
    expect(content).toMatch(
      /<p>Warp<\/p><p>Weft<\/p><p>12<\/p><p>14<\/p><p><img [^>]*alt="A loom"[^>]*><\/p><p>In the mill<\/p><p>Call \+234 803 123 4567<\/p>/,
    );
  });
});

test.describe('a picture', () => {
  test.use({ expectedComplaints: { matching: [/status of 4\d\d/] } });

  test('becomes a file, which is no step to undo; is refused with the reason; is described', async ({ page }) => {
    await openEditor(page);
    const pasted = text(page).getByRole('img', { name: 'Pasted' });
    await test.step('pasted within a text', async () => {
      const empty = await text(page).innerHTML();
      const image = `<img alt="Pasted" src="data:image/png;base64,${await imageOf(page)}">`;
      await paste(page, `<p>Before</p>${image}<p>After</p>`);
      await expect(pasted).toHaveAttribute('src', IMAGE_URL);
      await tool(page, 'Undo').click();
      expect(await text(page).innerHTML()).toBe(empty);
      await tool(page, 'Redo').click();
      await expect(pasted).toHaveAttribute('src', IMAGE_URL);
    });
    await test.step('refused: it says why, and the text goes on', async () => {
      const drawing = btoa('<svg xmlns="http://www.w3.org/2000/svg"/>');
      await drop(page, { name: 'drawing.svg', type: 'image/svg+xml', base64: drawing });
      await expect(page.getByRole('alert')).toContainText('drawing.svg was not added.');
      await expect(page.getByRole('alert')).toContainText('PNG, JPEG, GIF or WebP');
      await page.getByRole('button', { name: 'Dismiss' }).click();
      const held = await hold(page, `**${postCalls.images}`);
      await drop(page, { name: 'false.png', type: 'image/png', base64: btoa('<html>') });
      await page.getByRole('button', { name: 'Cancel uploading false.png' }).focus();
      held.release();
      await expect(page.getByRole('alert')).toContainText('false.png was not added.');
      await expect(text(page), 'the button that had the focus is gone').toBeFocused();
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await expect(text(page).getByRole('img')).toHaveCount(1);
    });
    await test.step('left behind by a word processor: its place is blank, and it says why', async () => {
      await paste(page, '<p>Figure</p><p><img src="file:///C:/Users/ada/clip_image001.png" alt="A > B"></p>');
      await expect(page.getByRole('alert')).toContainText('Pasted picture was not added.');
      await expect(text(page).getByRole('img', { name: 'A > B' })).toHaveAttribute('src', '//:0');
      await page.getByRole('button', { name: 'Dismiss' }).click();
    });
    await test.step('dropped, and described', async () => {
      await drop(page, { name: 'cloth.png', type: 'image/png', base64: await imageOf(page) });
      const question = page.getByRole('dialog', { name: 'Picture' });
      await question.getByLabel('What does the picture show?').fill('A checked cloth');
      await page.keyboard.press('Enter');
      await expect(text(page).getByRole('img', { name: 'A checked cloth' })).toHaveAttribute('src', IMAGE_URL);
    });
    await test.step('the text goes on behind it', async () => {
      await page.keyboard.type('Behind');
      const described = text(page).getByRole('img', { name: 'A checked cloth' });
      expect(await described.evaluate((image) => image.nextSibling?.textContent)).toMatch(/^Behind/);
    });
    await test.step('no letter of a title that is being written gets into the description', async () => {
      const held = await hold(page, `**${postCalls.images}`);
      await drop(page, { name: 'more.png', type: 'image/png', base64: await imageOf(page) });
      await page.getByLabel('Title').fill('A title');
      held.release();
      await expect(page.getByRole('dialog', { name: 'Picture' })).toBeVisible();
      await expect(page.getByLabel('Title')).toBeFocused();
      await page.getByRole('button', { name: 'Remove picture' }).click();
    });

    await page.getByLabel('Title').fill(newTitle('Picture'));
    await publish(page).click();
    const content = await publishedContent(page);
    expect(content).not.toMatch(/data:|B"/);
    const shown = article(page).getByRole('img', { name: 'A checked cloth' });
    await expect(shown).toBeVisible();
    expect(await shown.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(40);
    const file = await page.request.get((await shown.getAttribute('src'))!);
    expect(file.headers()['content-type']).toBe('image/webp');
  });
});

/** Pastes pictures as files. */
async function pasteImages(page: Page, base64s: string[]): Promise<void> {
  await text(page).evaluate((editor, images) => {
    const clipboardData = new DataTransfer();
    for (const base64 of images) {
      clipboardData.items.add(
        new File([Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))], 'a.png', { type: 'image/png' }),
      );
    }
    editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, base64s);
}

test('pictures that arrive within code stand below it; Enter that ends a composed word is none', async ({ page }) => {
  await openEditor(page);
  await text(page).click();
  await page.keyboard.type('```let a;\nlet b;');
  await page.keyboard.press('Home');
  await pasteImages(page, [await imageOf(page), await imageOf(page, 60)]);
  const question = page.getByRole('dialog', { name: 'Picture' }).getByLabel('What does the picture show?');
  await question.focus();
  const session = await page.context().newCDPSession(page);
  await session.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 };
  await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter });
  await session.send('Input.insertText', { text: '日' });
  await expect(question).toHaveValue('日');
  await question.press('Enter');
  await expect(question).toHaveValue('');
  await question.press('Escape');
  await page.getByLabel('Title').fill(newTitle('Code'));
  await publish(page).click();
  expect(await publishedContent(page)).toMatch(
    /^<pre>\s*let a;\nlet b;\s*<\/pre><p><img [^>]*alt="日" width="40"[^>]*><img [^>]*width="60"[^>]*><\/p>$/,
  );
});

test('pictures of a pasted text go one after the other; one that is stuck can be given up', async ({ page }) => {
  await openEditor(page);
  await text(page).click();
  const held = await hold(page, `**${postCalls.images}`);
  const images = await Promise.all([40, 50, 60].map((width) => imageOf(page, width)));
  await paste(page, images.map((base64) => `<p><img src="data:image/png;base64,${base64}"></p>`).join(''));
  const cancel = page.getByRole('button', { name: 'Cancel uploading Pasted picture' });
  await expect(page.getByText('Uploading Pasted picture')).toHaveCount(3);
  await expect.poll(() => held.asked.length).toBe(1);
  await expect(cancel).toHaveCount(3);
  await cancel.nth(1).click();
  await expect(cancel).toHaveCount(2);
  await expect(text(page)).toBeFocused();
  await cancel.first().click();
  await expect.poll(() => held.asked.length).toBe(2);
  held.release();
  await expect(cancel).toHaveCount(0);
  await expect(text(page).getByRole('img', { includeHidden: true })).toHaveAttribute('src', IMAGE_URL);
  expect(held.asked).toHaveLength(2);
  await expect(text(page).getByRole('img', { includeHidden: true })).toHaveJSProperty('naturalWidth', 60);
});

test('a picture stays whatever is done to the text around it', async ({ page }) => {
  await openEditor(page);
  await text(page).click();
  await paste(page, '<p>Plain</p><h2>a <b>bold</b> <img src="/favicon.svg" alt="Kept"> b</h2><p>Plain</p>');
  const kept = text(page).getByRole('img', { name: 'Kept' });
  await page.keyboard.press('Control+a');
  await tool(page, 'Code block').click();
  await expect(kept).toHaveCount(1);
  await expect(text(page).locator('.ql-code-block')).toHaveText(['Plain', 'Plain']);
  await expect(text(page).getByRole('heading', { level: 2 })).toHaveText('a bold  b');
  await tool(page, 'Clear formatting').click();
  await expect(kept).toHaveCount(1);
  await expect(text(page).getByRole('paragraph')).toHaveText(['Plain', 'a bold  b', 'Plain']);
  await expect(text(page).getByRole('strong')).toHaveCount(0);
  await text(page)
    .getByRole('paragraph')
    .nth(1)
    .click({ position: { x: 2, y: 5 } });
  await page.keyboard.press('Home');
  await page.keyboard.type('```');
  await expect(kept).toHaveCount(1);
  await test.step('also when it is dragged elsewhere, which browsers report as a file', async () => {
    const paragraphs = text(page).getByRole('paragraph');
    const asked = await hold(page, `**${postCalls.images}`);
    await dragTo(kept, paragraphs.last());
    await expect(paragraphs.last().getByRole('img', { name: 'Kept' })).toBeVisible();
    await expect(kept).toHaveCount(1);
    await tool(page, 'Undo').click();
    await expect(paragraphs.nth(1).getByRole('img', { name: 'Kept' })).toBeVisible();
    await dragTo(kept, paragraphs.first());
    await expect(paragraphs.first().getByRole('img', { name: 'Kept' })).toBeVisible();
    await expect(kept).toHaveCount(1);
    expect(asked.asked).toEqual([]);
  });
});

/** Drags an image of the text to the beginning of another line. */
async function dragTo(image: Locator, line: Locator): Promise<void> {
  await image.dispatchEvent('dragstart');
  await line.evaluate((element) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['<svg/>'], 'favicon.svg', { type: 'image/svg+xml' }));
    element.scrollIntoView({ block: 'center' });
    const { left: clientX, top, height } = element.getBoundingClientRect();
    const clientY = top + height / 2;
    element.dispatchEvent(new DragEvent('drop', { dataTransfer, clientX, clientY, bubbles: true, cancelable: true }));
  });
}

test('/write waits for a picture that is on its way, and says so', async ({ page }) => {
  await openEditor(page, '/write');
  await text(page).click();
  const held = await hold(page, `**${postCalls.images}`);
  await pasteImages(page, [await imageOf(page)]);
  const carryOn = page.getByRole('button', { name: 'Continue to publishing' });
  await carryOn.click();
  await expect(page.getByRole('alert')).toHaveText('A picture is still uploading. Continue again once it is there.');
  held.release();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await carryOn.click();
  await expect(page).toHaveURL(/\/new$/);
  await expect(text(page).getByRole('img', { includeHidden: true })).toHaveAttribute('src', IMAGE_URL);
});

test('pictures that come together are described one after the other, while the text moves', async ({ page }) => {
  await openEditor(page);
  await text(page).click();
  await page.keyboard.type('Below');
  await page.keyboard.press('Home');
  const second = Promise.withResolvers<void>();
  let asked = 0;
  await page.route(`**${postCalls.images}`, async (route) => {
    if ((asked += 1) === 2) await second.promise;
    await route.continue();
  });
  await pasteImages(page, [await imageOf(page), await imageOf(page, 60)]);
  const question = page.getByRole('dialog', { name: 'Picture' }).getByLabel('What does the picture show?');
  await question.fill('The first');
  second.resolve();
  await expect(text(page).getByRole('img')).toHaveCount(2);
  await expect(question).toHaveValue('The first');
  await text(page).press('Home');
  await page.keyboard.type('Above ');
  await question.press('Enter');
  await expect(question).toHaveValue('');
  await expect(question).toBeFocused();
  await page.keyboard.type('The second');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(text(page).getByRole('img', { name: 'The first' })).toHaveJSProperty('naturalWidth', 40);
  await expect(text(page).getByRole('img', { name: 'The second' })).toHaveJSProperty('naturalWidth', 60);
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

  await test.step('also where a word in it is bold', async () => {
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

test('who leaves while a post is on its way is not led to it, and its draft goes all the same', async ({ page }) => {
  await test.step('also while the other page is on its way', async () => {
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

test.describe('drafts', () => {
  test('are there again after a reload, and can be discarded and brought back', async ({ page }) => {
    await openEditor(page);
    await page.getByLabel('Title').fill('Half a title');
    await text(page).fill('Half a thought');
    await page.reload();
    await expect(text(page)).toHaveText('Half a thought');
    await expect(page.getByLabel('Title')).toHaveValue('Half a title');
    await expect(page.getByText('3 words')).toBeVisible();
    await translate(page);
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await expect(text(page)).toHaveText('');
    await expect(page.getByText('The draft has been discarded.'), 'translated or not').toBeVisible();
    await expect(page.getByText('0 words')).toBeVisible();
    await expect(page.getByLabel('Title')).toHaveValue('');
    expect(await draftOf(page)).toBeNull();
    await page.getByRole('button', { name: 'Bring it back' }).click();
    await expect(text(page)).toHaveText('Half a thought');
    await expect(page.getByLabel('Title')).toHaveValue('Half a title');
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
        await expect(page.getByRole('alert')).toContainText('We could not publish the post.');
        await expect(text(page)).toHaveText('Written once');
        await page.unrouteAll();
      });
      await page.route(`**${postCalls.posts}`, async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      });
      await publish(page).click();
      await expect(page.getByRole('alert')).toContainText('We could not publish the post.');
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

  test('in a browser that keeps nothing: the text is carried on all the same, and leaving asks', async ({ page }) => {
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
    // Nobody waits for the page to be done with a key before pressing the next one. At most eight keys are pending:
    // a queue without end would leave a slow page no moment for anything else.
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
    await expect(text(page), 'kept all the same').toHaveText('Unsaved again');
    await expect(page.getByLabel('Title')).toHaveValue('Untold');
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
    await text(page).focus();
    await page.keyboard.press('ControlOrMeta+b');
    await expect(bold).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(colour).not.toBe(off);
  });
});

test("the policy 'default' and the editor are there where somebody writes, and nowhere else", async ({ page }) => {
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
