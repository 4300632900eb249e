/**
 * How soon a visitor who follows a link sees the new page's heading: `npm run bench -- --navigation`. Between all pairs
 * of areas: loaded ahead and on a fast network, and from nothing on slow 4G beside the single-page application.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from 'playwright';
import type { Site } from '../site/start-site.ts';
import { CPU_SLOWDOWN } from './compare.ts';
import { withSiteAndBrowser } from './laboratory.ts';
import { recordMainThread } from './main-thread.ts';
import { ownersOf } from './pages-of-site.ts';
import { serveSinglePage } from './single-page/serve.ts';
import { median, percentile } from './statistics.ts';
import { logTraffic, type TrafficLog } from './traffic.ts';
import { PHONE, slowDown } from './visit.ts';
import { recordVitals, waitUntilHydrated } from './vitals.ts';

/** One page of each area represents all: from each of them to each other one. */
export const PAGE_OF_EACH_AREA = ['/contact', '/post/1', '/career', '/login'];
const DESKTOP = { viewport: { width: 1280, height: 800 } };
const DEADLINE_MS = 30_000;
const LIMITS = { aheadMs: 100, coldRatio: 1.2 };
const LINK = '[data-bench-link]';
/** How long a finger touches what it taps. The time is counted from its end, which is the click. */
const TAP_MS = 80;

type Way = readonly [from: string, to: string];

/** Milliseconds. */
interface Arrival {
  /** By the clock, which on a busy machine is mostly waiting for others. */
  time: number;
  /** Processor time of the page's main thread during it. */
  busy: number;
  /** Until the browser had its image of the page being left: only then could the new page be rendered. */
  image: number;
}

const timeIn = ({ time }: Arrival): number => time;
const busyIn = ({ busy }: Arrival): number => busy;
const imageIn = ({ image }: Arrival): number => image;

/** @param pages of one area each. @param runs of each way. @returns how many limits are exceeded */
export async function navigations(pages: readonly string[], runs: number): Promise<number> {
  return withSiteAndBrowser(async (site, browser) => {
    await requireOneOfEachArea(site, pages);
    // Each page's first visitor waits for the server.
    await Promise.all(pages.map((page) => fetch(site.url + page)));
    const singlePage = await serveSinglePage(site.url);
    try {
      const ways = pages.flatMap((from) => pages.filter((to) => to !== from).map((to): Way => [from, to]));
      const exceeded = [
        await loadedAhead(browser, site.url, ways, runs),
        await fromNothing(browser, site.url, singlePage.url, ways, runs),
      ];
      return exceeded.filter(Boolean).length;
    } finally {
      await singlePage.stop();
    }
  });
}

async function requireOneOfEachArea(site: Site, pages: readonly string[]): Promise<void> {
  const owners = await ownersOf(site, pages);
  if (new Set(owners).size !== pages.length) throw new Error(`${pages.join(', ')} are not of one area each.`);
}

/** @returns whether the limit is exceeded */
async function loadedAhead(browser: Browser, siteUrl: string, ways: Way[], runs: number): Promise<boolean> {
  console.log(
    `Loaded ahead, network and processor at full speed, ms to the new heading, of the page's processor, and of it all waiting for the image of the page before; median of ${runs}:`,
  );
  const all: Arrival[] = [];
  for (const way of ways) {
    const arrivals: Arrival[] = [];
    for (let run = 0; run < runs; run++) arrivals.push(await aheadOnce(browser, siteUrl, way));
    all.push(...arrivals);
    const figures = [timeIn, busyIn, imageIn].map((figure) => median(arrivals.map(figure)).toFixed(0).padStart(6));
    console.log(`  ${named(way)} ${figures.join(' ')}`);
  }
  const [late, most] = [percentile(all.map(timeIn), 95), percentile(all.map(busyIn), 95)];
  console.log(
    `  95th percentile: ${late.toFixed(0)} ms, ${most.toFixed(0)} of the processor; the limit is ${LIMITS.aheadMs} ms.\n`,
  );
  return late > LIMITS.aheadMs;
}

/** A pointer comes to rest on a link, and presses it once everything has loaded. */
async function aheadOnce(browser: Browser, siteUrl: string, [from, to]: Way): Promise<Arrival> {
  const context = await browser.newContext(DESKTOP);
  try {
    const page = await context.newPage();
    await timeImages(page);
    const log = await openPage(page, await context.newCDPSession(page), siteUrl + from);
    await putLink(page, to);
    const begun = page.waitForResponse((response) => response.url().includes('/remotes/'));
    await page.hover(LINK);
    await begun;
    await log.quiet();
    const stopRecording = await recordMainThread(browser, page);
    // Where the pointer is. Playwright's own click would first inspect the page, in the page's thread.
    const time = await timeOf(page, async () => {
      await page.mouse.down();
      await page.mouse.up();
    });
    const { busy } = await stopRecording();
    return {
      time,
      busy,
      image: await page.evaluate(() => (globalThis as unknown as { benchImage: number }).benchImage),
    };
  } finally {
    await context.close();
  }
}

