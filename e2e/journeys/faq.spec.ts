/** Seventeen questions, their answers and their URLs. */
import type { Locator } from 'playwright/test';
import { drawn } from '../fixtures/frames.ts';
import { hydrated, openHydrated } from '../fixtures/hydrated.ts';
import { phone } from '../fixtures/screens.ts';
import { expect, test } from '../fixtures/test.ts';

/** What the specification states, by the question that must say it. */
const facts: Record<string, RegExp> = {
  services: /front-end development and backend development/,
  duration: /Small projects take 4-6 weeks/,
  team: /10\+ professionals/,
  experience: /over 5 years.*20\+ projects.*4\.8\/5/,
  reach: /Monday to Saturday, 7:00am to 5PM/,
  deposit: /not refundable/,
  referral: /registers and pays for a service, you earn tokens worth 3 dollars.*email/,
  redeem: /\(30 days\) after the person you referred registers/,
  tokens: /payments.*discounts.*trading on supported platforms/,
};

test('one answer at most is open, marked with a minus; pressing it again closes it', async ({ page }) => {
  await page.setViewportSize(phone);
  await openHydrated(page, '/faq');
  const main = page.getByRole('main');
  const questions = main.getByRole('button');
  await expect(questions).toHaveCount(17);
  const open = main.getByRole('button', { expanded: true });
  await expect(open).toHaveCount(0);
  for (const question of await questions.all()) {
    await expect(question).toContainText('+');
    await question.click();
    await expect(open).toHaveCount(1);
    await expect(question).toHaveAttribute('aria-expanded', 'true');
    await expect(question).toContainText('-');
    await expect(main.getByRole('region')).toHaveText(/\w{3}.*\./);
  }
  await questions.last().click();
  await expect(open).toHaveCount(0);
  await test.step('a question stays where it was pressed, whatever closes above it', async () => {
    const placeOf = (question: Locator) => question.evaluate((button) => button.getBoundingClientRect().top);
    await questions.nth(2).click();
    const next = questions.nth(3);
    // Of the answer that is open, the end can be seen.
    await next.evaluate((button) => scrollBy({ top: button.getBoundingClientRect().top - 140, behavior: 'instant' }));
    const before = await placeOf(next);
    await next.click();
    await expect(next).toHaveAttribute('aria-expanded', 'true');
    await drawn(page);
    expect(Math.abs((await placeOf(next)) - before)).toBeLessThan(3);
    await next.click();
  });
  await test.step('coming back finds the same answer open', async () => {
    const deposit = main.getByRole('button', { name: 'Is the deposit refundable?' });
    await deposit.click();
    await main.getByRole('region').getByRole('link').click();
    await expect(page).not.toHaveURL(/faq/);
    await page.goBack();
    await expect(open).toHaveCount(1);
    await expect(deposit).toHaveAttribute('aria-expanded', 'true');
    await page.reload();
    await hydrated(page);
    await expect(deposit).toHaveAttribute('aria-expanded', 'true');
    await deposit.click();
    await main.getByRole('link', { name: 'Contact Us' }).click();
    await expect(page).toHaveURL(/contact/);
    await page.goBack();
    await expect(questions).toHaveCount(17);
    await expect(open, 'closed again').toHaveCount(0);
  });
  await test.step('in a low window the link beside the questions is within reach', async () => {
    await page.setViewportSize({ width: 1280, height: 420 });
    const link = main.getByRole('link', { name: 'Contact Us' });
    // A page that the browser has kept has the focus there already.
    await questions.first().focus();
    await link.focus();
    await expect(link).toBeInViewport({ ratio: 1 });
  });
});

test('answers state the facts of the specification; each has an address, and on paper all can be read', async ({
  page,
}) => {
  const answer = page.getByRole('main').getByRole('region');
  for (const [index, [id, fact]] of Object.entries(facts).entries()) {
    // The first by loading its URL, the others by changing the fragment, as links within the page do.
    if (index === 0) await openHydrated(page, `/faq#${id}`);
    else await page.evaluate((name) => (location.hash = name), id);
    await expect(answer).toHaveText(fact);
    await expect(answer).toHaveCount(1);
    await expect(answer).toBeInViewport();
  }
  const place = (): Promise<number> => page.evaluate(() => scrollY);
  const asked = await place();
  await test.step('the way back to one leads to where the visitor was', async () => {
    await page.evaluate(() => scrollBy(0, -300));
    await expect.poll(place).toBe(asked - 300);
    await page.getByRole('banner').getByRole('link', { name: 'Career' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Career');
    await page.goBack();
    await expect(answer).toHaveText(Object.values(facts).at(-1)!);
    await drawn(page);
    expect(await place()).toBe(asked - 300);
  });
  await test.step('and so does loading its address again, which opens it', async () => {
    await page.reload();
    await hydrated(page);
    await expect(answer).toHaveText(Object.values(facts).at(-1)!);
    await drawn(page);
    expect(await place()).toBe(asked - 300);
  });
  await page.emulateMedia({ media: 'print' });
  for (const fact of Object.values(facts)) await expect(page.getByText(fact)).toBeVisible();
  const items = page.getByRole('main').locator('div:has(> h2 > button)');
  await expect(items).toHaveCount(17);
  const breaks = await items.evaluateAll((all) => all.map((item) => getComputedStyle(item).breakInside));
  expect(new Set(breaks), 'no answer is torn from its question between sheets').toEqual(new Set(['avoid']));
});

test('without script all answers can be read, and none is marked as closed', async ({ withoutScript: page }) => {
  await page.goto('/faq');
  for (const fact of Object.values(facts)) await expect(page.getByText(fact)).toBeVisible();
  await expect(page.getByRole('main').getByText('+', { exact: true }).filter({ visible: true })).toHaveCount(0);
});
