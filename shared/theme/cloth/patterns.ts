/**
 * The patterns that all cloths of a document are filled with, and the name in outlined letters. They stand in it once,
 * put there by the server: a cloth of the page only names them.
 */
import type { ThreadName } from '../tokens.ts';
import { WORDMARK } from '../wordmark.ts';
import { setts, type SettName, type ThreadRun } from './setts.ts';
import { liningPath, linings, LINING_WIDTH, patternIds, rectsPath, WORDMARK_ID } from './weave.ts';

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

const pattern = (id: string, width: number, height: number, drawing: string): string =>
  `<pattern id="${id}" width="${width}" height="${height}" patternUnits="userSpaceOnUse">${drawing}</pattern>`;

const drawn = (paths: ThreadPath[]): string =>
  paths.map(({ thread, path }) => `<path fill="var(--th-${thread})" d="${path}"/>`).join('');

function patternsOf(name: SettName): string {
  const { warp, weft } = threadsOf(name);
  const ids = patternIds(name);
  return (
    pattern(ids.warp, warp.length, 1, drawn(warp.stripes)) + pattern(ids.weft, 2, weft.length, drawn(weft.stripes))
  );
}

const liningPatterns = [...new Set(Object.values(linings))].map((thread) =>
  pattern(`lining-${thread}`, 1, 1, drawn([{ thread, path: liningPath(LINING_WIDTH) }])),
);

/** An `<svg>` that takes no room. Resources of one that is not displayed would not be drawn. */
export const patterns: string = [
  '<svg width="0" height="0" shape-rendering="crispEdges" aria-hidden="true"><defs>',
  ...(Object.keys(setts) as SettName[]).map(patternsOf),
  ...liningPatterns,
  `<path id="${WORDMARK_ID}" d="${WORDMARK.path}"/>`,
  '</defs></svg>',
].join('');
