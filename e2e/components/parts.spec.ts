/** What dialogs, tabs, file drop, counters, toasts and others do with a keyboard, a pointer, or neither. */
import { writeFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { setTheme, themes } from '../fixtures/accessibility.ts';
import { expect, test } from '../fixtures/gallery.ts';
import { withMotion } from '../fixtures/motion.ts';
import { translate } from '../fixtures/translated.ts';

/** A dialog on a page that could be scrolled behind it. */
async function openLong(page: Page): Promise<void> {
  await page.goto('/?parts=dialog,article');
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeGreaterThan(400);
}

test('the dialog holds the focus and the page, and gives both back', async ({ page }) => {
  await openLong(page);
  const opener = page.getByRole('button', { name: 'Open the dialog' });
  const dialog = page.getByRole('dialog', { name: 'Add a link' });
  await opener.click();
  await expect(dialog).toBeVisible();

  for (let stop = 0; stop < 8; stop++) {
    const isInside = await page.evaluate(
      () => document.activeElement === document.body || document.activeElement!.closest('dialog') !== null,
    );
    expect(isInside, 'the page behind cannot be reached').toBe(true);
    await page.keyboard.press('Tab');
  }
  const place = await page.evaluate(() => scrollY);
  await page.mouse.move(20, 20);
  await page.mouse.wheel(0, 400);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  expect(await page.evaluate(() => scrollY), 'the page did not scroll behind it').toBe(place);

  for (const close of [() => dialog.getByRole('button', { name: 'Close' }).click(), () => page.mouse.click(20, 20)]) {
    await opener.click();
    await expect(dialog).toBeVisible();
    await close();
    await expect(dialog).toBeHidden();
  }
  await opener.click();
  await expect(dialog, 'it opens again, however it was closed').toBeVisible();
  await dialog.getByRole('heading').hover();
  await page.mouse.down();
  await page.mouse.move(20, 20);
  await page.mouse.up();
  await expect(dialog, 'a selection that ends beside it is no press there').toBeVisible();
});

test('what is on its way is seen where colours are forced, which leaves out patterns', async ({ page }) => {
  await page.goto('/');
  await page.emulateMedia({ forcedColors: 'active' });
  for (const drawing of ['[data-loader]', '[role=status] > .visually-hidden + div']) {
    const borders = await page
      .locator(drawing)
      .evaluateAll((drawn) => drawn.map((element) => getComputedStyle(element).borderStyle));
    expect(borders.length, drawing).toBeGreaterThan(0);
    expect(borders, drawing).not.toContain('none');
  }
});

test('where the scrollbar was, the page is as dark as behind the dialog', async ({ page }) => {
  await openLong(page);
  for (const theme of themes) {
    await setTheme(page, theme);
    await page.getByRole('button', { name: 'Open the dialog' }).click();
    const { width, height } = page.viewportSize()!;
    const [beside, behind] = await colours(page, [width - 4, 4], height - 20);
    for (const [at, channel] of beside!.entries())
      expect(Math.abs(channel - behind![at]!), theme).toBeLessThanOrEqual(2);
    await page.keyboard.press('Escape');
  }
});

/** Red, green and blue of the pixels at these places of a line. */
async function colours(page: Page, places: number[], y: number): Promise<number[][]> {
  const image = (await page.screenshot()).toString('base64');
  return page.evaluate(
    async ([base64, columns, row]) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d', { willReadFrequently: true })!;
      context.drawImage(bitmap, 0, 0);
      return columns.map((x) => [...context.getImageData(x, row, 1, 1).data.subarray(0, 3)]);
    },
    [image, places, y] as const,
  );
}

test('tabs are one stop for the Tab key; the arrows choose', async ({ page }) => {
  await page.goto('/?parts=tabs');
  const [write, preview] = [page.getByRole('tab', { name: 'Write' }), page.getByRole('tab', { name: 'Preview' })];
  await write.focus();
  await page.keyboard.press('ArrowRight');
  await expect(preview).toBeFocused();
  await expect(preview).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('tabpanel', { name: 'Preview' })).toHaveText('What readers see.');
  await expect(page.getByText('What is written.')).toBeHidden();
  await page.keyboard.press('ArrowRight');
  await expect(write).toBeFocused();
  await page.keyboard.press('End');
  await expect(preview).toBeFocused();
  await page.keyboard.press('Home');
  await expect(write).toBeFocused();
  await page.keyboard.press('Alt+ArrowRight');
  await expect(write, 'a shortcut of the browser').toBeFocused();
  await page.keyboard.press('Tab');
  await expect(preview).not.toBeFocused();
});

