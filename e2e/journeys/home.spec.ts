/** The home page: what is on it, what it does, and how its sections come to life. */
import type { Locator, Page } from 'playwright/test';
import { services, serviceHref } from '../../shared/content/services.ts';
import { scrollToEnd } from '../../tooling/bench/vitals.ts';
import { hold } from '../fixtures/held.ts';
import { hydrated, openHydrated } from '../fixtures/hydrated.ts';
import { withMotion } from '../fixtures/motion.ts';
import { screens } from '../fixtures/screens.ts';
import { stopTime } from '../fixtures/stopped-time.ts';
import { expect, test } from '../fixtures/test.ts';

const TICK_MS = 200;

const section = (page: Page, heading: string): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: heading, exact: true }) });

/** The sections' code is one chunk of the remote. */
const sectionsChunk = /\/remotes\/mf-marketing\/[^/]+\/assets\/sections-/;

/** How much higher each element is, in px, than it was assumed to be before the browser laid it out. */
const fromAssumed = (elements: (HTMLElement | SVGElement)[]) =>
  elements.map((element) => {
    const assumed = element.getBoundingClientRect().height;
    element.style.contentVisibility = 'visible';
    const { height } = element.getBoundingClientRect();
    element.style.removeProperty('content-visibility');
    return height - assumed;
  });

/** Moves the pointer like a visitor, which brings what is near to life. */
async function show(part: Locator): Promise<void> {
  await part.page().mouse.move(50, 50);
  // Coming to life puts other elements in the place of these.
  await expect(() => part.scrollIntoViewIfNeeded({ timeout: 1_000 })).toPass();
  await expect(part.locator('xpath=ancestor::*[@data-static]')).toHaveCount(0);
}

