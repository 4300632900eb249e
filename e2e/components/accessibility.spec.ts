/** What holds for every component: axe finds nothing, targets are large enough, nothing widens the page. */
import { expectNoViolations, overflowing, smallTargets } from '../fixtures/accessibility.ts';
import { expect, test } from '../fixtures/gallery.ts';
import { desktop, phone, widths } from '../fixtures/screens.ts';

test('axe finds nothing, targets can be hit, and nothing scrolls sideways', async ({ page }) => {
  await page.goto('/');
  await test.step('axe finds nothing on the page, contrast of every text included', async () => {
    await page.getByRole('button', { name: 'What does it cost?' }).click();
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page
      .getByLabel('Resume/CV')
      .setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(9) });
    // Drawings have thousands of nodes and no words; axe sees them on the site's pages.
    await expectNoViolations(page, [phone, desktop], (axe) => axe.exclude(['svg']));
  });
  for (const width of widths) {
    await test.step(`at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 800 });
      expect(await overflowing(page), `wider than ${width} px`).toEqual([]);
      expect(await smallTargets(page), `too small to hit at ${width} px`).toEqual([]);
    });
  }
  await test.step('axe finds nothing in a dialog', async () => {
    await page.getByRole('button', { name: 'Open the dialog' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoViolations(page, [phone, desktop], (axe) => axe.include('dialog'));
  });
});
