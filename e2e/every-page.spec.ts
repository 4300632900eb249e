/**
 * What holds on every page, proved in one visit to each: its document and policies as the server sends them, what it
 * preloads, and that everybody can reach, hit and read it on every screen.
 */
import { createHash } from 'node:crypto';
import type { APIResponse, Page } from 'playwright/test';
import { brokenWords, cutOff, expectNoViolations, overflowing, smallTargets } from './fixtures/accessibility.ts';
import { hydrated } from './fixtures/hydrated.ts';
import { pages } from './fixtures/pages.ts';
import { ambiguousStyles } from './fixtures/rule-order.ts';
import { desktop, phone, widths } from './fixtures/screens.ts';
import { expect, test } from './fixtures/test.ts';

test.describe.configure({ mode: 'parallel' });

/** Pages whose editor is fetched once the rest already works. */
const WITH_EDITOR: readonly string[] = ['/new', '/write'];

/** Where the header has neither navigation nor contact buttons, and how many footers there are. */
const bare: Record<string, number> = { '/login': 0, '/register': 0, '/forget-password': 1, '/update-password': 1 };

for (const { path, area, title } of pages) {
  test(`${path} is complete in the HTML, loads what it preloads, and is for everybody`, async ({ page, request }) => {
    test.slow(); // Four looks at all of a page: the home page takes half a minute on a busy machine.
    const loaded: string[] = [];
    page.on('response', (each) => {
      const { pathname } = new URL(each.url());
      // On a busy machine the page may be there long enough to observe itself (shell/src/observed/failures.ts).
      const isLater = pathname.startsWith('/assets/observer-');
      if (each.request().resourceType() === 'script' && !isLater) loaded.push(pathname);
    });
    // A browser that knows the page already would report the headers of a 304.
    const response = await request.get(path);
    const html = await response.text();
    await page.goto(path, { waitUntil: 'networkidle' });
    // On a machine that is slow to draw, the network is idle before the application is even requested.
    await hydrated(page);
    await test.step('the document', () => expectComplete(html, { area, title }));
    await test.step('the policies', () => expectPolicies(response, html));
    await test.step('what it preloads', () => {
      const preloaded = [...html.matchAll(/<link rel="modulepreload" href="([^"]+)"/g)].map(([, url]) => url);
      if (WITH_EDITOR.includes(path)) expect(loaded).toEqual(expect.arrayContaining(preloaded));
      else expect(new Set(loaded)).toEqual(new Set(preloaded));
    });
    await test.step('no field is marked wrong before anything is typed', async () => {
      expect(await page.evaluate(() => document.querySelectorAll('form[novalidate] :invalid').length)).toBe(0);
    });
    await test.step('an address with a hash names one place', async () => {
      const ids = await page.evaluate(() => Array.from(document.querySelectorAll('[id]'), ({ id }) => id));
      expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    });
    await test.step('a caption belongs to a figure', async () => {
      const astray = 'figcaption:not(figure > :first-child, figure > :last-child)';
      expect(await page.evaluate((selector) => document.querySelectorAll(selector).length, astray)).toBe(0);
    });
    await test.step('one heading of the first level, landmarks', () => expectLandmarks(page));
    const footers = bare[path.split('?')[0]!];
    if (footers !== undefined) {
      await test.step('has a header of logo and theme alone', async () => await expectBare(page, footers));
    }
    // A new size costs as much as a look, so both look on one screen before the next.
    for (const screen of [phone, desktop]) {
      await test.step(`axe finds nothing at ${screen.width} px`, () => expectNoViolations(page, [screen]));
      await test.step(`no style depends on which rule came first at ${screen.width} px`, async () => {
        expect(await ambiguousStyles(page)).toEqual([]);
      });
    }
    await test.step('targets, no sideways scrolling', () => expectRoom(page));
  });
}