for (const { name, viewport } of screens) {
  test.describe(`on a ${name}`, () => {
    test.use({ viewport });

    test('the home page in one visit, from its first view to its last section', async ({ page, request }) => {
      test.slow(); // All of the page, on a busy machine.
      const script = await hold(page, '**/assets/client-*.js');
      await page.goto('/', { waitUntil: 'commit' });
      await test.step('what is far from the window is not painted until the page is idle', async () => {
        const questions = section(page, 'Questions, answered');
        const isDrawn = () => questions.evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }));
        await expect.poll(isDrawn).toBe(false);
        // Otherwise the page would move under a visitor who goes to its end, or back from there.
        for (const difference of await page.getByRole('main').locator('[data-static]').evaluateAll(fromAssumed))
          expect(Math.abs(difference)).toBeLessThan(10);
        script.release();
        await hydrated(page);
        await expect.poll(isDrawn).toBe(true);
        await expect(questions.locator('xpath=ancestor::*[@data-static]')).toHaveCount(1);
        await show(questions);
      });
      await test.step('two ways to the contact form in the first view, then the sections in their order', async () => {
        const ways = page.getByRole('main').getByRole('link', { name: 'Get In Touch' });
        await expect(ways).toHaveCount(2);
        for (const way of await ways.all()) await expect(way).toHaveAttribute('href', '/contact');
        await expect(page.getByRole('heading', { level: 2 })).toHaveText([
          'Portfolio',
          'What clients say',
          'We Transform Your Idea',
          'Services',
          'How It Works',
          'Industries',
          'From the blog',
          'Questions, answered',
          // The footer's own.
          ...(await page.getByRole('contentinfo').getByRole('heading', { level: 2 }).allTextContents()),
        ]);
        await expect(section(page, 'We Transform Your Idea').getByRole('link', { name: 'About Us' })).toHaveAttribute(
          'href',
          '/about',
        );
      });

      // The tests' visitors want less motion.
      await test.step('the banners are two lists that stand still, and the figures are there', async () => {
        const banners = page.getByRole('region', { name: 'What we do, and for whom' });
        await expect(banners.getByRole('list')).toHaveCount(2);
        await expect(banners.getByText('Hospitality').and(page.locator(':visible'))).toHaveCount(1);
        await expect(banners.getByRole('checkbox')).toBeHidden();
        const facts = page.getByRole('region', { name: 'Key facts' });
        await show(facts);
        await expect(facts.locator('li > [aria-hidden]:first-child')).toHaveText(['5', '20+', '7+']);
      });
      await test.step('four services, each leading to its own way in', async () => {
        const cards = section(page, 'Services').getByRole('article');
        await expect(cards.getByRole('heading')).toHaveText([
          'Web Development',
          'Mobile App Development',
          'UI/UX Design',
          'Graphic Design',
        ]);
        for (const [index, service] of services.slice(0, 4).entries()) {
          await expect(cards.nth(index).getByRole('link', { name: 'Get Started' })).toHaveAttribute(
            'href',
            serviceHref(service),
          );
        }
      });

      await test.step('Preview shows three screens of a case and tells its story, with the focus in it', async () => {
        const portfolio = section(page, 'Portfolio');
        await expect(portfolio.getByRole('heading', { level: 3 })).toHaveText(['Ecommerce', 'Ecommerce', 'Ecommerce']);
        await show(portfolio);
        const seen = { drawings: new Set<string>(), stories: new Set<string>() };
        for (const preview of await portfolio.getByRole('button', { name: 'Preview' }).all()) {
          await preview.focus();
          await expect(preview, 'with the focus, all of it is seen').toBeInViewport({ ratio: 1 });
          await preview.click();
          const dialog = page.getByRole('dialog', { name: 'Ecommerce' });
          await expect(dialog.getByRole('term')).toHaveText(['The problem', 'What we made', 'The result']);
          for (const text of await dialog.getByRole('definition').allInnerTexts()) seen.stories.add(text);
          const tabs = dialog.getByRole('tab');
          await expect(tabs).toHaveCount(3);
          await tabs.first().click();
          for (let tab = 0; tab < 3; tab++) {
            await expect(tabs.nth(tab)).toHaveAttribute('aria-selected', 'true');
            await expect(tabs.nth(tab)).toBeFocused();
            const screen = dialog.getByRole('tabpanel').locator('svg');
            await expect(screen).toBeInViewport();
            seen.drawings.add(await screen.innerHTML());
            await page.keyboard.press('ArrowRight');
          }
          for (let stop = 0; stop < 4; stop++) {
            await page.keyboard.press('Tab');
            expect(
              await dialog.evaluate(
                (element) =>
                  [document.body, element].some((place) => place === document.activeElement) ||
                  element.contains(document.activeElement),
              ),
            ).toBe(true);
          }
          await page.keyboard.press('Escape');
          await expect(dialog).toBeHidden();
          await expect(preview).toBeFocused();
        }
        expect(seen.drawings.size, 'no screen is shown twice').toBe(9);
        expect(seen.stories.size).toBe(9);
      });

      await test.step('three articles lead to the posts of the same name, View More to all', async () => {
        const blog = section(page, 'From the blog');
        await expect(blog.getByRole('link', { name: 'View More' })).toHaveAttribute('href', '/blogs');
        const links = blog.getByRole('heading', { level: 3 }).getByRole('link');
        await expect(links).toHaveCount(3);
        for (const link of await links.all()) {
          const answer = await request.get((await link.getAttribute('href'))!.replace('/post/', '/api/blogs/posts/'));
          expect(await answer.json()).toMatchObject({ title: await link.textContent() });
        }
      });

      await test.step('clients: two beside each other, one on a phone; round again after the last', async () => {
        const carousel = page.getByRole('group', { name: 'Testimonials', exact: true });
        await show(carousel);
        const [previous, next] = [
          carousel.getByRole('button', { name: 'Previous slide' }),
          carousel.getByRole('button', { name: 'Next slide' }),
        ];
        const readable = carousel.getByRole('figure').and(page.locator(':not([inert] *)'));
        const beside = name === 'phone' ? 1 : 2;
        await expect(readable).toHaveCount(beside);
        await expect(previous).toBeDisabled();
        for (let step = 0; step < 4 - beside; step++) {
          const before = await readable.first().innerText();
          await next.click();
          await expect(readable.first()).not.toHaveText(before);
          await expect(previous).toBeEnabled();
        }
        await next.click();
        await expect(readable.first()).toContainText('Adaeze N.');
        await expect(previous).toBeDisabled();
      });

      await test.step('five questions, one answer at most', async () => {
        const faq = section(page, 'Questions, answered');
        await show(faq);
        const buttons = faq.getByRole('button');
        await expect(buttons).toHaveCount(5);
        await buttons.nth(0).click();
        await buttons.nth(1).click();
        await expect(faq.getByRole('button', { expanded: true })).toHaveText(/How long does a project take\?/);
        await expect(faq.getByRole('region')).toContainText('Small projects take 4-6 weeks.');
        await buttons.nth(1).click();
        await expect(faq.getByRole('button', { expanded: true })).toHaveCount(0);
        await expect(faq.getByRole('link', { name: 'All questions' })).toHaveAttribute('href', '/faq');
      });
      await test.step('the eight industries and the four steps', async () => {
        await expect(section(page, 'Industries').getByRole('listitem')).toHaveText([
          'Healthcare',
          'E-commerce',
          'Fintech',
          'Education',
          'Logistics',
          'Real estate',
          'Energy',
          'Hospitality',
        ]);
        await expect(section(page, 'How It Works').getByRole('heading', { level: 3 })).toHaveText([
          /^1\. /,
          /^2\. /,
          /^3\. /,
          /^4\. /,
        ]);
      });
    });
  });
}

