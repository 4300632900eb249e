/**
 * How long visitors wait for the frame that follows what they do (INP): `npm run bench -- --interactions`. Real input,
 * on a phone with a processor four times slower, measured by Event Timing. Beside it is processor time, which is
 * the page's own part in it, and is what counts: on a busy machine the wait is mostly for other programs.
 *
 * During a measurement nothing of Playwright's runs in the page: whatever looks for an element there leaves listeners
 * behind, which took a phone 8 ms of each press. Waits and processor time are recorded in separate visits.
 */
import type { Browser, Page } from 'playwright';
import { CPU_SLOWDOWN } from './compare.ts';
import { withSiteAndBrowser } from './laboratory.ts';
import { recordMainThread } from './main-thread.ts';
import { inpOf, median } from './statistics.ts';
import { PHONE } from './visit.ts';
import { recordVitals, waitUntilHydrated } from './vitals.ts';

const DEADLINE_MS = 30_000;
/** Between two keys, and between two presses of a finger. */
const KEY_PAUSE_MS = 80;
const PRESS_PAUSE_MS = 700;
const SENTENCE = 'The quick brown fox jumps over the lazy dog';
const NAME_WIDTH = 22;
/** Event Timing reports nothing shorter. */
const SHORTEST_MS = 16;

/** Milliseconds. */
interface Wait {
  /** INP by the clock. */
  wait: number;
  /** Processor time of the longest task. */
  task: number;
  /** Processor time of all that the page did, for each press. */
  each: number;
}

interface Place {
  x: number;
  y: number;
}

/** Which of the visible elements that a selector finds, by number; by default the first. */
type Target = readonly [selector: string, number?: number];

interface Script {
  name: string;
  page: string;
  /** Brings the page to where the visitor begins. */
  ready?: (page: Page) => Promise<void>;
  /** Where a finger comes down, found in a visit before the one that is measured. */
  find: (page: Page) => Promise<Place[]>;
  /** What a visitor does before it is measured. */
  before?: (page: Page, places: Place[]) => Promise<void>;
  /** What a visitor does. @returns how many presses these were */
  act: (page: Page, places: Place[]) => Promise<number>;
  /** The goal, in milliseconds. */
  target: number;
  /** Above this it fails. */
  limit: number;
}

const OPEN_MENU: Target = ['button[aria-label="Open menu"]'];
const CLOSE_MENU: Target = ['dialog button[aria-label="Close menu"]'];
const THEME: Target = ['header button:has(> span > .visually-hidden)'];
const QUESTIONS = 'main button[aria-expanded]';
const NEXT_SLIDE: Target = ['[aria-roledescription="carousel"] button[aria-label="Next slide"]'];
const NAME_FIELD: Target = ['input[name="fullName"]'];
const EDITOR: Target = ['.ql-editor'];

/** Scrolls to a field, and finds where to press it; keys follow. */
const intoField = (page: string, field: Target) => ({
  page,
  ready: (opened: Page) => reach(opened, field),
  find: async (opened: Page) => [await middleOf(opened, field)],
});

const scripts: Script[] = [
  {
    name: 'menu',
    page: '/',
    target: 100,
    limit: 400,
    async find(page) {
      const open = await middleOf(page, OPEN_MENU);
      await press(page, open);
      return [open, await middleOf(page, CLOSE_MENU), open];
    },
    act: pressAll,
  },
  {
    name: 'theme',
    page: '/',
    target: 100,
    limit: 400,
    async find(page) {
      const toggle = await middleOf(page, THEME);
      return [toggle, toggle, toggle];
    },
    act: pressAll,
  },
  {
    name: 'accordion',
    page: '/faq',
    target: 100,
    limit: 400,
    ready: (page) => reach(page, [QUESTIONS, 1]),
    async find(page) {
      // From below: an answer that opens moves whatever comes after it.
      const [second, first] = [await middleOf(page, [QUESTIONS, 1]), await middleOf(page, [QUESTIONS, 0])];
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
      await reach(page, NEXT_SLIDE);
      await page.waitForLoadState('networkidle');
      // Elements that have arrived since replace others, and may have moved it.
      await page.waitForTimeout(PRESS_PAUSE_MS);
      await reach(page, NEXT_SLIDE);
    },
    async find(page) {
      const next = await middleOf(page, NEXT_SLIDE);
      return [next, next, next];
    },
    act: pressAll,
  },
  { name: 'into a form', ...intoField('/contact', NAME_FIELD), act: pressAll, target: 100, limit: 400 },
  {
    name: 'typing in a form',
    ...intoField('/contact', NAME_FIELD),
    before: async (page, places) => void (await pressAll(page, places)),
    // On a phone the next field is a key away, too.
    act: (page) => type(page, ['Tab', 'Tab']),
    target: 50,
    limit: 200,
  },
  { name: 'into the editor', ...intoField('/new', EDITOR), act: pressAll, target: 100, limit: 400 },
  {
    name: 'typing in the editor',
    ...intoField('/new', EDITOR),
    before: async (page, places) => void (await pressAll(page, places)),
    act: (page) => type(page, ['Enter', 'Enter', 'Enter']),
    target: 50,
    limit: 200,
  },
];

