/** The frame at two widths in both themes; new screenshots are taken like the components' (decision 014). */
import type { Locator } from 'playwright/test';
import { setTheme, themes } from '../fixtures/accessibility.ts';
import { openHydrated } from '../fixtures/hydrated.ts';
import { desktop, phone } from '../fixtures/screens.ts';
import { isComparable, TEXT } from '../fixtures/screenshots.ts';
import { expect, test } from '../fixtures/test.ts';

test.skip(!isComparable);

for (const { width, height } of [phone, desktop]) {
  test(`${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await openHydrated(page, '/newsletter');
    await page.evaluate(() => document.fonts.ready);
    const inBothThemes = async (part: string, locator: Locator) => {
      for (const theme of themes) {
        await setTheme(page, theme);
        await expect.soft(locator).toHaveScreenshot(`${part}-${width}-${theme}.png`, TEXT);
      }
    };
    await inBothThemes('header', page.getByRole('banner'));
    await inBothThemes('footer', page.getByRole('contentinfo'));
    const opener = page.getByRole('button', { name: 'Open menu' });
    if (!(await opener.isVisible())) return;
    await opener.click();
    await inBothThemes('menu', page.getByRole('dialog'));
  });
}