test.describe('what moves', () => {
  test.use(withMotion);

  test('the key facts rise by one each 200 ms once they are in view, to 5, 20+ and 7+', async ({ page, request }) => {
    expect(await (await request.get('/')).text()).toMatch(/>5<.*>20\+<.*>7\+</s);
    await page.clock.install();
    await openHydrated(page, '/');
    const figures = page.getByRole('region', { name: 'Key facts' }).locator('li > [aria-hidden]:first-child');
    await expect(figures).toHaveText(['5', '20+', '7+']);
    await stopTime(page);
    await page.mouse.move(50, 50);
    await figures.first().scrollIntoViewIfNeeded();
    // The section comes to life after two frames, which the stopped clock gives.
    await expect(async () => {
      await page.clock.runFor(40);
      const served = figures.first().locator('xpath=ancestor::*[@data-static]');
      await expect(served).toHaveCount(0, { timeout: 3_000 });
    }).toPass();
    await expect(figures).toHaveText(['0', '0+', '0+']);
    await page.clock.runFor(TICK_MS - 1);
    await expect(figures).toHaveText(['0', '0+', '0+']);
    await page.clock.runFor(1);
    await expect(figures).toHaveText(['1', '1+', '1+']);
    await page.clock.runFor(5 * TICK_MS);
    await expect(figures).toHaveText(['5', '6+', '6+']);
    await page.clock.runFor(30 * TICK_MS);
    await expect(figures).toHaveText(['5', '20+', '7+']);
  });

  test('the name banners can be paused, without script as well', async ({ withoutScript: page }) => {
    await page.goto('/');
    const banners = page.getByRole('region', { name: 'What we do, and for whom' });
    const row = banners.getByText('Healthcare').first().locator('xpath=ancestor::div[1]');
    const state = () => row.evaluate((element) => getComputedStyle(element).animationPlayState);
    expect(await state()).toBe('running');
    // The button covers no word, at any width.
    for (const width of [390, 768, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      const [words, button] = await Promise.all([
        banners.locator('> div').boundingBox(),
        banners.getByRole('checkbox').boundingBox(),
      ]);
      expect(button!.y, `${width} px`).toBeGreaterThanOrEqual(words!.y + words!.height);
    }
    await banners.getByRole('checkbox', { name: 'Pause the scrolling banners' }).check();
    expect(await state()).toBe('paused');
  });

  test('sections rise into view once, in 500 ms', async ({ page }) => {
    await openHydrated(page, '/');
    const heading = section(page, 'Industries').getByRole('heading', { level: 2 });
    await page.mouse.move(50, 50);
    // Near enough to come to life, and not yet in view.
    await heading.evaluate((element) =>
      scrollBy({ top: element.getBoundingClientRect().top - innerHeight - 200, behavior: 'instant' }),
    );
    await expect(heading.locator('xpath=ancestor::*[@data-static]')).toHaveCount(0);
    const rises = () =>
      heading.evaluate((element) =>
        element
          .parentElement!.getAnimations()
          .map(({ effect, playState }) => [effect!.getTiming().duration, playState]),
      );
    await page.mouse.wheel(0, 10);
    await expect.poll(rises).toEqual([[500, 'paused']]);
    await heading.scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 400);
    await expect.poll(rises).toEqual([]);
    await expect(heading).toBeInViewport();
  });
});

for (const [link, id] of [
  ['Industries', 'industries'],
  ['How It Works', 'how-it-works'],
] as const) {
  test(`${link} leads to its section, from another page too`, async ({ page }) => {
    await openHydrated(page, '/about');
    await page.getByRole('link', { name: link, exact: true }).first().click();
    await expect(page).toHaveURL(`/#${id}`);
    await expect(section(page, link)).toHaveId(id);
    await expect(section(page, link)).toBeInViewport();
    await expect(section(page, link), 'it is read from there').toBeFocused();
  });
}

