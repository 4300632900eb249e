/** States that pages do not open in, and keyboard-only use; every-page.spec.ts covers what holds on every page. */
import type { Locator } from 'playwright/test';
import { contactCall } from '../shared/contracts/contact.ts';
import { postCalls } from '../shared/contracts/posts.ts';
import { expectNoViolations, overflowing, smallTargets } from './fixtures/accessibility.ts';
import { openHydrated } from './fixtures/hydrated.ts';
import { newMember, signIn } from './fixtures/members.ts';
import { phone, widths } from './fixtures/screens.ts';
import { expect, test } from './fixtures/test.ts';

test.describe('states', () => {
  test.use({ expectedComplaints: { matching: [/^Failed to load resource/, /^ApiError: /] } });

  test('the contact form with errors, and after sending', async ({ page }) => {
    await page.addInitScript((clearAfter) => {
      const { setTimeout } = globalThis;
      // The form's messages must stay while axe, which has its own timers, looks at them.
      globalThis.setTimeout = ((...args: Parameters<typeof setTimeout>) =>
        args[1] === clearAfter ? 0 : setTimeout(...args)) as typeof setTimeout;
    }, 3000);
    await openHydrated(page, '/contact');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expectNoViolations(page);
    await test.step('with more contrast for visitors who ask for it', async () => {
      await page.emulateMedia({ contrast: 'more' });
      await expectNoViolations(page, [phone], (axe) => axe.withRules('color-contrast-enhanced'));
      await page.emulateMedia({ contrast: null });
    });
    await test.step('enlarged four times, the page shows where its list of errors begins', async () => {
      await page.setViewportSize({ width: 320, height: 225 });
      await page.getByRole('button', { name: 'Send Message' }).click();
      await expect(page.getByText('5 fields need another look')).toBeInViewport();
    });

    const values = {
      'Full Name': 'Adaeze',
      'Company Name': 'Nwosu',
      Email: 'adaeze@nwosu.example',
      Phone: '08031234567',
      Message: 'Hello',
    };
    for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value);
    await test.step('an answer that is one long word stays in the form', async () => {
      await page.route(`**${contactCall}`, (route) => route.fulfill({ status: 503, body: 'x'.repeat(300) }));
      await page.getByRole('button', { name: 'Send Message' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
      expect(await overflowing(page)).toEqual([]);
      await page.unroute(`**${contactCall}`);
    });
    const held = Promise.withResolvers<void>();
    await page.route(`**${contactCall}`, async (route) => {
      await held.promise;
      await route.fulfill({ status: 201, json: { id: '1' } });
    });
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByRole('button', { name: 'Submitting...' })).toBeVisible();
    await expectNoViolations(page);
    held.resolve();
    await expect(page.getByRole('status')).toBeVisible();
    await expectNoViolations(page);
  });

  test('a page that does not exist', async ({ page }) => {
    await openHydrated(page, '/no/such/page');
    await expectNoViolations(page);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      expect(await overflowing(page), `wider than ${width} px`).toEqual([]);
      expect(await smallTargets(page), `too small to hit at ${width} px`).toEqual([]);
    }
  });

  test('posts that could not be loaded', async ({ page }) => {
    await page.route(`**${postCalls.posts}/*`, (route) => route.abort());
    await openHydrated(page, '/blogDey');
    await page.getByRole('article').first().getByRole('link').click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expectNoViolations(page);
  });

  test('the login page with its message', async ({ page }) => {
    await openHydrated(page, '/login');
    await page.getByLabel('Email').fill('adaeze@nwosu.example');
    await page.getByLabel('Password', { exact: true }).fill('thread by thread');
    await page.getByRole('button', { name: 'Log In' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expectNoViolations(page);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: phone });

  test('"Contact Us" stays on one line, down to 320 px', async ({ page }) => {
    await openHydrated(page, '/newsletter');
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ width, height: 844 });
      const lines = await page
        .getByRole('banner')
        .getByRole('link', { name: 'Contact Us' })
        .evaluate((link) => {
          const text = document.createRange();
          text.selectNodeContents(link);
          return new Set([...text.getClientRects()].map(({ top }) => top)).size;
        });
      expect(lines, `${width} px`).toBe(1);
    }
  });
});

test('with the keyboard alone: the skip link comes first and leads past the navigation', async ({ page }) => {
  await openHydrated(page, '/contact');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Full Name')).toBeFocused();
});

test('with the keyboard alone: everything that has the focus shows it', async ({ page }) => {
  await openHydrated(page, '/contact');
  const unmarked: string[] = [];
  let stop = 0;
  for (; stop < 60; stop++) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(() => {
      const { activeElement } = document;
      if (!activeElement || activeElement === document.body) return 'end';
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(activeElement);
      const grounds = [...ancestors(activeElement.parentElement)].map(
        (element) => getComputedStyle(element).backgroundColor,
      );
      const ground = grounds.find((colour) => !/^rgba\(.*, 0\)$/.test(colour))!;
      const isSeen = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && contrast(outlineColor, ground) >= 3;
      return isSeen ? '' : `${activeElement.outerHTML.slice(0, 80)}: ${outlineColor} on ${ground}`;

      function* ancestors(from: Element | null) {
        for (let element = from; element; element = element.parentElement) yield element;
      }
      function contrast(a: string, b: string): number {
        const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x) as [number, number];
        return (light + 0.05) / (dark + 0.05);
      }
      function luminance(colour: string): number {
        const [r, g, blue] = colour.match(/[\d.]+/g)!.map((channel) => {
          const share = Number(channel) / 255;
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        }) as [number, number, number];
        return 0.2126 * r + 0.7152 * g + 0.0722 * blue;
      }
    });
    if (found === 'end') break;
    if (found) unmarked.push(found);
  }
  expect(unmarked).toEqual([]);
  expect(stop, 'links, fields and buttons').toBeGreaterThan(20);
});

