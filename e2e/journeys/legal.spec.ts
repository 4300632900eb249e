/** The five legal pages: outlines, contents lists, what they say of the site, and what the owner must fill in. */
import type { Page } from 'playwright/test';
import { openHydrated } from '../fixtures/hydrated.ts';
import { login, mailedLink, sendRegistration } from '../fixtures/members.ts';
import { screens } from '../fixtures/screens.ts';
import { expect, test } from '../fixtures/test.ts';
import { retentionTable } from '../../shared/rules/retention.ts';

/** What the specification's outlines ask for, by page. */
const outlines: Record<string, { title: string; says: RegExp[] }> = {
  '/terms_and_condition': {
    title: 'Terms and conditions',
    says: [
      /at least 18 years old.*consent of a parent or guardian/,
      /Termination/,
      /must reach a minimum/,
      /governed by the laws of \[jurisdiction\]/,
      /Changes to these terms/,
      /Contact/,
    ],
  },
  '/refund_&_cancellation_policy': {
    title: 'Refund & cancellation policy',
    says: [
      /Cancellation, phase by phase/,
      /Deposits/,
      /not refundable/,
      /Changes of scope/,
      /Revisions/,
      /Resolving disputes/,
      /What is excluded.*tokens of the referral programme, which follow our terms/,
    ],
  },
  '/disclaimer': { title: 'Disclaimer', says: [/No professional advice/] },
  '/privacy_policy': {
    title: 'Privacy policy',
    says: [/Contact form/, /Newsletter/, /through whose referral link you registered sees/, /Your rights/],
  },
  '/cookie_policy': { title: 'Cookie policy', says: [/local storage/, /theme/] },
};

for (const [path, { title, says }] of Object.entries(outlines)) {
  test(`${path} follows its outline, and every entry of its contents leads to a section`, async ({
    withoutScript: page,
  }) => {
    const response = await page.goto(path);
    expect(response!.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    const main = page.getByRole('main');
    for (const words of says) await expect(main).toContainText(words);
    const contents = main.getByRole('navigation', { name: 'On this page' }).getByRole('link');
    const headings = await main.getByRole('heading', { level: 2 }).allTextContents();
    expect(headings.map((heading) => heading.replace(/^\d+\. /, ''))).toEqual(await contents.allTextContents());
    expect(headings.map((heading) => parseInt(heading, 10))).toEqual(headings.map((_, index) => index + 1));
    if (path === '/disclaimer') expect(headings).toHaveLength(8);
    const links = await contents.evaluateAll((all) => all.map((link) => link.getAttribute('href')!));
    for (const href of links) await expect(page.locator(`h2${href}`)).toHaveCount(1);
    if (path === '/privacy_policy')
      await test.step('it says of everything how long it is kept', () => expectPeriods(page));
    await test.step('what only the owner can decide is marked on the page', () => expectMarked(page, path));
  });
}

/** The periods must be those of the table that the API removes data by. */
async function expectPeriods(page: Page): Promise<void> {
  const main = page.getByRole('main');
  const rows = await main.locator('tbody tr').all();
  expect(await Promise.all(rows.map((row) => row.getByRole('cell').allTextContents()))).toEqual(
    retentionTable().map(({ what, why, period }) => [what, why, period]),
  );
  const table = (await main.locator('table').boundingBox())!;
  const text = (await page.getByText('Data with a set period is removed automatically').boundingBox())!;
  expect(table.width, 'it fills the measure').toBeGreaterThanOrEqual(text.width);
}

/** What the owner must fill in is marked, and nothing else. Removes the marks from the page. */
async function expectMarked(page: Page, path: string): Promise<void> {
  const marks = page.getByRole('main').locator('mark');
  const open = await marks.allTextContents();
  expect(
    open.filter((words) => words !== '[jurisdiction]'),
    'what the owner still has to say',
  ).toEqual([]);
  if (path === '/terms_and_condition') await expect(marks.filter({ hasText: '[jurisdiction]' })).toBeVisible();
  const plain = await page.getByRole('main').evaluate((main: HTMLElement) => {
    for (const mark of main.querySelectorAll('mark')) mark.remove();
    return main.innerText;
  });
  expect(plain).not.toMatch(/[[\]{}]/);
}

test('forms that ask who somebody is lead to the privacy policy, also where there is no footer', async ({
  request,
}) => {
  for (const path of ['/contact', '/career', '/register', '/register/confirm?by=new-password']) {
    const [, main] = /<main([\s\S]*)<\/main>/.exec(await (await request.get(path)).text())!;
    expect(main, path).toMatch(/href="?\/privacy_policy[" >]/);
  }
});