test('a link to a section stops where it begins, right below the header, alive or not', async ({ page }) => {
  await page.setViewportSize(screens[1].viewport);
  const industries = section(page, 'Industries');
  // Whether the sections above get their real heights in the frame in which one comes to life is chance: several tries.
  for (let round = 0; round < 4; round += 1) {
    await openHydrated(page, '/');
    // With its code at hand, a section comes to life as soon as it is reached.
    const code = page.waitForResponse(sectionsChunk);
    await page.mouse.move(50, 50 + round);
    await page.mouse.wheel(0, 40);
    await (await code).finished();
    await page.getByRole('banner').getByRole('link', { name: 'Industries' }).click();
    await expect(industries).toBeInViewport();
    await expect(industries.locator('xpath=ancestor::*[@data-static]')).toHaveCount(0);
    const gap = () =>
      page.evaluate(
        () =>
          document.getElementById('industries')!.getBoundingClientRect().top -
          document.querySelector('header')!.getBoundingClientRect().bottom,
      );
    await expect.poll(async () => Math.abs(await gap())).toBeLessThan(2);
    await expect(industries, 'it is read from there').toBeFocused();
  }
});

test('what leads into the sections begins in one column, at every width', async ({ page }) => {
  await openHydrated(page, '/');
  // Lines break elsewhere in the fonts of the system.
  await page.evaluate(() => document.fonts.ready);
  const leads = [
    page.getByText('We design and build websites, apps and brands'),
    page.getByText('An idea arrives as loose threads.'),
    ...['Portfolio', 'Services', 'Industries'].map((name) => section(page, name).locator('h2 + p')),
  ];
  for (const width of [390, 768, 1024, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const lefts = await Promise.all(leads.map(async (lead) => Math.round((await lead.boundingBox())!.x)));
    expect(new Set(lefts).size, `${width} px: ${lefts.join(', ')}`).toBe(1);
  }
  await test.step('the narrowest screens break no word of the heading', async () => {
    await page.setViewportSize({ width: 280, height: 653 });
    const lines = page.getByRole('heading', { level: 1 }).locator('span');
    const heights = await lines.evaluateAll((all) =>
      all.map((line) => line.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(line).lineHeight)),
    );
    expect(heights.map(Math.round)).toEqual([1, 1]);
  });
  await test.step('names of the banners are separated from each other, not from the ends of their line', async () => {
    await page.setViewportSize({ width: 768, height: 900 });
    const banners = page.getByRole('region', { name: 'What we do, and for whom' });
    await show(banners);
    // Those of the other list are in the shadow of the card above.
    const list = banners.getByRole('list').last();
    const placesOfNames = () =>
      list.getByRole('listitem').evaluateAll((all) =>
        all.map((name) => {
          const text = document.createRange();
          text.selectNodeContents(name);
          const { left, right, top, bottom } = text.getBoundingClientRect();
          return { left, right, y: (top + bottom) / 2 };
        }),
      );
    // What the browser has not laid out yet has no place.
    const lines = async () => new Set((await placesOfNames()).map(({ y }) => y)).size;
    await expect.poll(lines, 'lines').toBeGreaterThan(1);
    const names = await placesOfNames();
    const beside = (x: number, y: number) => page.screenshot({ clip: { x, y: y - 2, width: 36, height: 4 } });
    const blank = await beside(768 - 36, names[0]!.y);
    for (const [index, { left, right, y }] of names.entries()) {
      const isBegin = names[index - 1]?.y !== y;
      expect((await beside(left - 38, y)).equals(blank), `before name ${index}`).toBe(isBegin);
      const isEnd = names[index + 1]?.y !== y;
      expect((await beside(right + 2, y)).equals(blank), `after name ${index}`).toBe(isEnd);
    }
  });
  await test.step('letters twice as large cut off no name of the banners', async () => {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    const names = page.getByRole('region', { name: 'What we do, and for whom' }).getByRole('listitem');
    const ends = await names.evaluateAll((all) =>
      all.map((name) => {
        const text = document.createRange();
        text.selectNodeContents(name);
        return text.getBoundingClientRect().right;
      }),
    );
    expect(Math.min(...ends)).toBeGreaterThan(0);
    expect(Math.max(...ends)).toBeLessThanOrEqual(360);
  });
});

