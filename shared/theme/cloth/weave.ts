/**
 * The pattern engine: plain-weave checked cloth as two SVG patterns (warp stripes; weft drawn as half a checker) and
 * one path of threads cut out of it. Pure functions: the same cloth on the server and in the browser.
 */
import type { ThreadName } from '../tokens.ts';
import type { Bitmap } from './bitmap.ts';

type ThreadRun = readonly [thread: ThreadName, count: number];

interface Sett {
  warp: readonly ThreadRun[];
  weft: readonly ThreadRun[];
  /** What shows through a cut; fixed for each sett, so that motifs stay legible in both themes. */
  lining: ThreadName;
}

/** A sett is the order of coloured threads, as a weaver would note it. */
export const setts = {
  harmattan: {
    warp: [
      ['madder', 14],
      ['marigold', 2],
      ['madder', 2],
      ['marigold', 2],
      ['madder', 6],
      ['ink', 8],
    ],
    weft: [
      ['marigold', 12],
      ['madder', 4],
      ['ink', 6],
      ['madder', 4],
    ],
    lining: 'cotton',
  },
  nightferry: {
    warp: [
      ['ink', 12],
      ['indigo', 4],
      ['marigold', 1],
      ['indigo', 4],
      ['ink', 4],
      ['cotton', 1],
    ],
    weft: [
      ['ink', 12],
      ['indigo', 4],
      ['madder', 1],
      ['indigo', 4],
      ['cotton', 1],
    ],
    lining: 'cotton',
  },
  hibiscus: {
    warp: [
      ['blush', 14],
      ['madder', 3],
      ['blush', 3],
      ['ink', 6],
    ],
    weft: [
      ['blush', 12],
      ['marigold', 4],
      ['ink', 4],
    ],
    lining: 'ink',
  },
  creek: {
    warp: [
      ['cotton', 10],
      ['indigo', 4],
      ['cotton', 2],
      ['indigo', 10],
      ['cotton', 2],
      ['indigo', 4],
    ],
    weft: [
      ['cotton', 10],
      ['madder', 4],
      ['cotton', 2],
      ['indigo', 10],
      ['cotton', 2],
      ['madder', 4],
    ],
    lining: 'ink',
  },
  palmoil: {
    warp: [
      ['marigold', 12],
      ['cotton', 2],
      ['marigold', 4],
      ['madder', 4],
    ],
    weft: [
      ['marigold', 10],
      ['madder', 2],
      ['blush', 4],
      ['madder', 2],
    ],
    lining: 'ink',
  },
  mangrove: {
    warp: [
      ['mangrove', 10],
      ['marigold', 4],
      ['mangrove', 2],
      ['cotton', 2],
    ],
    weft: [
      ['mangrove', 10],
      ['madder', 2],
      ['mangrove', 2],
      ['madder', 2],
    ],
    lining: 'cotton',
  },
  /** Harmattan without ink, for the wordmark on the footer's ink band. */
  banner: {
    warp: [
      ['madder', 14],
      ['marigold', 2],
      ['madder', 2],
      ['marigold', 2],
      ['madder', 6],
      ['blush', 6],
    ],
    weft: [
      ['marigold', 12],
      ['madder', 4],
      ['blush', 4],
      ['madder', 4],
    ],
    lining: 'cotton',
  },
} as const satisfies Record<string, Sett>;

export type SettName = keyof typeof setts;

/** What to weave. Lengths in px; keep `(height - fringe) % thread` at 0, so that every thread lands on whole pixels. */
export interface ClothSpec {
  sett: SettName;
  width: number;
  height: number;
  /** Px of one thread: 6, 4 for small swatches, 2 for 56 px avatars. */
  thread: number;
  /** Length of the loose warp threads at the lower end. */
  fringe?: number;
  /** Path in thread units where the weft is taken out and the warp is left thin. */
  cut?: string;
  /** Share of a warp thread that stays in a cut. */
  cutThread?: number;
  /** How often the cut is drawn, each time one repeat of the warp further. */
  repeat?: number;
  /** What shows through the cut: the sett's own lining, or the ground behind the cloth. */
  lining?: 'page';
  /** Path in thread units where both are gone and the page shows. */
  open?: string;
  /** Outline that the whole cloth is cut to, with the transform that brings it to thread units. */
  clip?: { path: string; transform: string };
  /** Where the pattern begins, in threads. */
  offset?: readonly [x: number, y: number];
}

/** A woven cloth, ready to be drawn: all paths and lengths in thread units. */
export interface WovenCloth {
  width: number;
  height: number;
  /** Height without the fringe. */
  body: number;
  warp: { length: number; stripes: ThreadPath[] };
  weft: { length: number; stripes: ThreadPath[] };
  fringe: { height: number; gaps: string } | undefined;
  /** `variable` is the colour's CSS variable. */
  lining: { variable: string; width: number };
}

export interface ThreadPath {
  thread: ThreadName;
  path: string;
}

