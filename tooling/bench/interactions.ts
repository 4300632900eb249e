/**
 * How long visitors wait for the frame that follows what they do (INP): `npm run bench -- --interactions`. Real input,
 * on a phone with a processor four times slower; Event Timing tells. Beside it stands the processor time of the longest
 * task, which is the page's own part in it, and what counts: on a busy machine the wait is mostly for other programs.
 */
import type { Browser, Locator, Page } from 'playwright';
import { CPU_SLOWDOWN } from './compare.ts';
import { withSiteAndBrowser } from './laboratory.ts';
import { recordMainThread } from './main-thread.ts';
import { median } from './statistics.ts';
import { PHONE } from './visit.ts';
import { recordVitals, waitUntilHydrated } from './vitals.ts';

const DEADLINE_MS = 30_000;
/** Between two keys, and between two presses of a finger. */
const KEY_PAUSE_MS = 80;
const PRESS_PAUSE_MS = 700;
const SENTENCE = 'The quick brown fox jumps over the lazy dog';
const NAME_WIDTH = 22;
/** Event Timing tells of nothing shorter. */
const SHORTEST_MS = 16;

/** Milliseconds. */
interface Wait {
  /** Until the next frame, by the clock. */
  wait: number;
  /** Processor time of the longest task. */
  task: number;
}

interface Place {
  x: number;
  y: number;
}

