/**
 * Patterns that fill all cloths of a document, which has each of them once. The server adds those that the page uses
 * (`document-patterns.ts`); cloths that are drawn later add the ones that are missing.
 */
import type { ThreadName } from '../tokens.ts';
import { setts, type SettName, type ThreadRun } from './setts.ts';

/** One colour's threads: lines through the middle of each, to be drawn one thread wide. */
export interface ThreadPath {
  thread: ThreadName;
  path: string;
}

/** Threads beside each other in one colour. */
interface Run {
  start: number;
  count: number;
}

function stripes(runs: readonly ThreadRun[], pathOf: (sameColour: Run[]) => string): ThreadPath[] {
  const byThread = new Map<ThreadName, Run[]>();
  let start = 0;
  for (const [thread, count] of runs) {
    byThread.set(thread, [...(byThread.get(thread) ?? []), { start, count }]);
    start += count;
  }
  return [...byThread].map(([thread, sameColour]) => ({ thread, path: pathOf(sameColour) }));
}

const threadCount = (runs: readonly ThreadRun[]): number => runs.reduce((sum, [, count]) => sum + count, 0);

const warpPath = (runs: Run[]): string => runs.map(({ start, count }) => `M${start} .5h${count}`).join('');

/** Half a checker: down each of two columns in dashes ({@link DASHES}) that begin in every other row of the run. */
const weftPath = (runs: Run[]): string =>
  runs
    .map(({ start, count }) => {
      const odd = start % 2;
      return `M.5 ${start + odd}V${start + count}M1.5 ${start + 1 - odd}V${start + count}`;
    })
    .join('');

/** Threads of one repeat of a cloth, in thread units. */
export function threadsOf(name: SettName): Record<'warp' | 'weft', { length: number; stripes: ThreadPath[] }> {
  const { warp, weft } = setts[name];
  return {
    warp: { length: threadCount(warp), stripes: stripes(warp, warpPath) },
    weft: { length: threadCount(weft), stripes: stripes(weft, weftPath) },
  };
}

/** For a weft's `stroke-dasharray`: a row that it is on, and one that it passes below. */
export const DASHES = 1;

/** A pattern, by its id: `<sett>-warp`, `<sett>-weft`, or `lining-<thread>-<width in thousandths of a thread>`. */
export interface Pattern {
  width: number;
  height: number;
  /** Only of a weft. */
  'stroke-dasharray'?: number;
  stripes: ThreadPath[];
}

const LINING = /^lining-([a-z]+)-(\d+)$/;

/** Undefined for ids of other things. */
export function patternOf(id: string): Pattern | undefined {
  const [, thread, thousandths] = LINING.exec(id) ?? [];
  if (thread) {
    return {
      width: 1,
      height: 1,
      stripes: [{ thread: thread as ThreadName, path: `M0 .5h${Number(thousandths) / 1_000}` }],
    };
  }
  const [sett = '', layer] = id.split('-');
  if (!Object.hasOwn(setts, sett)) return undefined;
  const { warp, weft } = threadsOf(sett as SettName);
  if (layer === 'warp') return { width: warp.length, height: 1, stripes: warp.stripes };
  if (layer !== 'weft') return undefined;
  return { width: 2, height: weft.length, 'stroke-dasharray': DASHES, stripes: weft.stripes };
}

export const threadColour = (thread: ThreadName): string => `var(--th-${thread})`;