/** How far a phone of 390 px may have to scroll; it used to be 12,050. */
const LONGEST_PX = 7_500;

test(`on a phone it is at most ${LONGEST_PX} px long, with motion and without`, async ({ page }) => {
  await page.setViewportSize(screens[0].viewport);
  await page.goto('/');
  // Until the visitor has been near them, the heights of sections are assumed.
  await scrollToEnd(page);
  for (const reducedMotion of ['reduce', 'no-preference'] as const) {
    await page.emulateMedia({ reducedMotion });
    expect(await page.evaluate(() => document.documentElement.scrollHeight), reducedMotion).toBeLessThanOrEqual(
      LONGEST_PX,
    );
  }
});

test.describe('islands', () => {
  test.use({ viewport: screens[0].viewport });

  test('their code is fetched when the visitor moves; a button pressed before that is pressed then', async ({
    page,
  }) => {
    const held = await hold(page, sectionsChunk);
    await openHydrated(page, '/');
    await page.waitForLoadState('networkidle');
    expect(held.asked).toEqual([]);
    const request = page.waitForRequest(sectionsChunk);
    await page.mouse.wheel(0, 600);
    await request;
    const question = page.getByRole('button', { name: 'What services do you offer?' });
    await question.click();
    await expect(question).toHaveAttribute('aria-expanded', 'false');
    held.release();
    await expect(question).toHaveAttribute('aria-expanded', 'true');
    await expect(question, 'the focus stays where it was').toBeFocused();
  });

  test('a button counts that is replaced while it is pressed, unless the press ends elsewhere', async ({ page }) => {
    const names = ['What services do you offer?', 'How long does a project take?'];
    const [asked, other] = names.map((name) => page.getByRole('button', { name })) as [Locator, Locator];
    for (const end of [other, asked]) {
      await page.unrouteAll();
      const held = await hold(page, sectionsChunk);
      await openHydrated(page, '/');
      const request = page.waitForRequest(sectionsChunk);
      await page.mouse.wheel(0, 600);
      await request;
      await asked.hover();
      await page.mouse.down();
      held.release();
      await expect(page.locator('[data-static]', { has: asked })).toHaveCount(0);
      await end.hover();
      await page.mouse.up();
      await expect(asked).toHaveAttribute('aria-expanded', String(end === asked));
      await expect(other).toHaveAttribute('aria-expanded', 'false');
    }
    await asked.click();
    await expect(asked, 'from then on it is a press as any').toHaveAttribute('aria-expanded', 'false');
  });

  test('links work before the code has loaded; a navigation brings all of it', async ({ page }) => {
    const held = await hold(page, sectionsChunk);
    await openHydrated(page, '/');
    await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
    await section(page, 'We Transform Your Idea').getByRole('link', { name: 'About Us' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Us');
    held.release();
    await page.getByRole('banner').getByRole('link', { name: 'Portloom, home' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Software');
    const question = page.getByRole('button', { name: 'What services do you offer?' });
    await question.click();
    await expect(question).toHaveAttribute('aria-expanded', 'true');
    expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true);
  });

  test.describe('whose code does not come', () => {
    test.use({ expectedComplaints: { matching: [/Failed to load resource/, /sections-/] } });

    test('stay readable, and come to life with the next touch', async ({ page }) => {
      await page.route(sectionsChunk, (route) => route.abort());
      await openHydrated(page, '/');
      const question = page.getByRole('button', { name: 'What services do you offer?' });
      const failed = page.waitForEvent('requestfailed', (request) => sectionsChunk.test(request.url()));
      await question.click();
      await failed;
      await expect(section(page, 'Portfolio')).toBeVisible();
      await hydrated(page);
    });
  });
});

test('without script everything can be read: stories of the cases, answers, figures', async ({
  withoutScript: page,
}) => {
  await page.setViewportSize(screens[0].viewport);
  await page.goto('/');
  await expect(section(page, 'Portfolio').getByText('Both prices on every page from the first')).toBeVisible();
  await expect(section(page, 'Portfolio').getByRole('button', { name: 'Preview' }).first()).toBeHidden();
  await expect(page.getByText('Small projects take 4-6 weeks. We split a larger one')).toBeVisible();
  await expect(page.getByText('7+').first()).toBeVisible();
});
