/** Which links the site follows itself, and which it leaves to the browser (shared/contracts/links.ts). */
import type { Page } from 'playwright/test';
import { hydrated, openHydrated } from '../fixtures/hydrated.ts';
import { expect, test } from '../fixtures/test.ts';

/** A link like those in markup that React does not know. */
interface Added {
  href: string;
  attributes?: Record<string, string>;
  /** Whether it is in a text that is being edited. */
  isEdited?: boolean;
}

/** Puts a link at the beginning of the page, which remembers that it was not reloaded. */
async function add(page: Page, { href, attributes = {}, isEdited = false }: Added): Promise<void> {
  await page.evaluate(
    ([url, others, isEditable]) => {
      const link = Object.assign(document.createElement('a'), { href: url, textContent: 'Added' });
      for (const [name, value] of Object.entries(others)) link.setAttribute(name, value);
      const paragraph = document.createElement('p');
      if (isEditable) paragraph.contentEditable = 'true';
      paragraph.append(link);
      document.querySelector('#content')!.prepend(paragraph);
      paragraph.scrollIntoView({ block: 'center' });
      Object.assign(globalThis, { isSame: true, entries: history.length });
    },
    [href, attributes, isEdited] as const,
  );
}

const added = (page: Page) => page.getByRole('link', { name: 'Added' });
const isSame = (page: Page): Promise<boolean> => page.evaluate(() => 'isSame' in globalThis);
const newEntries = (page: Page): Promise<number> =>
  page.evaluate(() => history.length - (globalThis as unknown as { entries: number }).entries);

const here = (page: Page): Promise<string> => page.evaluate(() => location.pathname + location.hash);

test('links to pages of the site are followed without reloading the page', async ({ page }) => {
  await openHydrated(page, '/contact');
  for (const [what, link, url, entries] of [
    ['another page', { href: '/faq' }, '/faq', 1],
    ['a place on another page', { href: '/career#apply' }, '/career#apply', 1],
    ['the page that is shown, at that place: no entry', { href: '/career#apply' }, '/career#apply', 0],
    ['a place on the page that is shown', { href: '#content' }, '/career#content', 1],
    ['a link that is being edited: nothing', { href: '/faq', isEdited: true }, '/career#content', 0],
  ] as const) {
    await test.step(what, async () => {
      await add(page, link);
      await added(page).first().click();
      await expect.poll(() => here(page)).toBe(url);
      await expect(page.locator('[data-boundary] h1')).toBeVisible();
      expect(await isSame(page)).toBe(true);
      expect(await newEntries(page)).toBe(entries);
    });
  }
});

test('going back from a place on the page to its beginning loads nothing, and needs no connection', async ({
  page,
}) => {
  const heading = page.getByRole('heading', { level: 1 });
  await openHydrated(page, '/post/1');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('#content')).toBeFocused();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.context().setOffline(true);
  await page.goBack();
  await expect(heading).toBeFocused();
  await expect(heading).toHaveText('Port Harcourt to anywhere: remote by default');
  expect(await here(page)).toBe('/post/1');
  expect(asked.filter((url) => !url.includes('/assets/observer-'))).toEqual([]);
  await page.context().setOffline(false);
  await test.step('a link to it loads its data again', async () => {
    await page.goForward();
    await expect(page.locator('#content')).toBeFocused();
    await add(page, { href: '/post/1' });
    await Promise.all([page.waitForRequest('**/api/blogs/posts/1'), added(page).click()]);
  });
});

test('links that ask for it, and those to what the server answers itself, load', async ({ page }) => {
  await openHydrated(page, '/contact');
  for (const link of [{ href: '/faq', attributes: { rel: 'external' } }, { href: '/sitemap.xml' }] as const) {
    await add(page, link);
    await Promise.all([page.waitForURL(`**${link.href}`), added(page).click()]);
    expect(await isSame(page)).toBe(false);
    if (link.href === '/faq') await hydrated(page);
  }
});

test('with a download or another tab, the page stays', async ({ page, context }) => {
  await openHydrated(page, '/contact');
  await add(page, { href: '/favicon.svg', attributes: { download: '' } });
  await Promise.all([page.waitForEvent('download'), added(page).click()]);

  await add(page, { href: '/faq', attributes: { target: '_blank' } });
  for (const modifier of [undefined, 'ControlOrMeta', 'Shift'] as const) {
    const click = added(page)
      .first()
      .click({ modifiers: modifier && [modifier] });
    const [other] = await Promise.all([context.waitForEvent('page'), click]);
    await other.waitForURL('**/faq');
    await other.close();
  }
  expect(await here(page)).toBe('/contact');
  expect(await isSame(page)).toBe(true);
});
