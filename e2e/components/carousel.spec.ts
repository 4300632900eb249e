import type { Locator, Page } from 'playwright/test';
import { expect, test } from '../fixtures/gallery.ts';
import { withMotion } from '../fixtures/motion.ts';
import { phone } from '../fixtures/screens.ts';

test.use(withMotion);

/** Names of the slides in reach, e.g. `2 of 4`. */
const within = (carousel: Locator) =>
  carousel
    .locator('[aria-roledescription=slide]:not([inert])')
    .evaluateAll((slides) => slides.map((slide) => slide.ariaLabel));

async function open(
  page: Page,
  name = 'Testimonials',
): Promise<{ carousel: Locator; next: Locator; previous: Locator }> {
  await page.goto('/?parts=carousel');
  const carousel = page.getByRole('group', { name, exact: true });
  await carousel.scrollIntoViewIfNeeded();
  return {
    carousel,
    next: carousel.getByRole('button', { name: 'Next slide' }),
    previous: carousel.getByRole('button', { name: 'Previous slide' }),
  };
}

test('one slide on a phone, two from 464 px', async ({ page }) => {
  const { carousel } = await open(page);
  for (const [width, slides] of [
    [320, 1],
    [463, 1],
    [464, 2],
    [1024, 2],
    [1440, 2],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => within(carousel), `${width} px`).toHaveLength(slides);
  }
});

test('the team shows 1, 2 and 4 whole slides, and parts of others where they do not fit', async ({ page }) => {
  const { carousel, next } = await open(page, 'Team');
  for (const [width, share] of [
    // 72 % of the width between the page's margins; the row itself reaches the edges of the screen.
    [390, 0.67],
    [800, 0.4],
    [1440, 0.25],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => within(carousel), `${width} px`).toHaveLength(Math.floor(1 / share));
    const [track, slide] = await Promise.all(
      ['Team, slides', '1 of 10'].map((name) => carousel.getByRole('group', { name, exact: true }).boundingBox()),
    );
    expect(slide!.width / track!.width).toBeCloseTo(share, 2);
  }
  await page.setViewportSize({ width: 800, height: 800 });
  await expect.poll(() => within(carousel)).toHaveLength(2);
  const seen = new Set<string | null>();
  for (let step = 0; step < 9; step++) {
    const before = await within(carousel);
    for (const slide of before) seen.add(slide);
    await next.click();
    // On the way only one of them may be in reach, or one more.
    await expect
      .poll(async () => {
        const now = await within(carousel);
        return now.length === before.length && now.join() !== before.join();
      })
      .toBe(true);
  }
  expect(seen.size, 'every slide was within reach once').toBe(10);
});

/** Frames to watch: as many as a press takes, and few of the slide's thirty. */
const FRAMES = 5;

test('the buttons move it by one in 500 ms; after the last slide the first one comes', async ({ page }) => {
  const { carousel, next, previous } = await open(page);
  await expect(previous).toBeDisabled();
  const { frames, durations, observed } = await next.evaluate(async (button: HTMLElement, count) => {
    const carousel = button.closest('[aria-roledescription]')!;
    const row = carousel.querySelector('[tabindex="0"]')!;
    let watched = 0;
    const { observe } = IntersectionObserver.prototype;
    IntersectionObserver.prototype.observe = function observeAndCount(target) {
      if (row.contains(target)) watched++;
      observe.call(this, target);
    };
    button.click();
    const seen: { left: number; slides: number }[] = [];
    // Of all frames: on a busy machine the slide may be over when the last one is drawn.
    const durations = new Set<unknown>();
    for (let frame = 0; frame < count; frame++) {
      await new Promise(requestAnimationFrame);
      const moving = carousel.getAnimations({ subtree: true });
      const sliding = moving.filter((animation) => !('transitionProperty' in animation));
      for (const { effect } of sliding) durations.add(effect!.getTiming().duration);
      seen.push({ left: row.scrollLeft, slides: sliding.length });
    }
    IntersectionObserver.prototype.observe = observe;
    return {
      frames: seen,
      durations: [...durations],
      observed: watched,
    };
  }, FRAMES);
  expect(frames[0], 'the frame that answers has nothing to draw but the press (decision 136)').toEqual({
    left: 0,
    slides: 0,
  });
  expect(frames.at(-1)!.left).toBeGreaterThan(0);
  expect(durations).toEqual([500]);
  expect(observed, 'the slides are not observed again').toBe(0);
  await expect.poll(() => within(carousel)).toEqual(['2 of 4', '3 of 4']);
  await expect(carousel.getByRole('status')).toHaveText('2 of 4');
  await expect(previous).toBeEnabled();

  await next.click();
  await expect.poll(() => within(carousel)).toEqual(['3 of 4', '4 of 4']);
  await next.click();
  await expect.poll(() => within(carousel)).toEqual(['1 of 4', '2 of 4']);
  await expect(previous).toBeDisabled();

  await next.click();
  await expect(previous).toBeEnabled();
  await previous.click();
  await expect.poll(() => within(carousel)).toEqual(['1 of 4', '2 of 4']);
  await expect(next, 'the button that had the focus is disabled').toBeFocused();
});

