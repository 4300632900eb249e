/** What follows a press or a key: counted, never timed (decision 136). */
import type { Page } from 'playwright/test';
import { countCommits } from '../fixtures/commits.ts';
import { hydrated, openHydrated } from '../fixtures/hydrated.ts';
import { withMotion } from '../fixtures/motion.ts';
import { expect, test } from '../fixtures/test.ts';

/** How many frames a press may take until it has been answered and its work is done. */
const FRAMES = 8;

interface Seen {
  /** In the frame that answers the press, and some frames later. */
  frames: { moved: number; sliding: number }[];
  /** How many elements have been observed anew. */
  observed: number;
}

/** Presses a carousel's button and looks at its row from frame to frame. */
function seenAfterPress(page: Page): Promise<Seen> {
  return page.evaluate(async (count) => {
    const carousel = document.querySelector('[aria-roledescription="carousel"]')!;
    const row = carousel.querySelector('[tabindex="0"]')!;
    const before = row.scrollLeft;
    const seen: Seen = { frames: [], observed: 0 };
    const { observe } = IntersectionObserver.prototype;
    IntersectionObserver.prototype.observe = function observeAndCount(target) {
      if (row.contains(target)) seen.observed++;
      observe.call(this, target);
    };
    const look = () =>
      seen.frames.push({
        moved: row.scrollLeft - before,
        sliding: row.getAnimations({ subtree: true }).length,
      });
    carousel.querySelector<HTMLElement>('[aria-label="Next slide"]')!.click();
    for (let frame = 0; frame < count; frame++) {
      await new Promise(requestAnimationFrame);
      look();
    }
    IntersectionObserver.prototype.observe = observe;
    return seen;
  }, FRAMES);
}

test.describe('a carousel', () => {
  test.use(withMotion);

  test('shows the press first and slides with the frame after; its slides are not observed anew', async ({ page }) => {
    await openHydrated(page, '/about');
    const next = page.getByRole('button', { name: 'Next slide' });
    await next.scrollIntoViewIfNeeded();
    const { frames, observed } = await seenAfterPress(page);
    expect(frames[0], 'the frame that answers').toEqual({ moved: 0, sliding: 0 });
    expect(frames.at(-1)!.moved, 'it works').toBeGreaterThan(0);
    expect(frames.at(-1)!.sliding).toBeGreaterThan(0);
    await expect(page.getByRole('button', { name: 'Previous slide' })).toBeEnabled();
    expect(observed).toBe(0);
  });
});

test('turning to a form loads what checks it behind the frame that answers', async ({ page }) => {
  await openHydrated(page, '/contact');
  const loaded = page.waitForRequest(/contact-control/);
  const asked = await page.evaluate(async () => {
    const links = () => performance.getEntriesByType('resource').filter(({ name }) => name.includes('contact-control'));
    const preloads = () => document.querySelectorAll('link[href*="contact-control"]').length;
    document.querySelector<HTMLElement>('[name="fullName"]')!.focus();
    const before = links().length + preloads();
    await new Promise(requestAnimationFrame);
    return { before, inFrame: links().length + preloads() };
  });
  expect(asked).toEqual({ before: 0, inFrame: 0 });
  await loaded;
});

test('a key in a field that was not complained of gives React nothing to do, even when the form was refused', async ({
  page,
}) => {
  const committed = await countCommits(page);
  await page.goto('/register');
  await hydrated(page);
  const [first] = await page.locator('form input[type="email"]').all();
  await first!.fill('ada@example.com');
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(page.locator('[aria-invalid]').first()).toBeVisible();
  await expect(first!).not.toHaveAttribute('aria-invalid');
  await first!.click();
  await page.keyboard.press('End');
  await page.keyboard.type('x');
  const before = await committed();
  await page.keyboard.type('incomprehensibilities');
  await expect(first!).toHaveValue(/incomprehensibilities/);
  expect((await committed()) - before).toBeLessThan(3);
});
