/** What a page asks of the processor, from Chromium's own trace: every task of its main thread. */
import type { Browser, Page } from 'playwright';

/** Processor time, which other programs change less than the time on the clock, in milliseconds. */
export interface MainThread {
  /** All tasks together. */
  busy: number;
  longestTask: number;
  /** The longest of those that began after the first contentful paint: hydration, where there is any. */
  longestTaskAfterPaint: number;
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** When it began, and how much processor time it took, in microseconds. */
  ts: number;
  tdur?: number;
}

const CATEGORIES = ['-*', 'disabled-by-default-devtools.timeline', 'loading'];
const FIRST_PAINT = 'firstContentfulPaint';
const US_PER_MS = 1_000;

/** Begins to record. @returns what ends it */
export async function recordMainThread(browser: Browser, page: Page): Promise<() => Promise<MainThread>> {
  await browser.startTracing(page, { categories: CATEGORIES });
  return async () => {
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString('utf8')) as { traceEvents: TraceEvent[] };
    return mainThreadOf(traceEvents);
  };
}

/** @throws when nothing was painted */
export function mainThreadOf(events: TraceEvent[]): MainThread {
  const paint = events.find(({ name, pid }) => name === FIRST_PAINT && pid !== 0);
  if (!paint) throw new Error('The trace has no first contentful paint.');
  const tasks = events.filter(({ name, pid, tid }) => name === 'RunTask' && pid === paint.pid && tid === paint.tid);
  const longest = (some: TraceEvent[]) => Math.max(0, ...some.map(milliseconds));
  return {
    busy: tasks.reduce((sum, task) => sum + milliseconds(task), 0),
    longestTask: longest(tasks),
    longestTaskAfterPaint: longest(tasks.filter(({ ts }) => ts > paint.ts)),
  };
}

const milliseconds = ({ tdur = 0 }: TraceEvent): number => tdur / US_PER_MS;