/** @returns whether the limit is exceeded */
async function fromNothing(
  browser: Browser,
  siteUrl: string,
  singlePageUrl: string,
  ways: Way[],
  runs: number,
): Promise<boolean> {
  console.log(
    `From nothing, slow 4G, processor ${CPU_SLOWDOWN} times slower, ms to the new heading, median of ${runs}:`,
  );
  console.log(`  ${''.padEnd(WAY_WIDTH)}   site  single page  ratio`);
  const ratios: number[] = [];
  for (const way of ways) {
    const site: number[] = [];
    const single: number[] = [];
    for (let run = 0; run < runs; run++) {
      site.push(await coldOnce(browser, siteUrl, way));
      single.push(await coldOnce(browser, singlePageUrl, way));
    }
    const ratio = median(site.map((time, run) => time / single[run]!));
    ratios.push(ratio);
    const [ours, theirs] = [site, single].map((times) => median(times).toFixed(0));
    console.log(`  ${named(way)} ${ours!.padStart(6)} ${theirs!.padStart(12)} ${ratio.toFixed(2).padStart(6)}`);
  }
  const middle = median(ratios);
  console.log(`  Median of all ways: ${middle.toFixed(2)}; the limit is ${LIMITS.coldRatio}.`);
  return middle > LIMITS.coldRatio;
}

/** A finger presses a link on a page that has just been loaded, and is lifted as fingers are. */
async function coldOnce(browser: Browser, origin: string, [from, to]: Way): Promise<number> {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await slowDown(session, CPU_SLOWDOWN);
    await openPage(page, session, origin + from);
    await putLink(page, to);
    const touchPoints = [await page.evaluate(middleOf, LINK)];
    return await timeOf(page, async () => {
      await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
      await delay(TAP_MS);
      await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    });
  } finally {
    await context.close();
  }
}

function middleOf(selector: string): { x: number; y: number } {
  const { x, y, width, height } = document.querySelector(selector)!.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}

async function openPage(page: Page, session: CDPSession, url: string): Promise<TrafficLog> {
  page.setDefaultTimeout(DEADLINE_MS);
  const log = await logTraffic(session);
  await recordVitals(page);
  await page.goto(url, { waitUntil: 'load' });
  await waitUntilHydrated(page);
  await log.quiet();
  return log;
}

/** Notes how long a page waits between asking for a view transition and being allowed to change. */
async function timeImages(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const noted = { benchImage: 0 };
    Object.defineProperty(globalThis, 'benchImage', { get: () => noted.benchImage });
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const asked = performance.now();
      return start(() => {
        noted.benchImage = performance.now() - asked;
        return (update as () => Promise<void>)();
      });
    };
  });
}

/** Not every page links to every other one. The bench's link is like one in content that React knows nothing of. */
async function putLink(page: Page, to: string): Promise<void> {
  await page.evaluate((path) => {
    const box = document.createElement('div');
    box.dataset['static'] = '';
    box.style.cssText = 'position: fixed; left: 50%; top: 50%; z-index: 99999; background: white; color: black';
    const link = document.createElement('a');
    link.dataset['benchLink'] = '';
    link.href = path;
    link.textContent = 'The way to the next page';
    box.append(link);
    document.body.append(box);
  }, to);
}

/** @param press follows the link. @returns milliseconds from the press to the frame that has another heading */
async function timeOf(page: Page, press: () => Promise<void>): Promise<number> {
  const arrival = page.evaluate(() => {
    const heading = () => document.querySelector('h1')?.textContent;
    const before = heading();
    let pressed = 0;
    addEventListener('click', ({ timeStamp }) => (pressed = timeStamp), { capture: true, once: true });
    return new Promise<number>((resolve) => {
      const observer = new MutationObserver(() => {
        const now = heading();
        if (now === undefined || now === before) return;
        observer.disconnect();
        // After the frame in which it is painted.
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - pressed)));
      });
      observer.observe(document, { subtree: true, childList: true, characterData: true });
    });
  });
  const [time] = await Promise.all([arrival, press()]);
  return time;
}

const WAY_WIDTH = 22;
const named = ([from, to]: Way): string => `${from} → ${to}`.padEnd(WAY_WIDTH);
