import { expect, test } from '../fixtures/gallery.ts';
import { withMotion } from '../fixtures/motion.ts';

/** Far above what a busy machine needs. */
const PATIENCE_MS = 10_000;

test('one answer at most is open, and the open one closes when pressed again', async ({ page }) => {
  await page.goto('/?parts=accordion');
  const [first, second] = [
    page.getByRole('button', { name: 'What do you need to begin?' }),
    page.getByRole('button', { name: 'What does it cost?' }),
  ];
  await expect(first).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByText('the estimate comes first')).toBeHidden();

  await first.click();
  await expect(first).toHaveAttribute('aria-expanded', 'true');
  await expect(first).toHaveText(/-$/);
  await expect(page.getByRole('region', { name: 'What do you need to begin?' })).toBeVisible();

  await second.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'What does it cost?' })).toContainText('the estimate comes first');
  await expect(first).toHaveAttribute('aria-expanded', 'false');
  await expect(first).toHaveText(/\+$/);

  await page.keyboard.press('Space');
  await expect(second).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByText('the estimate comes first')).toBeHidden();
});

test('an address with a question opens it and leads to it', async ({ page }) => {
  await page.goto('/#abroad');
  const asked = page.getByRole('button', { name: 'Do you work with clients abroad?' });
  await expect(asked).toHaveAttribute('aria-expanded', 'true');
  await expect(asked).toBeInViewport();

  await page.evaluate(() => (location.hash = 'start'));
  await expect(page.getByRole('button', { name: 'What do you need to begin?' })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
  await expect(asked).toHaveAttribute('aria-expanded', 'false');
});

test('words in a closed answer can be found, and open it', async ({ page }) => {
  await page.goto('/?parts=accordion');
  const question = page.getByRole('button', { name: 'What does it cost?' });
  await expect(question).toHaveAttribute('aria-expanded', 'false');
  // Find-in-page fires this event first; the search itself cannot be started from within the tab.
  const answer = page.locator('#price-answer');
  await expect(answer).toHaveAttribute('hidden', 'until-found');
  await expect(answer, 'it is nothing that has a name').not.toHaveAttribute('aria-labelledby');
  await answer.evaluate((element) => element.dispatchEvent(new Event('beforematch', { bubbles: true })));
  await expect(question).toHaveAttribute('aria-expanded', 'true');
  await question.click();
  await expect(answer).toHaveAttribute('hidden', 'until-found');
});

test.describe('with motion', () => {
  test.use(withMotion);

  test('an answer opens and closes in 200 ms', async ({ page }) => {
    await page.goto('/?parts=accordion');
    const question = page.getByRole('button', { name: 'What does it cost?' });
    const answer = page.locator('#price-answer');
    await expect(answer).toHaveAttribute('hidden', 'until-found');
    for (const expanded of ['true', 'false']) {
      // Looked at between frames: on a busy machine the second one may come when the transition is over.
      const durations = await question.evaluate(async (button: HTMLElement, patienceMs) => {
        button.click();
        const panel = document.getElementById(button.getAttribute('aria-controls')!)!;
        const until = performance.now() + patienceMs;
        let running: Animation[];
        do {
          await new Promise((resolve) => setTimeout(resolve));
          running = panel.getAnimations();
        } while (running.length === 0 && performance.now() < until);
        return running.map((animation) => [
          (animation as CSSTransition).transitionProperty,
          animation.effect!.getTiming().duration,
        ]);
      }, PATIENCE_MS);
      expect(durations).toContainEqual(['height', 200]);
      await expect(question).toHaveAttribute('aria-expanded', expanded);
      await expect.poll(() => answer.evaluate((element) => element.getAnimations().length)).toBe(0);
    }
    await expect(answer).toBeHidden();
  });
});
