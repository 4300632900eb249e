/**
 * How long visitors wait for the frame that follows what they do (INP): `npm run bench -- --interactions`. Real input, on a
 * phone with a processor four times slower; Event Timing tells. Beside it stands the processor time of the longest task, which
 * is the page's own part in it, and what counts: on a busy machine the wait is mostly for other programs.
 */
import type { Browser, Page } from 'playwright';
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

interface Script {
  name: string;
  page: string;
  /** What a visitor does there. */
  act: (page: Page) => Promise<void>;
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
    async act(page) {
      await press(page, () => button(page, 'Open menu').tap());
      await page.getByRole('dialog').waitFor();
      await press(page, () => button(page, 'Close menu').tap());
      await press(page, () => button(page, 'Open menu').tap());
    },
  },
  {
    name: 'theme',
    page: '/',
    target: 100,
    limit: 400,
    async act(page) {
      for (const theme of ['dark', 'light', 'dark'])
        await press(page, () => button(page, `Switch to ${theme} theme`).tap());
    },
  },
  {
    name: 'accordion',
    page: '/faq',
    target: 100,
    limit: 400,
    async act(page) {
      const questions = page.locator('main button[aria-expanded]');
      for (const number of [0, 1, 1, 2]) await press(page, () => questions.nth(number).tap());
    },
  },
  {
    name: 'carousel',
    page: '/',
    target: 100,
    limit: 400,
    async act(page) {
      const carousel = page.getByRole('group', { name: 'Testimonials', exact: true });
      await carousel.scrollIntoViewIfNeeded();
      await page.waitForLoadState('networkidle');
      for (let times = 0; times < 3; times++) await press(page, () => button(page, 'Next slide').last().tap());
    },
  },
  {
    name: 'typing in a form',
    page: '/contact',
    target: 50,
    limit: 200,
    async act(page) {
      for (const field of [page.getByLabel('Full Name'), page.locator('main form textarea')]) {
        await field.focus();
        await page.keyboard.type(SENTENCE, { delay: KEY_PAUSE_MS });
      }
    },
  },
  {
    name: 'typing in the editor',
    page: '/new',
    target: 50,
    limit: 200,
    async act(page) {
      await page.locator('.ql-editor').waitFor();
      await page.locator('.ql-editor').focus();
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

async function worstOf(browser: Browser, siteUrl: string, { page: path, act }: Script): Promise<Wait> {
  const context = await browser.newContext(PHONE);
  try {
    context.setDefaultTimeout(DEADLINE_MS);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await recordVitals(page);
    await page.goto(siteUrl + path, { waitUntil: 'load' });
    await waitUntilHydrated(page);
    await page.waitForLoadState('networkidle');
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await recordInteractions(page, SHORTEST_MS);
    const stopRecording = await recordMainThread(browser, page);
    await act(page);
    await page.waitForTimeout(PRESS_PAUSE_MS);
    const wait = await page.evaluate(() => (globalThis as unknown as { benchWorst: number }).benchWorst);
    return { wait, task: (await stopRecording()).longestTask };
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

/** A finger, and what follows it. */
async function press(page: Page, tap: () => Promise<void>): Promise<void> {
  await tap();
  await page.waitForTimeout(PRESS_PAUSE_MS);
}
