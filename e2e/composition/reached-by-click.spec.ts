/**
 * A page reached by a link is, pixel for pixel, the page that is loaded, although its style rules were inserted in
 * another order and by another program. Each page that a link leads to is reached once, on one of four tours (both
 * themes, on both screens), from a page of another area that has just been loaded. With `E2E_WHOLE=1` each tour has all
 * pages, reached from all other areas.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { APIRequestContext, Page } from 'playwright/test';
import { scrollToEnd } from '../../tooling/bench/vitals.ts';
import { themes } from '../fixtures/accessibility.ts';
import { openEmpty } from '../fixtures/empty-page.ts';
import { openHydrated } from '../fixtures/hydrated.ts';
import { pages } from '../fixtures/pages.ts';
import { desktop, phone } from '../fixtures/screens.ts';
import { expect, test } from '../fixtures/test.ts';

test.describe.configure({ mode: 'parallel' });

/** A page of each area, from which the visitor starts. */
const starts = { 'mf-marketing': '/faq', 'mf-blog': '/blogs', 'mf-auth': '/login', 'mf-careers': '/referral' };

const isWhole = process.env.E2E_WHOLE === '1';

/** Pages whose text depends on the link. */
const withChoice = [
  { path: '/getInTouch?service=backend', area: 'mf-marketing' },
  { path: '/contact?service=backend', area: 'mf-marketing' },
  { path: '/testimonies?page=2', area: 'mf-marketing' },
  { path: '/career?role=flutter-developer', area: 'mf-careers' },
] as const;
const linked = [...pages.filter(({ path, isUnlinked }) => !path.includes('?') && !isUnlinked), ...withChoice];

test('every page that a link leads to is among them, and no link leads to the others', async ({ request }) => {
  const kinds = new Set(['/']);
  const seen = new Set(['/']);
  for (const path of seen) {
    for (const next of await linksOf(request, path)) {
      // One page of a kind represents all.
      if (!kinds.has(kindOf(next))) seen.add(next);
      kinds.add(kindOf(next));
    }
  }
  expect([...kinds].toSorted()).toEqual([...new Set(linked.map(({ path }) => kindOf(path)))].toSorted());
});

const looks = [desktop, phone].flatMap((screen) => themes.map((theme) => ({ screen, theme })));
for (const [index, { screen, theme }] of looks.entries()) {
  test(`as when they are loaded: pages reached from other areas, ${theme}, ${screen.width} px`, async ({
    page,
    request,
  }) => {
    const legs = isWhole ? wholeTour() : tour(index);
    test.setTimeout(legs.length * 120_000);
    await page.setViewportSize(screen);
    await openEmpty(page);
    await page.evaluate((value) => localStorage.setItem('theme', value), theme);
    let at = '';
    for (const { from, path } of legs) {
      await test.step(`${path} from ${from}`, async () => {
        if (at !== from) await openHydrated(page, from);
        await expectSame(page, request, { from, path });
        at = path;
      });
    }
  });
}

interface Leg {
  from: string;
  path: string;
}

/** Every fourth page, each reached from the one before or, if that is of the same area, from the start of another. */
function tour(index: number): Leg[] {
  const left = linked.filter((_, each) => each % looks.length === index);
  const legs: Leg[] = [];
  let [area, from] = Object.entries(starts)[index]!;
  while (left.length > 0) {
    const others = left.filter((each) => each.area !== area);
    // Of the area that has most left, which would otherwise be alone at the end.
    const next = others.toSorted((one, other) => countOf(left, other.area) - countOf(left, one.area))[0];
    if (next) {
      legs.push({ from, path: next.path });
      ({ area, path: from } = next);
      left.splice(left.indexOf(next), 1);
    } else {
      [area, from] = Object.entries(starts).find(([other]) => other !== area)!;
    }
  }
  return legs;
}

const countOf = (list: readonly { area: string }[], area: string): number =>
  list.filter((each) => each.area === area).length;

const wholeTour = (): Leg[] =>
  linked.flatMap(({ path, area }) =>
    Object.entries(starts).flatMap(([other, from]) => (other === area ? [] : [{ from, path }])),
  );

