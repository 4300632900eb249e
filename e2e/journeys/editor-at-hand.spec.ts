/** The editor's tools are where they are needed: on a phone, at the selected words, and in what is typed. */
import type { Page, Route } from 'playwright/test';
import { expectNoViolations, overflowing, smallTargets } from '../fixtures/accessibility.ts';
import { countCommits } from '../fixtures/commits.ts';
import { hold } from '../fixtures/held.ts';
import { openHydrated } from '../fixtures/hydrated.ts';
import { desktop, phone } from '../fixtures/screens.ts';
import { expect, test } from '../fixtures/test.ts';

const text = (page: Page) => page.getByRole('textbox', { name: /^(Content|Text)$/ });
const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Formatting' });
const tool = (page: Page, name: string) => toolbar(page).getByRole('button', { name, exact: true });

async function openEditor(page: Page, path = '/new'): Promise<void> {
  await page.goto(path);
  await expect(page.locator('.ql-editor')).toBeVisible();
  await text(page).click();
}

const lines = (page: Page, count: number) =>
  page.keyboard.insertText(Array.from({ length: count }, (_, line) => `Line ${line + 1}`).join('\n'));

test('on a phone the tools are one row that stays, with Publish beside it', async ({ page }) => {
  await page.setViewportSize(phone);
  await openEditor(page);
  await lines(page, 60);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
  await expect(toolbar(page)).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Publish' })).toBeInViewport();
  const { height, width } = (await toolbar(page).boundingBox())!;
  expect(height).toBeLessThan(64);
  // The last tool is reached by scrolling the row, and by the keyboard.
  await expect(tool(page, 'Clear formatting')).not.toBeInViewport();
  await tool(page, 'Bold').focus();
  await page.keyboard.press('End');
  await expect(tool(page, 'Clear formatting')).toBeFocused();
  await expect(tool(page, 'Clear formatting')).toBeInViewport();
  expect(await toolbar(page).evaluate((row) => row.scrollLeft)).toBeGreaterThan(0);
  expect(width).toBeLessThan(phone.width);
  const place = await page.evaluate(() => scrollY);
  await page.keyboard.press('Home');
  for (let step = 1; step < (await toolbar(page).getByRole('button').count()); step++) {
    await page.keyboard.press('ArrowRight');
    const isSeen = await toolbar(page).evaluate((row) => {
      const { left, right } = document.activeElement!.getBoundingClientRect();
      const box = row.getBoundingClientRect();
      return left >= box.left && right <= box.right - parseFloat(getComputedStyle(row).paddingRight) + 1;
    });
    expect(isSeen, `step ${step}: all of the tool, before the row fades out`).toBe(true);
  }
  expect(await page.evaluate(() => scrollY), 'the text stays where it is').toBe(place);
  await expectNoViolations(page, [phone]);
  expect(await overflowing(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);

  await page.setViewportSize({ width: 360, height: 640 });
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  const space = await page.getByRole('button', { name: 'Publish' }).evaluate((button) => {
    const [inner, outer] = [button, button.closest('div:has(> [role="toolbar"])')!].map((each) =>
      each.getBoundingClientRect(),
    );
    return Math.min(inner!.top - outer!.top, outer!.bottom - inner!.bottom);
  });
  expect(space, 'with letters twice as large, the button does not touch its frame').toBeGreaterThanOrEqual(4);
});

test('on a tablet, where the tools take two rows, no divider is at the beginning or end of one', async ({ page }) => {
  await openEditor(page);
  for (const width of [768, 860]) {
    await page.setViewportSize({ width, height: 800 });
    const boxes = await toolbar(page)
      .getByRole('button')
      .evaluateAll((tools) => tools.map((each) => each.getBoundingClientRect().toJSON() as DOMRect));
    const beside = (x: number, { y, height }: DOMRect) =>
      page.screenshot({ clip: { x, y: y + 10, width: 5, height: height - 20 } });
    const blank = await beside(boxes.at(-1)!.right + 30, boxes.at(-1)!);
    let rows = 1;
    for (const [index, last] of boxes.entries()) {
      const first = boxes[index + 1];
      if (first?.y === last.y) continue;
      for (const x of [0, 5, 10]) expect((await beside(last.right + x, last)).equals(blank), `${width} px`).toBe(true);
      if (!first) continue;
      rows++;
      expect((await beside(first.x - 5, first)).equals(blank), `${width} px`).toBe(true);
    }
    expect(rows).toBe(2);
  }
});

test.describe('on a phone, far down in the text', () => {
  test.use({ expectedComplaints: { matching: [/ERR_INTERNET_DISCONNECTED/, /^ApiError: /] } });

  test('what is wrong comes into view as often as the button is pressed', async ({ page }) => {
    await page.setViewportSize(phone);
    const farDown = async (path: string) => {
      await openEditor(page, path);
      await lines(page, 60);
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
    };
    await farDown('/new');
    await page.getByLabel('Title').evaluate((title: HTMLTextAreaElement) => (title.value = 'Far down'));
    await page.route('**/api/blogs/*', (route) => route.abort('internetdisconnected'));
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByText('We do not know whether the post was published.')).toBeInViewport();
    await page.unroute('**/api/blogs/*');

    const uploads: Route[] = [];
    await page.route('**/api/blogs/images', (route) => void uploads.push(route));
    await farDown('/write');
    await page.locator('input[type=file]').setInputFiles({
      name: 'a.png',
      mimeType: 'image/png',
      buffer: Buffer.from('never sent'),
    });
    for (const _ of ['once', 'twice']) {
      await page.getByRole('button', { name: 'Continue', exact: true }).click();
      await expect(page.getByRole('alert')).toBeInViewport();
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
    }
    // Otherwise it would go on now, and the API would refuse what is no picture.
    for (const upload of uploads) await upload.abort('internetdisconnected');
    await page.unroute('**/api/blogs/images');
  });
});