test("the terms lead to the licences of all that browsers get of others' work", async ({ page }) => {
  await openHydrated(page, '/terms_and_condition');
  await page.getByRole('link', { name: 'Their licences' }).click();
  await expect(page).toHaveURL('/licences.txt');
  const [intro, ...parts] = (await page.locator('pre').innerText()).split(/^== (?=.+ ==$)/m);
  expect(intro).toContain('What is in the website of Portloom that others have made');
  const names = parts.map((part) => part.split(' ', 1)[0]);
  // Of the shell, of its typefaces, and of remotes.
  for (const name of ['react-dom', 'Figtree', 'Ojuju', 'quill', '@simplewebauthn/browser', 'react-hook-form'])
    expect(names).toContain(name);
  for (const part of parts) expect(part.length, part.split('\n', 1)[0]).toBeGreaterThan(500);
});

test('the policy with an ampersand answers however its address is written', async ({ request }) => {
  for (const path of ['/refund_&_cancellation_policy', '/refund_%26_cancellation_policy']) {
    const response = await request.get(path);
    expect(response.status()).toBe(200);
    const html = await response.text();
    expect(html).toMatch(/<link rel="canonical" href="[^"]+\/refund_&amp;_cancellation_policy"/);
    expect(html).toContain('<title>Refund &amp; cancellation policy | Portloom</title>');
  }
});

/** @returns `look` adds the names of what is in the browser now to `stored` */
function namesOfStored(page: Page): { stored: Set<string>; look: () => Promise<void> } {
  const stored = new Set<string>();
  const look = async () => {
    for (const { name } of await page.context().cookies()) stored.add(name);
    for (const key of await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]))
      stored.add(key);
  };
  return { stored, look };
}

