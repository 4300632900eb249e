/**
 * What the components look like, at two widths in both themes. CONTRIBUTING.md ("Add a component") says how to update
 * the screenshots. The tolerances were measured, and do not see everything: decision 014.
 */
import { setTheme, themes } from '../fixtures/accessibility.ts';
import { expect, test } from '../fixtures/gallery.ts';
import { desktop, phone } from '../fixtures/screens.ts';
import { FLAT, isComparable, TEXT } from '../fixtures/screenshots.ts';

const parts = [
  'type',
  'buttons',
  'links',
  'fields',
  'files',
  'banners',
  'loading',
  'accordion',
  'carousel',
  'counters',
  'tabs',
  'article',
  'cloths',
];
/** Shown in another way: colours as flat areas, one swatch alone, the dialog when it is open. */
const otherwise = ['colour', 'swatches', 'dialog'];
/** Looked at in the gallery alone. */
const notCompared = ['toast', 'states', 'drawings', 'generated', 'summary'];
test.skip(!isComparable);

for (const { width, height } of [phone, desktop]) {
  test(`${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/');
    await page.getByRole('button', { name: 'What does it cost?' }).click();
    await page.mouse.move(0, 0);
    await page.evaluate(() => document.fonts.ready);
    await page.evaluate(beginOnWholePixels);
    const ids = await page.locator('section[id]').evaluateAll((sections) => sections.map(({ id }) => id));
    expect(ids.toSorted(), 'every part of the gallery').toEqual([...parts, ...otherwise, ...notCompared].toSorted());
    // The only text in a font of the system's own.
    const options = { ...TEXT, mask: [page.locator('code')] };
    const dialog = page.getByRole('dialog');
    const look = (theme: string, part: string, locator = page.locator(`#${part}`)) =>
      expect.soft(locator).toHaveScreenshot(`${part}-${width}-${theme}.png`, options);
    for (const theme of themes) {
      await setTheme(page, theme);
      for (const part of parts) await look(theme, part);
      await look(theme, 'swatch', page.locator('#swatches article').first());
    }
    await page.getByRole('button', { name: 'Open the dialog' }).click();
    for (const theme of themes) {
      await setTheme(page, theme);
      await look(theme, 'dialog', dialog);
    }
  });
}

/**
 * Runs in the page. Otherwise how letters are drawn would depend on the heights of all parts above, and on the
 * browser's rounding.
 */
function beginOnWholePixels(): void {
  for (const part of document.querySelectorAll<HTMLElement>('section[id]')) {
    const top = part.getBoundingClientRect().top + scrollY;
    part.style.position = 'relative';
    part.style.top = `${Math.round(top) - top}px`;
  }
}

test('every colour', async ({ page }) => {
  await page.goto('/');
  const colours = page.locator('#colour > div');
  await colours.evaluate((element) => element.classList.add('flat'));
  await page.addStyleTag({ content: '.flat > * { font-size: 0; }' });
  for (const theme of themes) {
    await setTheme(page, theme);
    await expect.soft(colours).toHaveScreenshot(`colours-${theme}.png`, FLAT);
  }
});
