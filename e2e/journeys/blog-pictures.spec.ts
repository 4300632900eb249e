/** What a visitor pastes and drops into a post: texts of other programs, and pictures. */
import type { Page } from 'playwright/test';
import { postCalls } from '../../shared/contracts/posts.ts';
import {
  article,
  drop,
  IMAGE_URL,
  imageOf,
  openEditor,
  paste,
  publish,
  publishedContent,
  text,
  tool,
} from '../fixtures/editor.ts';
import { hold } from '../fixtures/held.ts';
import { expect, test } from '../fixtures/test.ts';
import { newTitle } from '../fixtures/unique.ts';

const AT_START = { targetPosition: { x: 1, y: 8 } };

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
      await question.getByLabel('What does the picture show?').focus();
      // However long it is, what is pasted is whole.
      const description = `A checked cloth${', thread by thread'.repeat(20)}`;
      await page.keyboard.insertText(description);
      await page.keyboard.press('Enter');
      const described = text(page).getByRole('img', { name: 'A checked cloth' });
      await expect(described).toHaveAttribute('src', IMAGE_URL);
      await expect(described).toHaveAttribute('alt', description);
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

test('pictures that arrive within code stand below it; Enter that ends a word adds nothing', async ({ page }) => {
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
  // Safari's comes after the word.
  const sendEnter = () =>
    session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter, windowsVirtualKeyCode: 229 });
  await sendEnter();
  await expect(question).toHaveValue('日');
  await question.press('Enter');
  await expect(question).toHaveValue('');
  await question.press('Escape');
  await page.getByLabel('Title').fill(newTitle('Code'));
  await sendEnter();
  await expect(page.getByLabel('Title')).toBeFocused();
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
  await paste(page, '<p>Plain</p><h2>a <b>bold</b> <img src="/favicon.svg" alt="Kept" width="40"> b</h2><p>Plain</p>');
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
  await test.step('even when it is dragged elsewhere, which browsers report as a file', async () => {
    const paragraphs = text(page).getByRole('paragraph');
    const asked = await hold(page, `**${postCalls.images}`);
    await kept.dragTo(paragraphs.last(), AT_START);
    await expect(paragraphs.last().getByRole('img', { name: 'Kept' })).toBeVisible();
    await expect(kept).toHaveCount(1);
    await tool(page, 'Undo').click();
    await expect(paragraphs.nth(1).getByRole('img', { name: 'Kept' })).toBeVisible();
    await kept.dragTo(paragraphs.first(), AT_START);
    await expect(paragraphs.first().getByRole('img', { name: 'Kept' })).toBeVisible();
    await kept.dragTo(page.getByLabel('Title'));
    await expect(kept).toHaveCount(1);
    expect(asked.asked).toEqual([]);
  });
});

test('words that are dragged are moved', async ({ page }) => {
  await openEditor(page);
  await text(page).click();
  await paste(page, '<p>First line</p><p><b>bold</b></p>');
  await text(page).getByText('bold').dblclick();
  await text(page).getByText('bold').dragTo(text(page).getByText('First line'), AT_START);
  await expect(text(page).getByRole('paragraph')).toHaveText(['boldFirst line', '']);
  await expect(text(page).getByRole('strong')).toHaveText('bold');
});

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