test('the largest that the page paints is painted before the editor', async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto('/new');
  await expect(page.locator('.ql-editor')).toBeVisible();
  const late = await page.evaluate(async () => {
    for (let drawn = 0; drawn < 3; drawn += 1) await new Promise(requestAnimationFrame);
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: 'largest-contentful-paint', buffered: true });
    const frame = document.querySelector('[role=toolbar]')!.parentElement!.parentElement!;
    const entries = observer.takeRecords() as (PerformanceEntry & { element: Element | null })[];
    return {
      painted: entries.length,
      texts: entries.map(({ element }) => frame.contains(element) && element!.textContent),
    };
  });
  expect(late.painted).toBeGreaterThan(0);
  expect(late.texts.filter(Boolean)).toEqual([]);
});

test('the link form is at its words, in the window, and not over them', async ({ page }) => {
  await openEditor(page);
  await lines(page, 60);
  for (const [size, places] of [
    [phone, [1, 30, 60]],
    [desktop, [2, 31, 59]],
  ] as const) {
    await page.setViewportSize(size);
    for (const line of places)
      await test.step(`line ${line} at ${size.width} px`, () => expectBeside(page, line, size));
  }
});

for (const size of [phone, desktop]) {
  test(`at ${size.width} px a large picture does not push the question about it out of the window`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    await openEditor(page);
    const base64 = await page.evaluate(() => {
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width: 600, height: 1_000 });
      return canvas.toDataURL().split(',')[1]!;
    });
    const buffer = Buffer.from(base64, 'base64');
    const held = await hold(page, '**/api/blogs/images/*', 'GET');
    await page.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
    await expect(page.getByLabel('What does the picture show?')).toBeFocused();
    held.release();
    await expect(text(page).getByRole('img', { includeHidden: true })).toHaveJSProperty('naturalHeight', 1_000);
    await expect(page.getByRole('dialog', { name: 'Picture' })).toBeInViewport({ ratio: 1 });
  });
}

