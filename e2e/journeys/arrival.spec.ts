/** Navigation without a page load does what a page load does: the top of the page, the way back, the focus. */
import type { Page, Route } from 'playwright/test';
import { contactCall } from '../../shared/contracts/contact.ts';
import { postCalls } from '../../shared/contracts/posts.ts';
import { rowsOf } from '../fixtures/database.ts';
import { hold } from '../fixtures/held.ts';
import { hydrated, openHydrated } from '../fixtures/hydrated.ts';
import { expect, test } from '../fixtures/test.ts';
import { newMark } from '../fixtures/unique.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const scrolled = (page: Page): Promise<number> => page.evaluate(() => scrollY);

/** Opens the list of posts, scrolls to a post and follows its link. @returns how far the list was scrolled */
async function leaveList(page: Page): Promise<number> {
  await openHydrated(page, '/blogDey');
  const link = page.getByRole('link', { name: 'Port Harcourt to anywhere: remote by default' });
  await link.scrollIntoViewIfNeeded();
  const before = await scrolled(page);
  expect(before).toBeGreaterThan(200);
  await link.click();
  await expect(heading(page)).toHaveText('Port Harcourt to anywhere: remote by default');
  return before;
}

test('a page begins at its top, and the way back leads to where the visitor was', async ({ page }) => {
  const before = await leaveList(page);
  await expect.poll(() => scrolled(page)).toBe(0);

  await page.evaluate(() => scrollTo(0, 300));
  await page.goBack();
  await expect(heading(page)).toHaveText('All posts');
  await expect.poll(() => scrolled(page)).toBe(before);
  await page.goForward();
  await expect.poll(() => scrolled(page)).toBe(300);
});

test('the way back from a page without a footer leads to where the visitor was, at the end of the page', async ({
  page,
}) => {
  await openHydrated(page, '/contact');
  await page.getByRole('contentinfo').getByRole('link', { name: 'GitHub' }).scrollIntoViewIfNeeded();
  const before = await scrolled(page);
  expect(before).toBeGreaterThan(500);
  const footer = page.waitForResponse(/\/assets\/footer-/);
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await expect(heading(page)).toHaveText('Log In');
  // With all that it imports.
  await page.evaluate(`import('${(await footer).url()}').then(() => {})`);
  await page.goBack();
  await expect(heading(page)).toHaveText('Contact Us');
  await expect.poll(() => scrolled(page)).toBe(before);
});

test('a page scrolled before it was taken over is found there again, also after loading others', async ({ page }) => {
  const { release } = await hold(page, '**/assets/client-*');
  await page.goto('/blogDey', { waitUntil: 'commit' });
  await page.getByRole('contentinfo').waitFor();
  await page.evaluate(() => scrollTo(0, 400));
  release();
  await hydrated(page);
  await page.getByRole('banner').getByRole('link', { name: 'Contact Us' }).click();
  await expect.poll(() => scrolled(page)).toBe(0);
  await page.goBack();
  await expect(heading(page)).toHaveText('All posts');
  await expect.poll(() => scrolled(page)).toBe(400);

  await page.goForward();
  await expect(heading(page)).toHaveText('Contact Us');
  await page.reload();
  await hydrated(page);
  await openHydrated(page, '/faq');
  await page.evaluate(() => scrollTo(0, 100));
  await page.goBack();
  await expect(heading(page)).toHaveText('Contact Us');
  await hydrated(page);
  await page.goBack();
  await expect(heading(page)).toHaveText('All posts');
  await expect.poll(() => scrolled(page)).toBe(400);
});

test('the way back leads to where the visitor was, also from a page that was loaded again by its address', async ({
  page,
}) => {
  const before = await leaveList(page);
  await openHydrated(page, page.url());
  await page.goBack();
  await expect(heading(page)).toHaveText('All posts');
  await expect.poll(() => scrolled(page)).toBe(before);
});

test('by several pages back, a page that is loaded for it is where the visitor was', async ({ page }) => {
  const before = await leaveList(page);
  await openHydrated(page, '/faq');
  await page.evaluate(() => history.go(-2));
  await expect(heading(page)).toHaveText('All posts');
  await expect.poll(() => scrolled(page)).toBe(before);
});

test('a page that is only read makes no entry of its own and looks for no place', async ({ page }) => {
  await page.addInitScript(() => {
    const read: string[] = [];
    const { getItem } = Storage.prototype;
    Storage.prototype.getItem = function (key) {
      if (this === sessionStorage) read.push(key);
      return getItem.call(this, key);
    };
    Object.assign(globalThis, { read });
  });
  await openHydrated(page, '/contact');
  const seen = () =>
    page.evaluate(() => ({
      read: (globalThis as unknown as { read: string[] }).read,
      state: history.state as unknown,
    }));
  expect(await seen()).toEqual({ read: [], state: null });
  await page.evaluate(() => scrollTo(0, 50));
  await expect.poll(async () => (await seen()).read, 'now there is a place to keep').not.toEqual([]);
});