/** @param runs of each script. @returns how many limits are exceeded */
export async function interactions(runs: number): Promise<number> {
  return withSiteAndBrowser(async (site, browser) => {
    console.log(
      `Medians of ${runs} runs, processor ${CPU_SLOWDOWN} times slower, ms: INP by the clock; processor time of the` +
        ' longest task, and of all that follows each press.\n',
    );
    console.log(`${''.padEnd(NAME_WIDTH)}  INP  task  each`);
    let exceeded = 0;
    for (const script of scripts) {
      const runsOfIt: Wait[] = [];
      for (let run = 0; run < runs; run++)
        runsOfIt.push({
          ...(await visited(browser, site.url, script, recordInteractions)),
          ...(await visited(browser, site.url, script, recordProcessor)),
        });
      const [wait, task, each] = (['wait', 'task', 'each'] as const).map((part) =>
        median(runsOfIt.map((run) => run[part])),
      ) as [number, number, number];
      const figure = wait <= SHORTEST_MS ? `≤${SHORTEST_MS}` : wait.toFixed(0);
      const figures = `${figure.padStart(5)}${task.toFixed(0).padStart(6)}${each.toFixed(0).padStart(6)}`;
      console.log(
        `${script.name.padEnd(NAME_WIDTH)}${figures}  task ≤ ${script.limit}, target of INP and task ${script.target}`,
      );
      if (task > script.limit) exceeded++;
    }
    return exceeded;
  });
}

/** Begins to record. @returns a function that ends it, given how many presses there were */
type Recording<Figures> = (browser: Browser, page: Page) => Promise<(presses: number) => Promise<Figures>>;

async function visited<Figures>(
  browser: Browser,
  siteUrl: string,
  { page: path, ready, find, before, act }: Script,
  record: Recording<Figures>,
): Promise<Figures> {
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
    await before?.(page, places);
    const stopRecording = await record(browser, page);
    const presses = await act(page, places);
    await page.waitForTimeout(PRESS_PAUSE_MS);
    return await stopRecording(presses);
  } finally {
    await context.close();
  }
}

async function recordProcessor(browser: Browser, page: Page) {
  const stopRecording = await recordMainThread(browser, page);
  return async (presses: number): Promise<Pick<Wait, 'task' | 'each'>> => {
    const { longestTask, busy } = await stopRecording();
    return { task: longestTask, each: busy / presses };
  };
}

/** The events of one press or key have one id; the longest of their waits counts. */
async function recordInteractions(_browser: Browser, page: Page) {
  await page.evaluate((durationThreshold) => {
    const waits = new Map<number, number>();
    Object.assign(globalThis, { benchWaits: waits });
    new PerformanceObserver((list) => {
      for (const { interactionId: id, duration } of list.getEntries() as (PerformanceEntry & {
        interactionId: number;
      })[])
        if (id > 0) waits.set(id, Math.max(waits.get(id) ?? 0, duration));
    }).observe({ type: 'event', durationThreshold } as PerformanceObserverInit);
  }, SHORTEST_MS);
  return async (presses: number): Promise<Pick<Wait, 'wait'>> => {
    const waits = await page.evaluate(() => [
      ...(globalThis as unknown as { benchWaits: Map<number, number> }).benchWaits.values(),
    ]);
    return { wait: inpOf(waits, presses) };
  };
}

/** Types one sentence for each key, which ends it. */
async function type(page: Page, ends: string[]): Promise<number> {
  for (const end of ends) {
    await page.keyboard.type(SENTENCE, { delay: KEY_PAUSE_MS });
    await page.keyboard.press(end);
    await page.waitForTimeout(KEY_PAUSE_MS);
  }
  return ends.length * (SENTENCE.length + 1);
}

async function pressAll(page: Page, places: Place[]): Promise<number> {
  for (const place of places) await press(page, place);
  return places.length;
}

/** A finger's press, and a pause for what follows it. */
async function press(page: Page, { x, y }: Place): Promise<void> {
  await page.touchscreen.tap(x, y);
  await page.waitForTimeout(PRESS_PAUSE_MS);
}

/** Scrolls it into the middle of the window. @throws when it is not there in time */
async function reach(page: Page, [selector, number = 0]: Target): Promise<void> {
  await page.evaluate(
    async ({ what, at, deadline, pause }) => {
      const began = performance.now();
      const find = () => [...document.querySelectorAll(what)].filter((element) => element.checkVisibility())[at];
      while (!find() && performance.now() < began + deadline) await new Promise((done) => setTimeout(done, pause));
      find()!.scrollIntoView({ block: 'center', behavior: 'instant' });
    },
    { what: selector, at: number, deadline: DEADLINE_MS, pause: KEY_PAUSE_MS },
  );
}

/** @throws when it is not in the window */
async function middleOf(page: Page, [selector, number = 0]: Target): Promise<Place> {
  const { x, y } = await page.evaluate(
    ({ what, at }) => {
      const shown = [...document.querySelectorAll(what)].filter((element) => element.checkVisibility());
      const box = shown[at]!.getBoundingClientRect();
      // The middle of an element that reaches beyond the window may be outside it.
      return { x: box.x + box.width / 2, y: Math.min(box.y + box.height / 2, innerHeight - 1) };
    },
    { what: selector, at: number },
  );
  if (x <= 0 || x >= PHONE.viewport.width || y <= 0) throw new Error(`${selector} is not in sight.`);
  return { x, y };
}