test('a mouse takes it along, selects nothing and presses nothing; the arrow keys work from its buttons', async ({
  page,
}) => {
  const { carousel, next } = await open(page);
  const { x, y, width, height } = (await carousel.getByRole('group', { name: '1 of 4' }).boundingBox())!;
  await page.mouse.move(x + width * 0.8, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.2, y + height / 2, { steps: 8 });
  await page.mouse.up();
  await expect.poll(() => within(carousel)).toEqual(['2 of 4', '3 of 4']);
  expect(await page.evaluate(() => String(getSelection()))).toBe('');
  await expect(carousel.locator('[data-dragged]')).toHaveCount(0);

  await next.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => within(carousel)).toEqual(['3 of 4', '4 of 4']);
  await page.keyboard.press('Alt+ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => within(carousel), 'a shortcut of the browser moves nothing').toEqual(['2 of 4', '3 of 4']);
  await expect(next).toBeFocused();
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('it jumps', async ({ page }) => {
    const { carousel, next } = await open(page);
    const sliding = await next.evaluate(async (button: HTMLElement, count) => {
      button.click();
      for (let frame = 0; frame < count; frame++) await new Promise(requestAnimationFrame);
      return button.closest('[aria-roledescription]')!.getAnimations({ subtree: true }).length;
    }, FRAMES);
    expect(sliding).toBe(0);
    await expect.poll(() => within(carousel)).toEqual(['2 of 4', '3 of 4']);
  });
});

test('with the keyboard: the arrows scroll it, and the focus never goes where nothing is seen', async ({ page }) => {
  const { carousel, next } = await open(page);
  await next.focus();
  await page.keyboard.press('Tab');
  await expect(carousel.getByRole('group', { name: 'Testimonials, slides' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => within(carousel)).toEqual(['2 of 4', '3 of 4']);
  for (const slide of ['2 of 4', '3 of 4']) {
    await page.keyboard.press('Tab');
    await expect(carousel.getByRole('group', { name: slide }).getByRole('link')).toBeFocused();
  }
  await page.keyboard.press('Tab');
  expect(await carousel.evaluate((element) => element.contains(document.activeElement))).toBe(false);
});

test.describe('under a finger', () => {
  test.use({ viewport: phone, hasTouch: true });

  test('its buttons work while it is between two slides', async ({ page }) => {
    const { carousel, previous } = await open(page);
    await carousel.locator('[tabindex="0"]').evaluate((row: HTMLElement) => {
      row.dataset['dragged'] = ''; // as with a finger on it, it does not snap
      row.scrollLeft = row.scrollWidth * (1.5 / 4);
    });
    await expect.poll(() => within(carousel)).toEqual([]);
    await previous.click();
    await expect.poll(() => within(carousel)).toEqual(['2 of 4']);
  });

  test('it can be swiped', async ({ page }) => {
    const { carousel } = await open(page);
    const { x, y, width, height } = (await carousel.getByRole('group', { name: '1 of 4' }).boundingBox())!;
    const devtools = await page.context().newCDPSession(page);
    const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', moved?: number) =>
      devtools.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: moved === undefined ? [] : [{ x: x + width - 20 - moved, y: y + height / 2 }],
      });
    await finger('touchStart', 0);
    for (let step = 1; step <= 10; step++) await finger('touchMove', (step / 10) * width * 0.7);
    await finger('touchEnd');
    await expect.poll(() => within(carousel)).toEqual(['2 of 4']);
  });
});
