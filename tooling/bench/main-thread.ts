/** A page's processor time, from Chromium's own trace: every task of its main thread. */
import type { Browser, Page } from 'playwright';

/**
 * Processor time in milliseconds, which other programs change less than clock time. What the browser's tools add is
 * left out.
 */
export interface MainThread {
  /** All tasks together. */
  busy: number;
  longestTask: number;
  /** The longest of those that began after the first contentful paint, where there was one. */
  longestTaskAfterPaint: number;
  /** The longest of these in which scripts ran: hydration, without the layouts that follow the arrival of a font. */
  longestScriptTask: number;
  /** What was left out. */
  tools: number;
  /** How many functions it compiled itself, which other threads can do. A count, not a time. */
  compiled: number;
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** When it began, and how much processor time it took, in microseconds. */
  ts: number;
  tdur?: number;
  /** How long it took by the clock. */
  dur?: number;
  args?: { name?: string };
}

const CATEGORIES = ['-*', 'disabled-by-default-devtools.timeline', 'disabled-by-default-v8.compile', 'v8', 'loading'];
const FIRST_PAINT = 'firstContentfulPaint';
/** What Chromium calls a page's main thread. */
const MAIN = 'CrRendererMain';
/**
 * While the network is watched, as Playwright does, each `import()` makes V8 read the whole importing module again, to
 * record the call stack. Visitors have none of that.
 */
const OF_TOOLS = 'V8.CollectSourcePositions';
/** A function is called that was not compiled yet. */
const COMPILED = 'V8.CompileCode';
/** `v8.evaluateModule`, `v8.callFunction` and so on; what V8 does of its own accord begins with a capital. */
const OF_SCRIPTS = 'v8.';
const US_PER_MS = 1_000;

/** Begins to record. @returns a function that ends it */
export async function recordMainThread(browser: Browser, page: Page): Promise<() => Promise<MainThread>> {
  await browser.startTracing(page, { categories: CATEGORIES });
  return async () => {
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString('utf8')) as { traceEvents: TraceEvent[] };
    return mainThreadOf(traceEvents);
  };
}

/** The thread that painted, or, if the page had been painted already, the busiest of those that could. */
export function mainThreadOf(events: TraceEvent[]): MainThread {
  const paint = events.find(({ name, pid }) => name === FIRST_PAINT && pid !== 0);
  const threads = paint ? [paint] : events.filter(({ name, args }) => name === 'thread_name' && args?.name === MAIN);
  const all = threads.map((thread) => {
    const own = events.filter(({ pid, tid }) => pid === thread.pid && tid === thread.tid);
    const readings = own.filter(({ name }) => name === OF_TOOLS);
    const scripts = own.filter(({ name }) => name.startsWith(OF_SCRIPTS));
    const tasks = own
      .filter(({ name }) => name === 'RunTask')
      .map((task) => ({
        began: task.ts,
        took: milliseconds(task) - sumOf(readings.filter(within(task))),
        isScripted: scripts.some(within(task)),
      }));
    const afterPaint = tasks.filter(({ began }) => began > (paint?.ts ?? 0));
    const longestOf = (some: typeof tasks): number => Math.max(0, ...some.map(({ took }) => took));
    return {
      busy: tasks.reduce((sum, { took }) => sum + took, 0),
      longestTask: longestOf(tasks),
      longestTaskAfterPaint: longestOf(afterPaint),
      longestScriptTask: longestOf(afterPaint.filter(({ isScripted }) => isScripted)),
      tools: sumOf(readings),
      compiled: own.filter(({ name }) => name === COMPILED).length,
    };
  });
  const nothing = { busy: 0, longestTask: 0, longestTaskAfterPaint: 0, longestScriptTask: 0, tools: 0, compiled: 0 };
  return all.toSorted((one, other) => other.busy - one.busy)[0] ?? nothing;
}

const within =
  ({ ts, dur = 0 }: TraceEvent) =>
  (part: TraceEvent): boolean =>
    part.ts >= ts && part.ts < ts + dur;

const sumOf = (events: TraceEvent[]): number => events.reduce((sum, event) => sum + milliseconds(event), 0);
const milliseconds = ({ tdur = 0 }: TraceEvent): number => tdur / US_PER_MS;