test('after a link of the footer, the new page is read from its heading', async ({ page }) => {
  await openHydrated(page, '/contact');
  await expect(page.locator('body'), 'the first page leaves the focus alone').toBeFocused();
  await page.evaluate(() => Object.assign(globalThis, { isSame: true }));
  await page.getByRole('contentinfo').getByRole('link', { name: 'Career' }).click();
  await expect(heading(page)).toHaveText('Career');
  await expect(heading(page)).toBeFocused();
  await expect(heading(page)).toBeInViewport();
  await expect(page).toHaveTitle(/^Career/);
  expect(await page.evaluate(() => 'isSame' in globalThis), 'without loading a document').toBe(true);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByRole('link').first()).toBeFocused();
});

test.describe('what was typed into a form, on the way back', () => {
  const follow = async (page: Page, area: 'contentinfo' | 'banner' | 'main', name: string | RegExp, title: string) => {
    await page.getByRole(area).getByRole('link', { name, exact: true }).click();
    await expect(heading(page)).toHaveText(title);
  };

  test('is there again, except what was sent, and where there is a password', async ({ page }) => {
    const field = (name: string) => page.getByRole('main').getByLabel(name, { exact: true });
    const message = { 'Full Name': 'Ada Obi', Email: 'ada@example.com', Phone: '+2348012345678', Message: 'Half a' };
    await openHydrated(page, '/contact');
    for (const [name, value] of Object.entries(message)) await field(name).fill(value);
    await follow(page, 'contentinfo', 'Career', 'Career');
    await page.goBack();
    for (const [name, value] of Object.entries(message)) await expect(field(name)).toHaveValue(value);
    await field('Company Name').fill('Obi & Daughters');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByText('Form submitted successfully!')).toBeVisible();
    await follow(page, 'banner', 'Login', 'Log In');
    await page.goBack();
    await expect(heading(page)).toHaveText('Contact Us');
    for (const name of Object.keys(message)) await expect(field(name)).toHaveValue('');

    await page.goForward();
    await field('Email').fill('ada@example.com');
    await field('Password').fill('a secret of hers');
    await page.getByRole('button', { name: 'Show password' }).click();
    await follow(page, 'main', 'Register', 'Register');
    await page.goBack();
    await expect(heading(page)).toHaveText('Log In');
    for (const name of ['Email', 'Password']) await expect(field(name)).toHaveValue('');
  });

  test('by two pages at once, where both have the same form, each has its own', async ({ page }) => {
    const goTwoBack = () => page.evaluate(() => history.go(-2));
    const message = page.getByRole('main').getByLabel('Message', { exact: true });
    await openHydrated(page, '/contact');
    await message.fill('About a shop');
    await page.evaluate(() => document.querySelector('footer nav a')!.setAttribute('href', '/getInTouch'));
    await page.locator('footer a[href="/getInTouch"]').first().click();
    await follow(page, 'main', /^Graphic Design/, 'Contact Us');
    await message.fill('About a poster');
    await goTwoBack();
    await expect(page).toHaveURL(/\/contact$/);
    await expect(message).toHaveValue('About a shop');

    const details = page.getByLabel('What should we know?');
    await openHydrated(page, '/post/1/report');
    await details.fill('It is about the first post.');
    await follow(page, 'main', 'Back to the post', 'Port Harcourt to anywhere: remote by default');
    await page.evaluate(() => document.querySelector('footer nav a')!.setAttribute('href', '/post/2/report'));
    await page.locator('footer a[href="/post/2/report"]').first().click();
    await expect(page).toHaveURL(/\/post\/2\/report$/);
    await expect(details).toHaveValue('');
    await details.fill('It is about the second post.');
    await goTwoBack();
    await expect(page).toHaveURL(/\/post\/1\/report$/);
    await expect(details).toHaveValue('It is about the first post.');
  });

  test.describe('that the server has refused', () => {
    test.use({ expectedComplaints: { matching: [/^Failed to load resource/] } });

    test('is restored, with nothing typed since', async ({ page }) => {
      const details = page.getByLabel('What should we know?');
      await openHydrated(page, '/post/1/report');
      await details.fill('It is about somebody else.');
      await page.getByRole('button', { name: 'Send report' }).click();
      await expect(page).toHaveTitle(/^Error: /);
      await hydrated(page);
      const files = () =>
        page.evaluate(() =>
          performance
            .getEntriesByType('resource')
            .map(({ name }) => name)
            .join(),
        );
      await expect.poll(files, 'what keeps it has come').toContain('/kept-fields-');
      await follow(page, 'main', 'Back to the post', 'Port Harcourt to anywhere: remote by default');
      await page.goBack();
      await expect(details).toHaveValue('It is about somebody else.');
    });
  });

  test.describe('that was being sent when the visitor left', () => {
    test.use({ expectedComplaints: { matching: [/^Failed to load resource/, /^Error adding post:/] } });
    const mark = newMark();
    const forms = [
      {
        path: '/contact',
        call: contactCall,
        button: 'Send Message',
        typed: {
          'Full Name': 'Ada Obi',
          'Company Name': 'Obi & Daughters',
          Email: `${mark}@example.com`,
          Phone: '+2348012345678',
          Message: 'A shop for two depots',
        },
        stored: `select id from contact_messages where email = '${mark}@example.com'`,
      },
      {
        path: '/apy',
        call: postCalls.add,
        button: 'Add post',
        typed: { Title: `Left too soon ${mark}`, Content: 'Half a loom is no loom.', 'Author (optional)': 'Ada Obi' },
        stored: `select id from posts where title = 'Left too soon ${mark}'`,
      },
    ];
    for (const { path, call, button, typed, stored } of forms) {
      test(`${path}: is restored until it has arrived, which it does once`, async ({ page, site }) => {
        const fields = Object.entries(typed).map(([name, value]) => {
          const field = page.getByRole('main').getByLabel(name, { exact: true });
          return { field, value };
        });
        /** Sends, leaves, and comes back when the call has ended. */
        const sendAndLeave = async (end: (route: Route) => Promise<void>) => {
          const { promise: hasLeft, resolve: leave } = Promise.withResolvers<void>();
          await page.route(`**${call}`, async (route) => {
            await hasLeft;
            await end(route);
          });
          const asked = page.waitForRequest(`**${call}`);
          await page.getByRole('button', { name: button }).click();
          const request = await asked;
          await follow(page, 'contentinfo', 'Career', 'Career');
          leave();
          await (await request.response())?.finished();
          await page.unrouteAll();
          await page.goBack();
        };
        await openHydrated(page, path);
        for (const { field, value } of fields) await field.fill(value);
        await sendAndLeave(async (route) => {
          await route.fetch();
          await route.abort('connectionreset');
        });
        for (const { field, value } of fields) await expect(field, 'it may not have arrived').toHaveValue(value);
        await sendAndLeave((route) => route.continue());
        for (const { field } of fields) await expect(field, 'it has arrived').toHaveValue('');
        expect(rowsOf(site.dataDir, stored)).toHaveLength(1);
      });
    }
  });

  test('is restored in a form of any remote, whatever kind of field it has', async ({ page }) => {
    /** As a remote would render it. */
    const show = () =>
      heading(page).evaluate((title) => {
        const form = document.createElement('form');
        form.toggleAttribute('data-kept-fields', true);
        const inputs = [
          { name: 'city' },
          { name: 'agreed', type: 'checkbox' },
          { name: 'news', type: 'checkbox' },
          { name: 'size', type: 'radio', value: 's' },
          { name: 'size', type: 'radio', value: 'm' },
          { name: 'trap', autocomplete: 'off' as const },
          { name: 'token', type: 'hidden', value: '1' },
        ].map((properties) => Object.assign(document.createElement('input'), properties));
        const select = Object.assign(document.createElement('select'), { name: 'day' });
        select.append(new Option('Monday'), new Option('Friday'));
        form.append(...inputs, select);
        title.after(form);
      });
    const typed = () => page.evaluate(() => [...new FormData(document.querySelector('[data-kept-fields]')!)]);
    /** As while the form is being sent. */
    const send = (mark: string) =>
      page.locator('[name=city]').evaluate((field: HTMLInputElement, value) => {
        field.readOnly = true;
        field.form!.setAttribute('data-kept-fields', value);
      }, mark);
    const FAQ = 'Frequently asked questions';
    await openHydrated(page, '/faq');
    await show();
    await page.locator('[name=city]').fill('Aba');
    await page.locator('[name=agreed]').check();
    await page.locator('[value=m]').check();
    await page.locator('[name=day]').selectOption('Friday');
    await page.locator('[name=trap]').fill('spam');
    await follow(page, 'contentinfo', 'Career', 'Career');
    await page.goBack();
    await expect(heading(page)).toHaveText(FAQ);
    await show();
    const kept = Object.entries({ city: 'Aba', agreed: 'on', size: 'm', trap: '', token: '1', day: 'Friday' });
    await expect.poll(typed).toEqual(kept);
    await page.locator('[name=city]').fill('Abuja');
    await follow(page, 'contentinfo', 'Career', 'Career');
    await follow(page, 'contentinfo', 'FAQ', FAQ);
    await show();
    expect(await typed(), 'a link leads to an empty form').toContainEqual(['city', '']);

    for (const isCleared of [true, false]) {
      await page.locator('[name=city]').fill('Enugu');
      await page.locator('[name=agreed]').check();
      await send(isCleared ? 'till-sent' : '');
      await follow(page, 'contentinfo', 'Career', 'Career');
      await page.goBack();
      await expect(heading(page)).toHaveText(FAQ);
      await show();
      await expect.poll(typed).toContainEqual(['agreed', 'on']);
      const what = isCleared
        ? 'it may not have arrived'
        : 'an earlier release never clears it, once it has left the page';
      expect(await typed(), what).toContainEqual(['city', isCleared ? 'Enugu' : '']);
    }
  });
});