function expectComplete(html: string, { area, title }: { area: string; title: string | RegExp }): void {
  const titleText = (/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&');
  if (typeof title === 'string') expect(titleText).toContain(title);
  else expect(titleText).toMatch(title);
  expect(html.match(/<h1[ >]/g)).toHaveLength(1);
  expect(html).toMatch(/<meta name="description" content="[^"]{20,}"/);
  expect(html).toContain(`<link rel="canonical" href="http://localhost:`);
  expect(html).toContain(`data-boundary="${area}"`);
  expect(html, 'nothing speaks to the owner').not.toMatch(/>[^<]*(placeholder text|placeholder for|lorem ipsum)/i);
  expect(html, 'the policy blocks style attributes').not.toMatch(/\sstyle="/);
}

function expectPolicies(response: APIResponse, html: string): void {
  expect(response.status()).toBe(200);
  const headers = response.headers();
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
  const policies = response.headersArray().filter(({ name }) => name.toLowerCase() === 'content-security-policy');
  expect(policies).toHaveLength(2);
  const [first, second] = policies.map(({ value }) => value);
  expect(first).toContain("require-trusted-types-for 'script'; trusted-types app default");
  expect(first).toMatch(/script-src 'self' '/);
  expect(second).toMatch(/^script-src http:\/\/\*:\*\/assets\/ http:\/\/\*:\*\/remotes\/ '/);
  for (const policy of [first!, second!]) {
    expect(hashesOf(policy, 'style-src'), 'the styles of the page, and the empty one').toEqual(
      new Set([...inlineTexts(html, 'style'), ''].map(hashOf)),
    );
    const scripts = hashesOf(policy, 'script-src');
    const texts = inlineTexts(html, 'script');
    for (const text of texts) expect(scripts, text.slice(0, 60)).toContain(hashOf(text));
    // A page with rules in a file waits for them with an empty script (decision 133).
    const waits = texts.filter((text) => text === ' ').length;
    expect(scripts.size, 'theme script, import map, the one that may follow, what begins the application').toBe(
      4 + waits,
    );
  }
}

function hashesOf(policy: string, directive: string): Set<string> {
  const [, sources = ''] = new RegExp(`${directive} ([^;]*)`).exec(policy) ?? [];
  return new Set(sources.split(' ').filter((source) => source.startsWith("'sha256-")));
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Texts of a document's inline styles, or of those inline scripts that run. */
function inlineTexts(html: string, name: 'script' | 'style'): string[] {
  return [...html.matchAll(new RegExp(`<${name}([^>]*)>([\\s\\S]*?)</${name}>`, 'g'))]
    .filter(([, attributes]) => !/ src=|application\/(ld\+)?json/.test(attributes!))
    .map(([, , text]) => text!);
}

/** Without locators, which bring Playwright's script into the page. */
async function expectLandmarks(page: Page): Promise<void> {
  const counted = await page.evaluate(() => {
    const shown = (selector: string) =>
      [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
    return {
      headings: shown('h1').length,
      inMain: shown('main h1').length,
      mains: shown('main').length,
      banners: shown('header').filter((header) => !header.closest('main, article, aside, nav, section')).length,
    };
  });
  expect(counted).toEqual({ headings: 1, inMain: 1, mains: 1, banners: 1 });
}

async function expectBare(page: Page, footers: number): Promise<void> {
  const header = page.getByRole('banner');
  for (const screen of [phone, desktop]) {
    await page.setViewportSize(screen);
    await expect(header.getByRole('link')).toHaveAccessibleName('Portloom, home');
    await expect(header.getByRole('button')).toHaveAccessibleName('Switch to dark theme');
    await expect(header.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByRole('contentinfo')).toHaveCount(footers);
  }
}

/** The width at which each layout begins. */
const NARROWEST = [320, 1024];
/** The room that one takes outside of phones, at most. The width that media queries ask for has it. */
const SCROLLBAR = '17px';
/** Where columns are narrowest; with letters twice as large, they have to hold twice as much. */
const NARROW_COLUMNS = [360, 640, 768, 1024];

async function expectRoom(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    expect(await overflowing(page), `wider than ${width} px`).toEqual([]);
    expect(await smallTargets(page), `too small to hit at ${width} px`).toEqual([]);
    if (NARROWEST.includes(width)) expect(await brokenWords(page), `broken words at ${width} px`).toEqual([]);
  }
  await page.setViewportSize({ width: widths[0]!, height: 800 });
  await page.evaluate((room) => (document.documentElement.style.paddingRight = room), SCROLLBAR);
  expect(await brokenWords(page), 'broken words beside a scrollbar').toEqual([]);
  await page.evaluate(() => (document.documentElement.style.paddingRight = ''));
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  for (const width of NARROW_COLUMNS) {
    await page.setViewportSize({ width, height: 768 });
    expect(await overflowing(page), `wider than ${width} px with letters twice as large`).toEqual([]);
    expect(await cutOff(page), `cut off at ${width} px with letters twice as large`).toEqual([]);
    // A phone's column has no room for some words then.
    if (width === 360) continue;
    expect(await brokenWords(page), `broken words at ${width} px with letters twice as large`).toEqual([]);
  }
}