/** The form for a link is right above or below the line whose words are selected. */
async function expectBeside(page: Page, line: number, size: { height: number }): Promise<void> {
  const words = text(page)
    .locator('p')
    .nth(line - 1);
  await words.scrollIntoViewIfNeeded();
  await words.click();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+End');
  await tool(page, 'Link').click();
  const form = page.getByRole('dialog', { name: 'Link' });
  await expect(form.getByLabel('Link address')).toBeFocused();
  const [box, selected, bar] = [
    (await form.boundingBox())!,
    (await words.boundingBox())!,
    (await toolbar(page).boundingBox())!,
  ];
  expect(box.y).toBeGreaterThanOrEqual(bar.y + bar.height);
  expect(box.y + box.height).toBeLessThanOrEqual(size.height);
  const isBeside = box.y >= selected.y + selected.height - 2 || box.y + box.height <= selected.y + 2;
  expect(isBeside, JSON.stringify({ box, selected })).toBe(true);
  const distance = Math.min(Math.abs(box.y - selected.y - selected.height), Math.abs(box.y + box.height - selected.y));
  expect(distance).toBeLessThan(24);
  await tool(page, 'Bold').click();
  await expect(form).toHaveCount(0);
  await expect(words.getByRole('strong')).toHaveText(`Line ${line}`);
}

// mf-blog/src/features/writing/editor/marks.test.ts proves the others. Here is one of each kind: a mark that a space
// ends, and one that a backtick ends.
for (const [typed, element] of [
  ['- ', 'li[data-list=bullet]'],
  ['```', '.ql-code-block'],
] as const) {
  test(`${typed}at the start of a line means ${element}, and undoing brings it back`, async ({ page }) => {
    await openEditor(page);
    await page.keyboard.type('Before\n');
    await page.keyboard.type(typed);
    const meant = text(page).locator(element);
    await expect(meant).toHaveCount(1);
    await expect(text(page)).not.toContainText(typed.trim());
    await page.keyboard.press('Control+z');
    await expect(meant).toHaveCount(0);
    const last = text(page).locator('p').last();
    expect(((await last.textContent()) ?? '').replaceAll('\u00a0', ' ')).toBe(typed);
    // It stays as typed, and the cursor is behind it.
    await page.keyboard.type('words');
    expect(((await last.textContent()) ?? '').replaceAll('\u00a0', ' ')).toBe(`${typed}words`);
    await page.keyboard.press('Enter');
    await page.keyboard.type(`${typed}meant`);
    await expect(meant).toHaveText('meant');
    await page.keyboard.press('Home');
    await page.keyboard.type('- ');
    await expect(meant).toHaveText('- meant');
    // Before existing words, the cursor is where the marks were.
    await page.keyboard.press('Control+Home');
    await page.keyboard.type(`${typed}Long `);
    await expect(meant.first()).toHaveText('Long Before');
  });
}

test('three clicks select a line, and what is typed takes its place alone', async ({ page }) => {
  await openEditor(page);
  await page.keyboard.type('Before\nAfter');
  await text(page).getByText('Before').click({ clickCount: 3 });
  await page.keyboard.type('Instead');
  await expect(text(page).locator('p')).toHaveText(['Instead', 'After']);

  await test.step('words to which the browser gives a colour, which posts do not have, stay', async () => {
    await page.keyboard.press('Control+Shift+ArrowLeft');
    await page.evaluate(() => document.execCommand('foreColor', false, '#ff0000'));
    await expect(text(page).locator('font')).toHaveCount(0);
    await expect(text(page).locator('p')).toHaveText(['Instead', 'After']);
  });
});

test('a key inside a word gives React nothing to do, in the editor and in a form', async ({ page }) => {
  const letters = 'incomprehensibilities';
  const committed = await countCommits(page);
  await openEditor(page);
  await page.keyboard.type('Nearly');
  await expect(page.getByText('1 word', { exact: true })).toBeVisible();
  const before = await committed();
  expect(before, 'it counts').toBeGreaterThan(0);
  await page.keyboard.type(letters);
  // A draft may have been saved by now.
  expect((await committed()) - before).toBeLessThan(3);
  await page.keyboard.type(' two');
  await expect(page.getByText('2 words', { exact: true })).toBeVisible();

  await openHydrated(page, '/contact');
  const field = page.getByLabel('Full Name');
  await field.click();
  await page.keyboard.type('N');
  const untouched = await committed();
  await page.keyboard.type(letters);
  await expect(field).toHaveValue(`N${letters}`);
  expect((await committed()) - untouched).toBeLessThan(3);
});
