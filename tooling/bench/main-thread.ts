/** What a page asks of the processor, from Chromium's own trace: every task of its main thread. */
import type { Browser, Page } from 'playwright';

/** Processor time, which other programs change less than the time on the clock, in milliseconds. */
export interface MainThread {
  /** All tasks together. */
  busy: number;
  longestTask: number;
  /** The longest of those that began after the first contentful paint, where there was one: hydration. */
  longestTaskAfterPaint: number;
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** When it began, and how much processor time it took, in microseconds. */
  ts: number;
  tdur?: number;
  args?: { name?: string };
}

const CATEGORIES = ['-*', 'disabled-by-default-devtools.timeline', 'loading'];
const FIRST_PAINT = 'firstContentfulPaint';
/** What Chromium calls a page's main thread. */
const MAIN = 'CrRendererMain';
const US_PER_MS = 1_000;

/** Begins to record. @returns what ends it */
export async function recordMainThread(browser: Browser, page: Page): Promise<() => Promise<MainThread>> {
  await browser.startTracing(page, { categories: CATEGORIES });
  return async () => {
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString('utf8')) as { traceEvents: TraceEvent[] };
    return mainThreadOf(traceEvents);
  };
}

/** The thread that painted, or, if the page was there already, the busiest of those that could. */
export function mainThreadOf(events: TraceEvent[]): MainThread {
  const paint = events.find(({ name, pid }) => name === FIRST_PAINT && pid !== 0);
  const threads = paint ? [paint] : events.filter(({ name, args }) => name === 'thread_name' && args?.name === MAIN);
  const all = threads.map((thread) => {
    const tasks = events.filter(({ name, pid, tid }) => name === 'RunTask' && pid === thread.pid && tid === thread.tid);
    return {
      busy: tasks.reduce((sum, task) => sum + milliseconds(task), 0),
      longestTask: longestOf(tasks),
      longestTaskAfterPaint: longestOf(tasks.filter(({ ts }) => ts > (paint?.ts ?? 0))),
    };
  });
  return (
    all.toSorted((one, other) => other.busy - one.busy)[0] ?? { busy: 0, longestTask: 0, longestTaskAfterPaint: 0 }
  );
}

const longestOf = (tasks: TraceEvent[]): number => Math.max(0, ...tasks.map(milliseconds));
const milliseconds = ({ tdur = 0 }: TraceEvent): number => tdur / US_PER_MS;