test('a post with words that never end does not widen the page', async ({ page, request }) => {
  const data = { title: 'W'.repeat(200), content: 'W'.repeat(500), author: 'W'.repeat(100) };
  const { postId } = (await (await request.post(postCalls.add, { data })).json()) as { postId: number };
  for (const path of ['/blogDey', '/apy', `/post/${postId}`]) {
    await openHydrated(page, path);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      expect(await overflowing(page), `${path}, ${width} px`).toEqual([]);
    }
  }
});

test('a post in a language from right to left runs that way, where it is written, listed and read', async ({
  page,
  site,
  mailbox,
}) => {
  await signIn(page.request, await newMember(site, mailbox), site.url);
  const data = {
    title: 'أهلا بكم!',
    content: '<h2>ما الجديد!</h2><ul><li>بند أول.</li></ul><p>And this?</p>',
    author: 'شركة النور!',
  };
  const { postId } = (await (
    await page.request.post(postCalls.posts, { data, headers: { origin: site.url } })
  ).json()) as { postId: number };
  await openHydrated(page, '/blogDey');
  const title = page.getByRole('heading', { name: data.title });
  await expectToEnd(title.getByRole('link'), 'left');
  const author = page.getByRole('article').getByText(data.author);
  await expectToEnd(author.first(), 'left');
  await title.getByRole('link').click();
  await expect(page).toHaveURL(`/post/${postId}`);
  await expectToEnd(page.getByRole('heading', { level: 1, name: data.title }), 'left');
  await expectToEnd(author, 'left');
  const text = page.locator('[data-article]');
  await expectToEnd(text.getByText('ما الجديد'), 'left');
  const begins = (target: Locator) => target.evaluate((element) => element.getBoundingClientRect().right);
  const edge = await begins(page.getByRole('heading', { level: 1 }));
  expect(edge, 'the title begins where the text does').toBeCloseTo(await begins(text), 0);
  await expectToEnd(text.getByText('بند أول'), 'left');
  await expectToEnd(text.getByText('And this?'), 'right');
  const room = await text.getByRole('list').evaluate((list) => getComputedStyle(list).paddingRight);
  expect(room, 'for the bullets, where the items begin').not.toBe('0px');

  await page.getByRole('link', { name: /^Previous/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(data.title);
  const next = page.getByRole('navigation', { name: 'Previous and next post' }).getByRole('link', { name: /^Next/ });
  await expectToEnd(next.getByText(data.title), 'left');
  await expectToEnd(page.getByRole('heading', { level: 3, name: data.title }), 'left');
  await expectToEnd(page.getByText(data.author), 'left');

  await page.goto('/account');
  await expectToEnd(page.getByRole('main').getByRole('link', { name: data.title, exact: true }), 'left');

  await openHydrated(page, '/write');
  const editor = page.locator('[contenteditable]');
  await editor.click();
  await page.keyboard.insertText('ما الجديد!');
  await expectToEnd(editor.getByText('ما الجديد'), 'left');
});

test('a post has captions above its tables, and last rows in line; what it is like where colours are forced', async ({
  page,
  site,
}) => {
  const content =
    '<blockquote>Cut to fit.</blockquote><table><caption>What a metre costs</caption>' +
    '<thead><tr><th>Cloth</th><th>Price</th></tr></thead><tbody><tr><td>Creek</td><td>500</td></tr></tbody>' +
    '<tfoot><tr><td>Together</td><td>500</td></tr></tfoot></table>';
  const headers = { origin: site.url };
  const answer = await page.request.post(postCalls.posts, { data: { title: 'Prices', content }, headers });
  await openHydrated(page, `/post/${((await answer.json()) as { postId: number }).postId}`);
  const text = page.locator('[data-article]');
  const caption = (await text.getByText('What a metre costs').boundingBox())!;
  expect(caption.height, 'one line').toBeLessThan(40);
  expect(caption.y).toBeLessThan((await text.getByText('Cloth').boundingBox())!.y);
  const columns = await text
    .getByText(/^(Price|500)$/)
    .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().left));
  expect(columns).toHaveLength(3);
  expect(new Set(columns).size, columns.join()).toBe(1);
  await page.emulateMedia({ forcedColors: 'active' });
  await test.step('where colours are forced, its quotes are marked', async () => {
    const quote = text.locator('blockquote');
    const bar = await quote.evaluate((element) => getComputedStyle(element, '::before').backgroundImage);
    expect(bar).not.toBe('none');
  });
  await test.step('and between the loose threads above the footer shows the page', async () => {
    const colours = await page.evaluate(() => [
      getComputedStyle(document.body).backgroundColor,
      getComputedStyle(document.querySelector('#root > :not(main) [fill*=ground]')!).fill,
    ]);
    expect(new Set(colours).size, colours.join()).toBe(1);
  });
});

/** On which side of a one-line text its last character is. */
async function expectToEnd(target: Locator, side: 'left' | 'right'): Promise<void> {
  await expect(target).toBeVisible();
  const found = await target.evaluate((element) => {
    const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode() as Text;
    const at = (index: number) => {
      const character = document.createRange();
      character.setStart(text, index);
      character.setEnd(text, index + 1);
      return character.getBoundingClientRect().left;
    };
    return at(text.length - 1) < at(0) ? 'left' : 'right';
  });
  expect(found, await target.innerText()).toBe(side);
}