type Rect = readonly [x: number, y: number, width: number, height: number];

const round = (value: number): number => Number(value.toFixed(3));

/** One rectangle as a path. */
export const rectPath = (x: number, y: number, width: number, height: number): string =>
  `M${x} ${y}h${width}v${height}h-${width}z`;

/** Rectangles as one path of relative moves. */
export function rectsPath(rects: readonly Rect[]): string {
  let penX = 0;
  let penY = 0;
  return rects
    .map(([x, y, width, height], index) => {
      const gap = y - penY < 0 ? '' : ' ';
      const move = `${index ? 'm' : 'M'}${x - penX}${gap}${y - penY}h${width}v${height}h-${width}z`;
      [penX, penY] = [x, y];
      return move;
    })
    .join('');
}

function stripes(runs: readonly ThreadRun[], rectsOf: (start: number, count: number) => Rect[]): ThreadPath[] {
  const byThread = new Map<ThreadName, Rect[]>();
  let start = 0;
  for (const [thread, count] of runs) {
    byThread.set(thread, [...(byThread.get(thread) ?? []), ...rectsOf(start, count)]);
    start += count;
  }
  return [...byThread].map(([thread, rects]) => ({ thread, path: rectsPath(rects) }));
}

const threadCount = (runs: readonly ThreadRun[]): number => runs.reduce((sum, [, count]) => sum + count, 0);

const woven = new Map<SettName, Pick<WovenCloth, 'warp' | 'weft'>>();

function threadsOf(name: SettName): Pick<WovenCloth, 'warp' | 'weft'> {
  let threads = woven.get(name);
  if (!threads) {
    const { warp, weft } = setts[name];
    threads = {
      warp: { length: threadCount(warp), stripes: stripes(warp, (start, count) => [[start, 0, count, 1]]) },
      weft: {
        length: threadCount(weft),
        stripes: stripes(weft, (start, count) =>
          Array.from({ length: count }, (_, row) => [(start + row) % 2, start + row, 1, 1] as const),
        ),
      },
    };
    woven.set(name, threads);
  }
  return threads;
}

/** Lengths of thirteen loose threads, in tenths of the fringe. */
const LOOSE = [5, 8, 6, 9, 4, 7, 10, 6, 8, 5, 9, 7, 6];

function fringeGaps(fringe: number, thread: number, height: number): string {
  const half = round(Math.ceil(thread / 2) / thread);
  return LOOSE.map((tenths, x) => {
    const length = round(Math.round((fringe * tenths) / 10) / thread);
    return rectPath(x, 0, half, height) + (length < height ? rectPath(x, length, 1, round(height - length)) : '');
  }).join('');
}

/** Width of the fringe's pattern, in threads. */
export const FRINGE_REPEAT = LOOSE.length;

/** Weaves: everything that a drawing of the cloth needs. */
export function weave(spec: ClothSpec): WovenCloth {
  const { thread, fringe = 0, cutThread = 0.34 } = spec;
  const height = round(spec.height / thread);
  const fringeHeight = round(fringe / thread);
  return {
    width: round(spec.width / thread),
    height,
    body: round(height - fringeHeight),
    ...threadsOf(spec.sett),
    fringe: fringe ? { height: fringeHeight, gaps: fringeGaps(fringe, thread, fringeHeight) } : undefined,
    lining: {
      variable: spec.lining ? '--ground' : `--th-${setts[spec.sett].lining}`,
      width: round(Math.round(thread * (1 - cutThread) * 2) / 2 / thread),
    },
  };
}

/** Path that puts a bitmap in the middle of a cloth; `cell` is px per bitmap cell. */
export function centred(bitmap: Bitmap, spec: ClothSpec, cell: number = spec.thread): string {
  const { thread, width, height, fringe = 0 } = spec;
  return bitmap.path(
    cell / thread,
    Math.round((width - bitmap.width * cell) / 2 / thread),
    Math.round((height - fringe - bitmap.height * cell) / 2 / thread),
  );
}

/** A cloth with a drawing cut out of its middle; `cell` is px per cell of the drawing. */
export const cutOut = (drawing: Bitmap, spec: ClothSpec, cell?: number): ClothSpec => ({
  ...spec,
  cut: centred(drawing, spec, cell),
});

/** Whole numbers below a limit, the same ones every time: for ends that look uneven. */
export function uneven(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    // 32-bit arithmetic on purpose: the sequence is part of the drawings.
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    return (state >> 8) % below;
  };
}

/** FNV-1a with a final mix: the same text always gives the same number, 0 to 2³²−1. */
export function hash(text: string): number {
  let h = 2166136261;
  for (const char of text) {
    h ^= char.codePointAt(0) as number;
    h = Math.imul(h, 16777619);
  }
  h ^= h >>> 15;
  h = Math.imul(h, 2246822519);
  h ^= h >>> 13;
  return h >>> 0;
}