/** Goes there by links, then loads the page, and compares. Ends on the page as it is when it is loaded. */
async function expectSame(page: Page, request: APIRequestContext, { from, path }: Leg): Promise<void> {
  // On a busy machine either may be looked at before all of it has arrived: nothing tells when that is so.
  for (const restMs of [0, 1_000, 5_000]) {
    if (restMs > 0) await openHydrated(page, from);
    await goByLinks(page, request, { from, path });
    const reached = await look(page, restMs);
    await openHydrated(page, path);
    const loaded = await look(page, restMs);
    const pixels = await differing(page, loaded, reached);
    if (pixels === 0) return;
    if (restMs < 5_000) continue;
    await test.info().attach(`${path} loaded`, { body: loaded, contentType: 'image/png' });
    await test.info().attach(`${path} reached`, { body: reached, contentType: 'image/png' });
    expect.soft(pixels, `pixels of ${path} that differ, from ${from}`).toBe(0);
  }
}

async function goByLinks(page: Page, request: APIRequestContext, { from, path }: Leg): Promise<void> {
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  for (const next of await route(request, from, path)) {
    await follow(page, next);
    await expect(page).toHaveURL((url) => url.pathname + url.search === next);
  }
  expect(await page.evaluate(() => 'isSamePage' in globalThis), 'without loading a page').toBe(true);
}

/** A screenshot of the whole page, at rest. A link may lead further down, where the header is smaller. */
async function look(page: Page, restMs: number): Promise<Buffer> {
  await page.waitForLoadState('networkidle');
  await delay(restMs);
  await page.evaluate(() => document.fonts.ready);
  await page.mouse.move(0, 0);
  if (new URL(page.url()).pathname === '/') {
    // Sections that the visitor has not come near are not painted (decision 097).
    await scrollToEnd(page);
  }
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    scrollTo({ top: 0, behavior: 'instant' });
  });
  return page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide' });
}

/** The links to press, one after the other, found by what the documents link to. */
async function route(request: APIRequestContext, from: string, to: string): Promise<string[]> {
  const ways = [[from]];
  const seen = new Set([from]);
  for (let way = ways.shift(); way; way = ways.shift()) {
    for (const next of await linksOf(request, way.at(-1)!)) {
      if (next === to) return [...way.slice(1), to];
      if (!seen.has(next)) ways.push([...way, next]);
      seen.add(next);
    }
  }
  throw new Error(`No link leads from ${from} to ${to}.`);
}

/** By path. A worker has one site, whose links do not change. */
const knownLinks = new Map<string, string[]>();

/** The pages that a page links to; not files, feeds or the API's own URLs. */
async function linksOf(request: APIRequestContext, path: string): Promise<string[]> {
  const known = knownLinks.get(path);
  if (known) return known;
  let html = '';
  // On a busy machine a part of the site may fail to load.
  await expect(async () => {
    const response = await request.get(path);
    expect(response.ok(), path).toBe(true);
    html = await response.text();
  }).toPass();
  const found = [...html.matchAll(/<a [^>]*href="?(\/[^"#\s>]*)/g)]
    .map(([, href]) => href!.replaceAll('&amp;', '&'))
    .filter((href) => !/^\/(api|auth)\/|\.\w+$/.test(href));
  knownLinks.set(path, found);
  return found;
}

/** Pages of one pattern are of one kind, whatever is chosen there; where a login leads to is not visible. */
function kindOf(path: string): string {
  return path
    .replace(/\?next=.*/, '')
    .replace(/^\/post\/\d+/, '/post/1')
    .replace(/^\/career\/[\w-]+/, '/career/flutter-developer')
    .replace(/=[^&]*/g, '=');
}

/** Presses a link; one that waits in a closed menu is followed anyway. */
async function follow(page: Page, path: string): Promise<void> {
  const links = page.locator(`a[href="${path}"], a[href^="${path}#"]`);
  const visible = links.filter({ visible: true });
  if ((await visible.count()) > 0) await visible.first().click();
  else await links.first().dispatchEvent('click');
}

/** How many pixels of two screenshots differ; all of them if their sizes do. */
async function differing(page: Page, one: Buffer, other: Buffer): Promise<number> {
  if (one.equals(other)) return 0;
  return page.evaluate(
    async (images) => {
      const [a, b] = await Promise.all(
        images.map(async (base64) => {
          const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
          const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
          const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
          context.drawImage(bitmap, 0, 0);
          return context.getImageData(0, 0, bitmap.width, bitmap.height);
        }),
      );
      if (a!.width !== b!.width || a!.height !== b!.height) return Math.max(a!.data.length, b!.data.length) / 4;
      const [x, y] = [new Uint32Array(a!.data.buffer), new Uint32Array(b!.data.buffer)];
      return x.reduce((sum, pixel, at) => sum + Number(pixel !== y[at]), 0);
    },
    [one.toString('base64'), other.toString('base64')],
  );
}
