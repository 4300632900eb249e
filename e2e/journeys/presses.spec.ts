/** What follows a press or a key: counted, never timed (decision 136). */
import { countCommits } from '../fixtures/commits.ts';
import { hydrated, openHydrated } from '../fixtures/hydrated.ts';
import { expect, test } from '../fixtures/test.ts';

test('turning to a form asks for what checks it behind the frame that answers', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const isControlAsked = () => asked.some((path) => path.includes('contact-control'));
  await openHydrated(page, '/contact');
  await page.evaluate(() => {
    const held: FrameRequestCallback[] = [];
    const { requestAnimationFrame: next } = globalThis;
    Object.assign(globalThis, {
      requestAnimationFrame: (work: FrameRequestCallback) => held.push(work),
      letFramesGo() {
        globalThis.requestAnimationFrame = next;
        for (const work of held) next(work);
      },
    });
    document.querySelector<HTMLElement>('[name="fullName"]')!.focus();
    // Whatever was requested before this has been reported before this.
    return fetch('/robots.txt').then((answer) => answer.text());
  });
  await expect.poll(() => asked).toContain('/robots.txt');
  expect(isControlAsked()).toBe(false);
  await page.evaluate(() => (globalThis as unknown as { letFramesGo: () => void }).letFramesGo());
  await expect.poll(isControlAsked).toBe(true);
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