interface Script {
  name: string;
  page: string;
  /** Brings the page to where the visitor begins. */
  ready?: (page: Page) => Promise<void>;
  /**
   * Where a finger comes down, found before anything is measured: what Playwright does in a page to find an element
   * takes a phone longer than most answers of the page.
   */
  find: (page: Page) => Promise<Place[]>;
  /** What a visitor does there. */
  act: (page: Page, places: Place[]) => Promise<void>;
  /** The goal, in milliseconds. */
  target: number;
  /** What fails. */
  limit: number;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

const scripts: Script[] = [
  {
    name: 'menu',
    page: '/',
    target: 100,
    limit: 400,
    async find(page) {
      const open = await middleOf(button(page, 'Open menu'));
      await press(page, open);
      return [open, await middleOf(button(page, 'Close menu')), open];
    },
    act: pressAll,
  },
  {
    name: 'theme',
    page: '/',
    target: 100,
    limit: 400,
    async find(page) {
      const toggle = await middleOf(button(page, 'Switch to dark theme'));
      return [toggle, toggle, toggle];
    },
    act: pressAll,
  },
  {
    name: 'accordion',
    page: '/faq',
    target: 100,
    limit: 400,
    async ready(page) {
      await page.locator('main button[aria-expanded]').nth(1).scrollIntoViewIfNeeded();
    },
    async find(page) {
      const questions = page.locator('main button[aria-expanded]');
      // From below: an answer moves what comes after it.
      const [second, first] = [await middleOf(questions.nth(1)), await middleOf(questions.nth(0))];
      return [second, second, second, first];
    },
    act: pressAll,
  },
  {
    name: 'carousel',
    page: '/',
    target: 100,
    limit: 400,
    async ready(page) {
      await page.getByRole('group', { name: 'Testimonials', exact: true }).scrollIntoViewIfNeeded();
      await page.waitForLoadState('networkidle');
      // What has come meanwhile takes the place of what was there, and may have moved it.
      await page.waitForTimeout(PRESS_PAUSE_MS);
      await button(page, 'Next slide').last().scrollIntoViewIfNeeded();
    },
    async find(page) {
      const next = await middleOf(button(page, 'Next slide').last());
      return [next, next, next];
    },
    act: pressAll,
  },
  {
    name: 'typing in a form',
    page: '/contact',
    target: 50,
    limit: 200,
    async ready(page) {
      await page.getByLabel('Full Name').scrollIntoViewIfNeeded();
    },
    async find(page) {
      return [await middleOf(page.getByLabel('Full Name'))];
    },
    async act(page, places) {
      await pressAll(page, places);
      // On a phone the next field is a key away, too.
      for (let field = 0; field < 2; field++) {
        await page.keyboard.type(SENTENCE, { delay: KEY_PAUSE_MS });
        await page.keyboard.press('Tab');
      }
    },
  },
  {
    name: 'typing in the editor',
    page: '/new',
    target: 50,
    limit: 200,
    async ready(page) {
      await page.locator('.ql-editor').scrollIntoViewIfNeeded();
    },
    async find(page) {
      return [await middleOf(page.locator('.ql-editor'))];
    },
    async act(page, places) {
      await pressAll(page, places);
      for (let line = 0; line < 3; line++) {
        await page.keyboard.type(SENTENCE, { delay: KEY_PAUSE_MS });
        await page.keyboard.press('Enter');
      }
    },
  },
];

/** @param runs of each script. @returns how many limits are exceeded */
export async function interactions(runs: number): Promise<number> {
  return withSiteAndBrowser(async (site, browser) => {
    console.log(`The worst of each of ${runs} runs, processor ${CPU_SLOWDOWN} times slower; their median, ms.\n`);
    console.log(`${''.padEnd(NAME_WIDTH)}  INP  task`);
    let exceeded = 0;
    for (const script of scripts) {
      const runsOfIt: Wait[] = [];
      for (let run = 0; run < runs; run++) runsOfIt.push(await worstOf(browser, site.url, script));
      const [wait, task] = [median(runsOfIt.map((run) => run.wait)), median(runsOfIt.map((run) => run.task))];
      const figure = wait <= SHORTEST_MS ? `≤${SHORTEST_MS}` : wait.toFixed(0);
      console.log(
        `${script.name.padEnd(NAME_WIDTH)}${figure.padStart(5)}${task.toFixed(0).padStart(6)}  task ≤ ${script.limit}, target of both ${script.target}`,
      );
      if (task > script.limit) exceeded++;
    }
    return exceeded;
  });
}

async function worstOf(browser: Browser, siteUrl: string, { page: path, ready, find, act }: Script): Promise<Wait> {
  const context = await browser.newContext(PHONE);
  try {
    context.setDefaultTimeout(DEADLINE_MS);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await recordVitals(page);
    const open = async (): Promise<void> => {
      await page.goto(siteUrl + path, { waitUntil: 'load' });
      await waitUntilHydrated(page);
      await page.waitForLoadState('networkidle');
      await ready?.(page);
    };
    await open();
    const places = await find(page);
    await open();
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await recordInteractions(page, SHORTEST_MS);
    const stopRecording = await recordMainThread(browser, page);
    await act(page, places);
    await page.waitForTimeout(PRESS_PAUSE_MS);
    const { longestTask } = await stopRecording();
    const wait = await page.evaluate(() => (globalThis as unknown as { benchWorst: number }).benchWorst);
    return { wait, task: longestTask };
  } finally {
    await context.close();
  }
}

function recordInteractions(page: Page, durationThreshold: number): Promise<void> {
  return page.evaluate((threshold) => {
    const found = { benchWorst: 0 };
    Object.defineProperty(globalThis, 'benchWorst', { get: () => found.benchWorst });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
        if (entry.interactionId > 0) found.benchWorst = Math.max(found.benchWorst, entry.duration);
    }).observe({ type: 'event', durationThreshold: threshold } as PerformanceObserverInit);
  }, durationThreshold);
}

async function pressAll(page: Page, places: Place[]): Promise<void> {
  for (const place of places) await press(page, place);
}

/** A finger, and what follows it. */
async function press(page: Page, { x, y }: Place): Promise<void> {
  await page.touchscreen.tap(x, y);
  await page.waitForTimeout(PRESS_PAUSE_MS);
}

/** @throws when it is not in the window */
async function middleOf(element: Locator): Promise<Place> {
  const box = await element.boundingBox();
  if (!box || box.y < 0 || box.y > PHONE.viewport.height) throw new Error(`${element.toString()} is not in sight.`);
  return { x: box.x + box.width / 2, y: Math.min(box.y + box.height / 2, PHONE.viewport.height - 1) };
}
