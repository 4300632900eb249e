/** The footer: its links lead somewhere, and its newsletter box subscribes, however slow or absent its script is. */
import type { Page, Route } from 'playwright/test';
import { SCRIPT_MS } from '../../shared/contracts/in-time.ts';
import { newsletterCalls } from '../../shared/contracts/newsletter.ts';
import { expectNoViolations } from '../fixtures/accessibility.ts';
import { rowsOf } from '../fixtures/database.ts';
import { hold } from '../fixtures/held.ts';
import { openHydrated } from '../fixtures/hydrated.ts';
import { phone } from '../fixtures/screens.ts';
import { expect, test } from '../fixtures/test.ts';
import { translate } from '../fixtures/translated.ts';
import { newEmail } from '../fixtures/unique.ts';

const SCRIPT = /:\d+\/assets\/newsletter-/;
const footer = (page: Page) => page.getByRole('contentinfo');
const input = (page: Page) => footer(page).getByLabel('Enter your Email');
const button = (page: Page) => footer(page).getByRole('button');

test('columns, contacts and year of the specification; no link leads nowhere', async ({ page, request }) => {
  await openHydrated(page, '/');
  for (const name of ['Industries', 'Company', 'Legal', 'Resources'])
    await expect(footer(page).getByRole('navigation', { name })).toBeVisible();
  await expect(footer(page)).toContainText('© 2024');
  const links = page.locator('header a, footer a');
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  expect(paths.filter((path) => /^#|:id|^$/.test(path))).toEqual([]);
  const own = new Set(paths.filter((path) => path.startsWith('/')).map((path) => path.split('#')[0]!));
  expect(own.size).toBeGreaterThan(12);
  for (const path of own) {
    expect((await request.get(path)).status(), path).toBe(200);
  }
  await page.setViewportSize({ width: 3840, height: 1000 });
  const threads = await page
    .locator(':has(+ footer) > svg')
    .evaluate((drawing) => drawing.getBoundingClientRect().width);
  expect(threads, 'they cover all of a very wide footer').toBe(3840);
});

test('header and footer are whole again after a page without them', async ({ page }) => {
  await openHydrated(page, '/login');
  await expect(footer(page)).toHaveCount(0);
  await page.getByRole('banner').getByRole('link').click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Contact Us' })).toBeVisible();
  await expect(footer(page).getByRole('navigation')).toHaveCount(4);
  await input(page).fill('nobody');
  await button(page).click();
  await expect(footer(page).getByRole('alert')).toHaveText('invalid Email');
});

test('subscribing: what is wrong is shown and kept, then it goes through, with a mail that asks', async ({
  page,
  mailbox,
  site,
}) => {
  const email = newEmail();
  await openHydrated(page, '/career');
  await button(page).click();
  await expect(footer(page).getByRole('alert')).toHaveText('field must not be empty');
  await expect(input(page)).toBeFocused();
  await expect(input(page)).toHaveAccessibleDescription('field must not be empty');
  await input(page).fill('ngozi@example');
  await input(page).press('Enter');
  await expect(footer(page).getByRole('alert')).toHaveText('invalid Email');
  await expect(input(page)).toHaveValue('ngozi@example');
  await expectNoViolations(page);

  await input(page).fill(`  ${email} `);
  await button(page).click();
  await expect(footer(page).getByRole('status')).toContainText('Check your email to confirm.');
  await expect(footer(page).getByRole('status')).toContainText('once you open the link in it and confirm.');
  await expect(input(page)).toHaveValue('');
  await expectNoViolations(page);
  await mailbox.waitFor((mail) => mail.to?.[0]?.address === email && mail.subject?.startsWith('Confirm') === true);
  expect(rowsOf(site.dataDir, 'select state from subscribers where email = ?', email)).toEqual([{ state: 'pending' }]);
});

test.describe('when something is away', () => {
  test.use({ expectedComplaints: { matching: [/Failed to load resource/] } });

  test('being offline and failures are shown; the address stays and can be sent again', async ({ page, context }) => {
    await openHydrated(page, '/career');
    await input(page).fill(newEmail());
    await context.setOffline(true);
    await button(page).click();
    await expect(footer(page).getByRole('alert')).toContainText('You are offline.');
    await context.setOffline(false);
    await page.route(`**${newsletterCalls.subscribe}`, (route) => route.fulfill({ status: 503, body: 'away' }), {
      times: 1,
    });
    await button(page).click();
    await expect(footer(page).getByRole('alert')).toContainText(
      'We do not know whether that arrived. Please subscribe again',
    );
    await expect(input(page)).toHaveValue(/@nwosu\.example$/);
    await button(page).click();
    await expect(footer(page).getByRole('status')).toBeVisible();

    await test.step('a visitor who has gone on to another page stays where the page begins', async () => {
      const isGone = Promise.withResolvers<void>();
      const refuseLate = async (route: Route) => {
        await isGone.promise;
        await route.fulfill({ status: 503, body: 'away' });
      };
      await page.route(`**${newsletterCalls.subscribe}`, refuseLate, { times: 1 });
      await input(page).fill(newEmail());
      await button(page).click();
      await page.getByRole('banner').getByRole('link', { name: 'Contact Us' }).click();
      const heading = page.getByRole('heading', { level: 1, name: 'Contact Us' });
      await expect(heading).toBeFocused();
      isGone.resolve();
      await expect(footer(page).getByRole('alert')).toContainText(
        'We do not know whether that arrived. Please subscribe again',
      );
      await expect(heading).toBeFocused();
    });
  });

  test('offline before its script had loaded, it says so and the page stays', async ({ page, context }) => {
    // The window may have it from another test.
    await page.route(SCRIPT, (route) => route.abort());
    await openHydrated(page, '/career');
    await context.setOffline(true);
    await input(page).fill(newEmail());
    const told = () => input(page).evaluate((field: HTMLInputElement) => field.validationMessage);
    await button(page).click();
    await expect.poll(told).toBe('You are offline. Subscribe again when you are back online.');
    await expect(input(page)).toHaveValue(/@nwosu\.example$/);
    await page.unrouteAll();
    await context.setOffline(false);
    await expect.poll(told).toBe('');
    await button(page).click();
    await expect(page.getByText('Check your email to confirm.')).toBeVisible();
  });

  test('without its script the form is sent as it would be without any', async ({ page }) => {
    await page.route(SCRIPT, (route) => route.abort());
    await openHydrated(page, '/career');
    await input(page).fill(newEmail());
    await button(page).click();
    await expect(page).toHaveURL(/\/newsletter\?sent$/);
    await expect(page.getByRole('main').getByRole('status')).toContainText('Check your email to confirm.');

    await test.step('even where it hangs', async () => {
      await page.unrouteAll();
      await hold(page, SCRIPT);
      await page.clock.install();
      await openHydrated(page, '/career');
      await input(page).fill(newEmail());
      await button(page).click();
      await page.clock.runFor(SCRIPT_MS);
      await expect(page).toHaveURL(/\/newsletter\?sent$/);
    });
  });
});

test('its script is loaded with the first touch; what was typed before it came is kept, and sent once', async ({
  page,
}) => {
  const script = await hold(page, SCRIPT);
  const call = await hold(page, `**${newsletterCalls.subscribe}`);
  await openHydrated(page, '/career');
  expect(script.asked).toEqual([]);
  // Translated or not, the form goes on.
  await translate(page);
  await input(page).fill(newEmail());
  await input(page).press('Enter');
  await input(page).press('Enter');
  script.release();
  await test.step('a second press while the first is on its way sends nothing', async () => {
    await expect(button(page)).toHaveText('Submitting...');
    await expect(button(page)).toBeDisabled();
    await expect(input(page), 'a correction would be neither sent nor kept').not.toBeEditable();
    await translate(page);
    await button(page).dispatchEvent('click');
    await input(page).press('Enter');
    call.release();
  });
  await expect(footer(page).getByRole('status')).toBeVisible();
  await expect(page).toHaveURL(/\/career$/);
  expect(call.asked).toHaveLength(1);
  await test.step('a translated text that React takes out ends no page; other faults stay faults', async () => {
    const done = await page.evaluate(() => {
      const [place, text] = [document.createElement('p'), document.createTextNode('old')];
      place.append(text);
      text.replaceWith(document.createElement('font'));
      place.insertBefore(document.createElement('b'), text);
      place.removeChild(text);
      try {
        place.removeChild(document.createElement('i'));
        return [place.innerHTML];
      } catch (error) {
        return [place.innerHTML, (error as Error).name];
      }
    });
    expect(done).toEqual(['<font></font><b></b>', 'NotFoundError']);
  });
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('on a phone its columns are folded up, and open by touch and by key; with room they are all there', async ({
    page,
  }) => {
    await page.setViewportSize(phone);
    await page.goto('/career');
    const [faq, referral] = ['FAQ', 'Referral'].map((name) => footer(page).getByRole('link', { name }));
    await expect(faq!).toBeHidden();
    const summary = footer(page).getByRole('navigation', { name: 'Resources' }).locator('summary');
    await summary.click();
    await expect(faq!).toBeVisible();
    await summary.press('Enter');
    await expect(faq!).toBeHidden();
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(faq!).toBeVisible();
    await expect(summary).toBeHidden();
    await referral!.click();
    await expect(page).toHaveURL(/\/referral$/);
  });

  test('the form posts to its page', async ({ page }) => {
    await page.goto('/career');
    await input(page).fill(newEmail());
    await button(page).click();
    await expect(page).toHaveURL(/\/newsletter\?sent$/);
    await expect(page.getByRole('main').getByRole('status')).toContainText('Check your email to confirm.');
  });
});