test.describe('a file', () => {
  const resume = { name: 'Amina-Yusuf-CV.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(214 * 1024) };

  test('is chosen, named with its size, part of the form, and taken away again', async ({ page }) => {
    await page.goto('/?parts=files');
    const input = page.getByLabel('Resume/CV');
    const sent = () =>
      page.locator('form').evaluate((form: HTMLFormElement) => (new FormData(form).get('resume') as File).name);
    await input.focus();
    await input.setInputFiles(resume);
    await expect(page.getByText('Amina-Yusuf-CV.pdf, 214 KB')).toBeVisible();
    const remove = page.getByRole('button', { name: 'Remove Amina-Yusuf-CV.pdf' });
    await expect(remove).toBeFocused();
    expect(await sent()).toBe(resume.name);
    await translate(page);
    await input.setInputFiles({ ...resume, buffer: Buffer.alloc(100 * 1024) });
    await expect(page.getByText('Amina-Yusuf-CV.pdf, 100 KB'), 'translated or not').toBeVisible();
    await expect(remove).toBeFocused();

    await page.keyboard.press('Enter');
    await expect(input).toBeFocused();
    expect(await sent()).toBe('');

    await input.setInputFiles(resume);
    await page.locator('form').evaluate((form: HTMLFormElement) => form.reset());
    await expect(remove).toHaveCount(0);
  });

  test('that is not allowed is refused with the reason', async ({ page }) => {
    await page.goto('/?parts=files');
    const input = page.getByLabel('Resume/CV');
    await input.setInputFiles({ ...resume, name: 'portrait.png' });
    await expect(input).toHaveAccessibleDescription(/This is not a PDF\./);
    await input.setInputFiles({ ...resume, buffer: Buffer.alloc(1024 * 1024 + 1) });
    await expect(input).toHaveAccessibleDescription(/This file is larger than 1 MB\./);
    await expect(input).toHaveAttribute('aria-invalid', 'true');
    await expect(input).toHaveValue('');
    await input.setInputFiles(resume);
    await expect(page.getByText('This file is larger')).toBeHidden();
  });

  test('can be dropped or pasted', async ({ page }, testInfo) => {
    const file = testInfo.outputPath(resume.name);
    await writeFile(file, resume.buffer);
    await page.goto('/?parts=files');
    const input = page.getByLabel('Resume/CV');
    await input.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await input.boundingBox())!;
    const devtools = await page.context().newCDPSession(page);
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      const data = { items: [], files: [file], dragOperationsMask: 1 };
      await devtools.send('Input.dispatchDragEvent', { type, x: x + width / 2, y: y + height / 2, data });
    }
    await expect(page.getByText('Amina-Yusuf-CV.pdf, 214 KB')).toBeVisible();
    await page.getByRole('button', { name: 'Remove' }).click();

    await input.evaluate((element) => {
      const clipboardData = new DataTransfer();
      for (const name of ['pasted.pdf', 'other.pdf'])
        clipboardData.items.add(new File(['%PDF'], name, { type: 'application/pdf' }));
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    });
    await expect(page.getByText('pasted.pdf, 1 KB')).toBeVisible();
    const sent = await input.evaluate(
      (element: HTMLInputElement) => new FormData(element.form!).getAll('resume').length,
    );
    expect(sent, 'of several the first').toBe(1);
  });
});

test('a toast disappears by itself, but not under the pointer', async ({ page }) => {
  await page.clock.install({ time: 0 });
  await page.goto('/?parts=toast');
  await page.clock.pauseAt(60_000);
  await page.getByRole('button', { name: 'Copy link' }).click();
  const toast = page.getByRole('status').filter({ hasText: 'Link copied' });
  await expect(toast).toBeVisible();
  await toast.hover();
  await page.clock.runFor(20_000);
  await expect(toast).toBeVisible();
  await page.mouse.move(0, 0);
  await page.clock.runFor(4_900);
  await expect(toast).toBeVisible();
  await page.clock.runFor(200);
  await expect(toast).toBeHidden();
});

test.describe('what moves', () => {
  test.use(withMotion);

  test('counters rise by one each 200 ms once they are seen; assistive technology hears the end only', async ({
    page,
  }) => {
    await page.clock.install({ time: 0 });
    await page.goto('/');
    await page.clock.pauseAt(60_000);
    const figures = page.getByRole('list').filter({ hasText: 'projects' }).getByRole('listitem');
    const shown = () => figures.locator('[aria-hidden=true]:not(svg)').allTextContents();
    await expect.poll(shown).toEqual(['5', '20+', '7+']);
    await figures.first().scrollIntoViewIfNeeded();
    await expect.poll(shown).toEqual(['0', '0+', '0+']);
    await page.clock.runFor(600);
    await expect.poll(shown).toEqual(['3', '3+', '3+']);
    await expect(figures.nth(1)).toMatchAriaSnapshot(`
      - listitem:
        - text: 20+
        - paragraph: projects
    `);
    await page.clock.runFor(60_000);
    await expect.poll(shown).toEqual(['5', '20+', '7+']);
  });

  test('content that rises into view is hidden only once the visitor scrolls, and never for long', async ({ page }) => {
    await page.goto('/');
    const label = page.getByText('Sewn on, and the same');
    const opacity = () => label.evaluate((element) => getComputedStyle(element.parentElement!).opacity);
    expect(await opacity(), 'before any scrolling').toBe('1');
    await page.mouse.wheel(0, 200);
    await expect.poll(opacity, 'below the view').toBe('0');
    await label.scrollIntoViewIfNeeded();
    await expect.poll(opacity, 'in view').toBe('1');
  });
});