test.describe('with a part of the site that does not load', () => {
  const away = [/net::ERR_FAILED/, /^\[mf-auth\] TypeError: Failed to fetch/, /^ApiError: POST \/api\/blogs\/posts: /];
  test.use({ expectedComplaints: { matching: away } });

  test('the cookie policy names all that the site stores', async ({ page, mailbox, site }) => {
    test.slow(); // A visit to everything that stores something.
    const { stored, look } = namesOfStored(page);
    await openHydrated(page, '/faq');
    await page.getByRole('button', { name: 'Switch to dark theme' }).click();
    await openHydrated(page, '/career');
    await page.getByRole('main').getByLabel('First name').fill('Adaeze');
    await look();
    // Of a draft that cannot be read, and of a part of the site that does not load.
    await page.evaluate(() => localStorage.setItem('draft:new', '{'));
    await page.route(/remotes\/mf-auth\/.*\.js/, (route) => route.abort());
    const loaded = page.waitForEvent('load');
    await page.getByRole('link', { name: 'Login' }).first().dispatchEvent('click');
    await loaded;
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await look();
    for (const path of ['/new', '/write']) {
      await openHydrated(page, path);
      await page.locator('[contenteditable]').fill('Thread by thread');
      await expect
        .poll(() => page.evaluate(() => Object.keys(localStorage).join()))
        .toContain(`draft:${path.slice(1)}`);
    }
    await look();
    await test.step('a post whose answer was lost', async () => {
      await openHydrated(page, '/new');
      await page.locator('[contenteditable]').fill('Thread by thread');
      await page.getByLabel('Title').fill('Cloth');
      await page.route('**/api/blogs/posts', (route) => route.abort());
      await page.getByRole('button', { name: 'Publish' }).click();
      await expect.poll(() => page.evaluate(() => Object.keys(sessionStorage).join())).toContain('attempt:new');
      await look();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
    const email = await sendRegistration(page.request, site.url);
    await page.goto(await mailedLink(mailbox, email, /Confirm/));
    await look();
    await page.getByRole('button', { name: 'Confirm my address' }).click();
    await expect(page.getByRole('status')).toContainText('Your email address is confirmed.');
    await openHydrated(page, '/login');
    await login(page, email);
    await expect(page.getByRole('button', { name: 'Log out' }).first()).toBeAttached();
    await openHydrated(page, '/new');
    await expect.poll(() => page.evaluate(() => Object.keys(localStorage).join())).toContain('draft:new:');
    await look();

    expect([...stored]).toEqual(
      expect.arrayContaining([
        'theme',
        'careers.application',
        'draft:new',
        'draft:write',
        'draft:new:unreadable',
        'attempt:new',
        'loaded-anew',
        'confirm',
        'session',
        'device',
      ]),
    );
    await openHydrated(page, '/cookie_policy');
    await test.step('on a phone its table is lists, beside which nothing is cut off', async () => {
      await page.setViewportSize(screens[0].viewport);
      const table = page.getByRole('table');
      const beyond = await table.evaluate((element) => {
        const edge = element.parentElement!.getBoundingClientRect().right;
        const cells = [element, ...element.querySelectorAll('tbody, td, td *')];
        return cells.filter((each) => each.getBoundingClientRect().right > edge + 1).length;
      });
      expect(beyond).toBe(0);
      // To those who cannot see it, its parts are still those of a table.
      await expect(
        table
          .getByRole('row')
          .filter({ has: page.getByText('release-group') })
          .getByRole('cell'),
      ).toHaveText(['release-group', 'cookie', /^while we introduce a new version/, '90 days']);
    });
    await test.step('with room for columns, names end at a hyphen or not at all', async () => {
      await page.setViewportSize({ width: 1024, height: 768 });
      const broken = await page
        .getByRole('cell')
        .locator('code')
        .evaluateAll((names) =>
          names
            .filter((name) => name.getClientRects().length > 1)
            .map((name) => name.textContent)
            .filter((name) => !name.includes('-')),
        );
      expect(broken).toEqual([]);
    });
    const named = await page.getByRole('cell').locator('code').allTextContents();
    const isNamed = (name: string) => named.some((pattern) => new RegExp(`^${pattern.replace('…', '.+')}$`).test(name));
    expect([...stored].filter((name) => !isNamed(name))).toEqual([]);
  });
});

test('a visitor who only reads leaves no more in the browser than the cookie policy says of that', async ({ page }) => {
  const { stored, look } = namesOfStored(page);
  await openHydrated(page, '/career');
  const roles = page.getByRole('main').getByRole('link', { name: /^Apply/ });
  await roles.nth(1).click();
  await expect(page.getByLabel('Role', { exact: true })).not.toHaveValue('');
  await look();
  for (const path of ['/new', '/apy', '/contact', '/register', '/post/1']) {
    await openHydrated(page, path);
    await look();
  }
  await openHydrated(page, '/cookie_policy');
  const [said] = await page.getByText(/^The names of cookies .*If you only read/).allTextContents();
  expect([...stored].filter((name) => name !== 'react-router-scroll-positions' && !said!.includes(name))).toEqual([]);
});

test.describe('on a desktop', () => {
  test.use({ viewport: screens[1].viewport });

  test('the contents stay beside the text and mark where the visitor reads; on paper there is the text alone', async ({
    page,
  }) => {
    await openHydrated(page, '/terms_and_condition');
    const contents = page.getByRole('navigation', { name: 'On this page' });
    const current = contents.locator('[aria-current]:visible');
    await expect(current).toHaveText('Who these terms are for');
    await contents.getByRole('link', { name: 'Termination' }).click();
    await expect(page).toHaveURL('/terms_and_condition#termination');
    await expect(page.getByRole('heading', { name: '7. Termination' })).toBeInViewport();
    await expect(current).toHaveText('Termination');
    await expect(contents.getByRole('link', { name: 'Governing law' })).toBeInViewport();
    await test.step('going back leads to where the visitor was', async () => {
      const scrolled = () => page.evaluate(() => Math.round(scrollY));
      const first = await scrolled();
      await contents.getByRole('link', { name: 'Payment and cancellation' }).click();
      await expect(page.getByRole('heading', { name: '3. Payment and cancellation' })).toBeInViewport();
      expect(await scrolled()).not.toBe(first);
      await page.goBack();
      await expect(page).toHaveURL('/terms_and_condition#termination');
      await expect.poll(scrolled).toBe(first);
      await page.goBack();
      await expect.poll(scrolled).toBe(0);
    });
    await expect(current).toHaveText('Who these terms are for');

    await page.emulateMedia({ media: 'print' });
    const heading = page.getByRole('heading', { name: '7. Termination' });
    await expect(heading).toBeVisible();
    await expect(heading, 'never alone at the foot of a sheet').toHaveCSS('break-after', 'avoid');
    for (const around of [
      page.getByRole('banner'),
      page.getByRole('contentinfo'),
      page.getByRole('navigation', { name: 'On this page' }),
    ]) {
      await expect(around).toHaveCount(0);
    }
  });
});

test('on a phone the contents are folded above the text, and open without script', async ({ withoutScript: page }) => {
  await page.setViewportSize(screens[0].viewport);
  await page.goto('/refund_&_cancellation_policy');
  const contents = page.getByRole('navigation', { name: 'On this page' });
  await expect(contents.getByRole('link')).toHaveCount(0);
  await contents.getByText('On this page').and(page.locator('summary')).click();
  await contents.getByRole('link', { name: 'Revisions' }).click();
  await expect(page.getByRole('heading', { name: /Revisions$/ })).toBeInViewport();
});
