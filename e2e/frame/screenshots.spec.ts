/** The frame at two widths in both themes; new screenshots are taken like the components' (decision 014). */
import { setTheme, themes } from '../fixtures/accessibility.ts';
import { openHydrated } from '../fixtures/hydrated.ts';
import { desktop, phone } from '../fixtures/screens.ts';
import { isComparable, TEXT } from '../fixtures/screenshots.ts';
import { expect, test } from '../fixtures/test.ts';

test.skip(!isComparable);

for (const { width, height } of [phone, desktop]) {
  for (const theme of themes) {
    test(`${width} px, ${theme}`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await openHydrated(page, '/newsletter');
      await setTheme(page, theme);
      await page.evaluate(() => document.fonts.ready);
      const name = (part: string) => `${part}-${width}-${theme}.png`;
      await expect.soft(page.getByRole('banner')).toHaveScreenshot(name('header'), TEXT);
      await expect.soft(page.getByRole('contentinfo')).toHaveScreenshot(name('footer'), TEXT);
      const opener = page.getByRole('button', { name: 'Open menu' });
      if (await opener.isVisible()) {
        await opener.click();
        await expect.soft(page.getByRole('dialog')).toHaveScreenshot(name('menu'), TEXT);
      }
    });
  }
}
