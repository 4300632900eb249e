/**
 * Whether pages come back as they were left when a visitor goes back to them (bfcache): `npm run bench -- --back`.
 * Chromium also keeps `no-store` pages, but a typed password must not come back.
 */
import type { Browser } from 'playwright';
import { withSiteAndBrowser } from './laboratory.ts';
import { pagesOf } from './pages-of-site.ts';
import { recordVitals, waitUntilHydrated } from './vitals.ts';

/** Some pages that have parameters. */
const FURTHER = [
  '/post/1',
  '/post/1/report',
  '/blog_news/1',
  '/career/flutter-developer',
  '/newsletter/confirm?token=x',
];
/** A page of this site that loads nothing else. */
const ELSEWHERE = '/robots.txt';
const PASSWORD = 'input[autocomplete*=password]';
const TYPED = 'correct horse battery';
const DEADLINE_MS = 15_000;
/** What a browser without such a cache says. */
const NOT_AT_ALL = 'BackForwardCacheDisabledForDelegate';

interface Return {
  hasPassword: boolean;
  /** What was typed is restored. */
  hasTyped: boolean;
  isRestored: boolean;
  /** What Chromium says of it, when it was not. */
  reasons: string[];
}

/** @returns how many pages do not behave as they must */
export async function pagesComeBack(): Promise<number> {
  return withSiteAndBrowser(async (site, browser) => {
    let wrong = 0;
    for (const page of await pagesOf(site, FURTHER)) {
      // No browser keeps an error page, and some pages are one unless they are opened by a mailed link.
      if (!(await fetch(site.url + page)).ok) continue;
      const seen = await goBackTo(browser, site.url, page);
      if (!seen) throw new Error('This browser keeps no page to come back to. CHROME_PATH may name a whole Chromium.');
      const { hasPassword, hasTyped, isRestored, reasons } = seen;
      const isRight = !hasTyped && (isRestored || hasPassword);
      if (!isRight) wrong++;
      const outcome = isRestored ? 'comes back' : `is reloaded: ${reasons.join(', ') || 'no reason is given'}`;
      const password = hasPassword ? (hasTyped ? ', with its password' : ', without its password') : '';
      console.log(`${isRight ? ' ' : '!'} ${page.padEnd(32)} ${outcome}${password}`);
    }
    console.log(wrong > 0 ? `\n${wrong} pages do not do what they must.` : '\nEvery page does what it must.');
    return wrong;
  });
}

/** Opens a page, goes elsewhere and back. @returns undefined when the browser keeps no page, as windowless ones do */
export async function goBackTo(browser: Browser, siteUrl: string, path: string): Promise<Return | undefined> {
  const context = await browser.newContext();
  try {
    context.setDefaultTimeout(DEADLINE_MS);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const reasons: string[] = [];
    await session.send('Page.enable');
    session.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) =>
      reasons.push(...notRestoredExplanations.map(({ reason }) => reason)),
    );
    await recordVitals(page);
    await page.goto(siteUrl + path);
    await waitUntilHydrated(page);
    const passwords = page.locator(PASSWORD);
    const hasPassword = (await passwords.count()) > 0;
    for (const field of await passwords.all()) await field.fill(TYPED);
    await page.evaluate(() => Object.assign(globalThis, { benchWasHere: true }));
    await page.goto(siteUrl + ELSEWHERE);
    // Playwright's own way back waits for a load that does not happen.
    const isBack = page.waitForEvent('framenavigated');
    await page.evaluate(() => void setTimeout(() => history.back()));
    await isBack;
    const isRestored = await page.evaluate(() => 'benchWasHere' in globalThis);
    const left = await page
      .locator(PASSWORD)
      .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
    if (reasons.includes(NOT_AT_ALL)) return undefined;
    return { hasPassword, hasTyped: left.includes(TYPED), isRestored, reasons };
  } finally {
    await context.close();
  }
}
