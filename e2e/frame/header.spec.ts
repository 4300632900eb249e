/** The header: compact above 100 px of scroll, the visitor's section marked; every-page.spec.ts: where it is bare. */
import type { Page } from 'playwright/test';
import { openHydrated } from '../fixtures/hydrated.ts';
import { recordShifts } from '../fixtures/layout-shifts.ts';
import { newMember, signIn } from '../fixtures/members.ts';
import { withMotion } from '../fixtures/motion.ts';
import { expect, test } from '../fixtures/test.ts';

test.use(withMotion);

const header = (page: Page) => page.getByRole('banner');
type Box = DOMRect & { name: string };
/** Px of the window that the header covers. */
const covered = (page: Page): Promise<number> => header(page).evaluate((bar) => bar.getBoundingClientRect().bottom);

for (const [width, normal] of [
  [1440, 84],
  [390, 68],
] as const) {
  test(`compact above 100 px of scroll and back, and nothing is shifted, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 700 });
    const shifts = await recordShifts(page);
    await openHydrated(page, '/contact');
    await page.evaluate(() => document.fonts.ready);
    expect(Math.round(await covered(page))).toBe(normal + 1);

    await page.evaluate(() => scrollTo(0, 100));
    await expect(header(page)).not.toHaveAttribute('data-compact');
    await page.evaluate(() => scrollTo(0, 101));
    await expect.poll(() => covered(page)).toBe(61);
    const contact = await header(page).getByRole('link', { name: 'Contact Us' }).boundingBox();
    expect(contact!.y + contact!.height / 2, 'the row is in the middle of what is seen').toBeCloseTo(32, 0);
    expect(contact!.height).toBeGreaterThanOrEqual(44);

    await page.evaluate(() => scrollTo(0, 0));
    await expect.poll(() => covered(page)).toBe(normal + 1);
    expect(await shifts()).toEqual([]);
  });
}

test('the page itself is marked, and the section that another page belongs to', async ({ page }) => {
  const marked = header(page).locator('[aria-current]');
  await openHydrated(page, '/career');
  await expect(marked).toHaveText('Career');
  await expect(marked).toHaveAttribute('aria-current', 'page');
  await openHydrated(page, '/post/1');
  await expect(marked).toHaveText('Blog');
  await expect(marked).toHaveAttribute('aria-current', 'true');
  await openHydrated(page, '/');
  await expect(marked).toHaveCount(0);

  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  for (const width of [320, 390, 480, 1024, 1440]) {
    await page.setViewportSize({ width, height: 700 });
    const covered = await header(page).evaluate((bar) =>
      [...bar.querySelectorAll('a, button')]
        .filter((target) => target.checkVisibility())
        .filter((target) => {
          const { left, top, width: wide, height } = target.getBoundingClientRect();
          const places = [0.1, 0.5, 0.9].map((part) => document.elementFromPoint(left + wide * part, top + height / 2));
          return !places.every((place) => target.contains(place));
        })
        .map((target) => target.outerHTML.slice(0, 60)),
    );
    expect(covered, `with letters twice as large, ${width} px`).toEqual([]);
  }
  const tops = await header(page)
    .getByRole('link', { name: /^(Login|Contact Us)$/ })
    .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top));
  expect(tops, 'buttons in a row').toEqual([tops[0], tops[0]]);

  await page.evaluate(() => (document.documentElement.style.fontSize = ''));
  await spaceText(page);
  for (const width of [360, 390, 425, 1024, 1100]) {
    await page.setViewportSize({ width, height: 700 });
    expect(await misfits(page), `with text spaced, ${width} px`).toEqual([]);
    expect(await tooWide(page), `cut off or beyond its link, ${width} px`).toEqual([]);
  }
});

test('translated into longer words, the links of the navigation take two rows and cover nothing', async ({ page }) => {
  const german = {
    'About Us': 'Über uns',
    Services: 'Dienstleistungen',
    Industries: 'Branchen',
    Career: 'Karriere',
    Login: 'Anmelden',
    'Contact Us': 'Kontaktieren Sie uns',
  };
  await openHydrated(page, '/career');
  await header(page)
    .locator('a')
    .evaluateAll((links, words: Record<string, string>) => {
      for (const link of links) {
        const text = document.createTreeWalker(link, NodeFilter.SHOW_TEXT).nextNode() as Text | null;
        if (text) text.data = words[text.data] ?? text.data;
      }
    }, german);
  for (const width of [1024, 1100, 1240]) {
    await page.setViewportSize({ width, height: 700 });
    expect(await misfits(page), `${width} px`).toEqual([]);
    expect(await tooWide(page), `cut off or beyond its link, ${width} px`).toEqual([]);
  }
});

test('a member has room in it at every width: one row, all of it within the window', async ({
  page,
  site,
  mailbox,
}) => {
  const email = await newMember(site, mailbox, { username: 'Oluwaseun Adebayo-Whitfield' });
  await signIn(page.request, email, site.url);
  await openHydrated(page, '/about');
  await page.evaluate(() => document.fonts.ready);
  for (const width of [1024, 1100, 1240, 1440]) {
    await page.setViewportSize({ width, height: 700 });
    expect(await misfits(page), `${width} px`).toEqual([]);
    const tops = await header(page)
      .getByRole('navigation')
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top));
    expect(new Set(tops).size, `one row of links, ${width} px`).toBe(1);
    const gaps = await header(page)
      .getByRole('navigation')
      .locator('a span')
      .evaluateAll((words) => {
        const boxes = words.map((word) => word.getBoundingClientRect());
        return boxes.slice(1).map(({ left }, at) => left - boxes[at]!.right);
      });
    expect(Math.min(...gaps), `between two links, ${width} px`).toBeGreaterThanOrEqual(14);
  }
  const name = header(page).getByRole('link', { name: 'Oluwaseun Adebayo-Whitfield' });
  const { height } = (await name.boundingBox())!;
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  expect((await name.boundingBox())!.height, 'it grows no more than what is beside it').toBe(height);
  await page.evaluate(() => (document.documentElement.style.fontSize = ''));
  await spaceText(page);
  for (const width of [360, 1024]) {
    await page.setViewportSize({ width, height: 700 });
    expect(await misfits(page), `with text spaced, ${width} px`).toEqual([]);
  }
  await test.step('a long name that runs from right to left loses its end, not its beginning', async () => {
    const username = 'عبدالرحمن عبدالعزيز بن عبدالله آل عبداللطيف';
    await signIn(page.request, await newMember(site, mailbox, { username }), site.url);
    await page.goto('/about');
    const name = header(page).getByRole('link', { name: username });
    const outside = await name.evaluate((link) => {
      const first = document.createRange();
      first.setStart(link.firstChild!, 0);
      first.setEnd(link.firstChild!, 1);
      return first.getBoundingClientRect().right - link.getBoundingClientRect().right;
    });
    expect(outside).toBeLessThanOrEqual(0);
  });
});

/** As WCAG 1.4.12 says. */
async function spaceText(page: Page): Promise<void> {
  await page.evaluate(() => {
    const spaced = new CSSStyleSheet();
    spaced.replaceSync('* { letter-spacing: .12em !important; word-spacing: .16em !important; }');
    document.adoptedStyleSheets.push(spaced);
  });
}

/** The links that do not hold their words. */
function tooWide(page: Page): Promise<string[]> {
  return header(page)
    .getByRole('link')
    .evaluateAll((links) => links.filter((link) => link.scrollWidth > link.clientWidth).map((link) => link.outerHTML));
}

/** The links and buttons that do not fit into the header: of more than one line, over another one, or outside. */
function misfits(page: Page): Promise<string[]> {
  return header(page).evaluate((bar) => {
    const parts = [...bar.querySelectorAll('a, button')].filter((part) => part.checkVisibility());
    const boxes = parts.map((part) => ({ name: part.textContent, ...part.getBoundingClientRect().toJSON() }) as Box);
    const inOrder = boxes.toSorted((one, other) => one.left - other.left);
    // In two rows, the targets of links may reach into each other, but not their words.
    const isOver = (one: Box, other: Box) =>
      one.left < other.right && one.top < other.bottom - 6 && other.top < one.bottom - 6;
    return inOrder
      .filter(
        (box, at) =>
          box.height > 50 || box.right > innerWidth || inOrder.slice(0, at).some((other) => isOver(box, other)),
      )
      .map(({ name }) => name);
  });
}

test('Industries leads to a section of the home page', async ({ page }) => {
  await openHydrated(page, '/contact');
  await header(page).getByRole('link', { name: 'Industries' }).click();
  await expect(page).toHaveURL(/\/#industries$/);
});
