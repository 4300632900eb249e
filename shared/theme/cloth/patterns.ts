/**
 * Patterns that fill all cloths of a document, in which each stands once. The server puts those into a page that the
 * page names (`document-patterns.ts`); later cloths bring what is missing.
 */
import type { ThreadName } from '../tokens.ts';
import { setts, type SettName, type ThreadRun } from './setts.ts';
import { rectPath, rectsPath } from './weave.ts';

/** One colour's threads. */
export interface ThreadPath {
  thread: ThreadName;
  path: string;
}

/** Threads that lie beside each other in one colour. */
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

const warpPath = (runs: Run[]): string => rectsPath(runs.map(({ start, count }) => [start, 0, count, 1]));

/**
 * Half a checker: in each row one of two cells. Down between the two columns, and back in steps around the cells: half
 * as long as cells one by one.
 */
const weftPath = (runs: Run[]): string =>
  runs
    .map(({ start, count }) => {
      const end = start + count;
      const steps = Array.from({ length: count }, (_, index) => {
        const row = end - 1 - index;
        return `H${(row % 2) * 2}v-1`;
      });
      return `M1 ${start}V${end}${steps.join('')}z`;
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

/** A pattern, by its id: `<sett>-warp`, `<sett>-weft`, or `lining-<thread>-<width in thousandths of a thread>`. */
export interface Pattern {
  width: number;
  height: number;
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
      stripes: [{ thread: thread as ThreadName, path: rectPath(0, 0, Number(thousandths) / 1_000, 1) }],
    };
  }
  const [sett = '', layer] = id.split('-');
  if (!Object.hasOwn(setts, sett)) return undefined;
  const { warp, weft } = threadsOf(sett as SettName);
  if (layer === 'warp') return { width: warp.length, height: 1, stripes: warp.stripes };
  return layer === 'weft' ? { width: 2, height: weft.length, stripes: weft.stripes } : undefined;
}

export const threadColour = (thread: ThreadName): string => `var(--th-${thread})`;
