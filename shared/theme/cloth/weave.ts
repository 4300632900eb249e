/**
 * The pattern engine: plain-weave checked cloth as two SVG patterns (warp and weft, once in each document:
 * `patterns.ts`) and one path of threads cut out of it. Pure functions: the same cloth on the server and in the
 * browser.
 */
import type { ThreadName } from '../tokens.ts';
import type { Bitmap } from './bitmap.ts';
import type { SettName } from './setts.ts';

export type { SettName };

/** What shows through a cut; fixed for each sett, so that motifs stay legible in both themes. */
export const linings: Record<SettName, ThreadName> = {
  harmattan: 'cotton',
  nightferry: 'cotton',
  hibiscus: 'ink',
  creek: 'ink',
  palmoil: 'ink',
  mangrove: 'cotton',
  banner: 'cotton',
};

/** What to weave. Lengths in px; keep `(height - fringe) % thread` at 0, so that every thread lands on whole pixels. */
export interface ClothSpec {
  sett: SettName;
  width: number;
  height: number;
  /** Px of one thread: 6; 4 for small swatches, 2 for 56 px avatars. */
  thread: number;
  /** Length of the loose warp threads at the lower end. */
  fringe?: number;
  /** Path in thread units where the weft is taken out and the warp is left thin. */
  cut?: string;
  /** The cut is the middle one in a row of `times`, an odd number; `step` is from one to the next, in threads. */
  repeat?: { times: number; step: number };
  /** In addition to or instead of `cut`: ids of outlines in the document, and where to cut them out, in threads. */
  drawn?: readonly { id: string; x: number; y: number }[];
  /** Id of an outline in the document: what the fringe leaves free. Cloths with the same fringe then share it. */
  gaps?: string;
  /** What shows through the cut: the sett's own lining, or the ground behind the cloth. */
  lining?: 'page';
  /** Path in thread units where warp and weft are gone and the page shows. */
  open?: string;
  /** Id of the document's outline that the whole cloth is cut to, with the transform that brings it to thread units. */
  clip?: { id: string; transform: string };
  /** Where the pattern begins, in threads. */
  offset?: readonly [x: number, y: number];
}

/** A woven cloth, ready to be drawn: all paths and lengths in thread units. */
export interface WovenCloth {
  width: number;
  height: number;
  /** Height without the fringe. */
  body: number;
  fringe: { height: number; gaps: string } | undefined;
  /** Width of a stripe. */
  lining: { width: number };
}

type Rect = readonly [x: number, y: number, width: number, height: number];

/** Rounds to thousandths of a thread. */
export const round = (value: number): number => Number(value.toFixed(3));

/** One rectangle as a path. */
export const rectPath = (x: number, y: number, width: number, height: number): string =>
  `M${x} ${y}h${width}v${height}H${x}z`;

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

/** Lengths of thirteen loose threads, in tenths of the fringe. */
const LOOSE = [5, 8, 6, 9, 4, 7, 10, 6, 8, 5, 9, 7, 6];

/** Outline of the gaps in a fringe: between the threads, and below the end of each. */
function fringeGaps(fringe: number, thread: number, height: number): string {
  const half = round(Math.ceil(thread / 2) / thread);
  const rest = round(1 - half);
  const outline = LOOSE.map((tenths) => {
    const length = Math.min(round(Math.round((fringe * tenths) / 10) / thread), height);
    return `V0h${half}V${length}h${rest}`;
  });
  return `M0 ${height}${outline.join('')}V${height}z`.replace(/(?<!\d)0\./g, '.');
}

/** Width of the fringe's pattern, in threads. */
export const FRINGE_REPEAT = LOOSE.length;

/** Ids of a sett's patterns in the document (`patterns.ts`). */
export const patternIds = (sett: SettName, { width }: WovenCloth['lining']): Record<PatternName, string> => ({
  warp: `${sett}-warp`,
  weft: `${sett}-weft`,
  lining: `lining-${linings[sett]}-${Math.round(width * 1_000)}`,
});

type PatternName = 'warp' | 'weft' | 'lining';

/** Id of the company's name in outlined letters. */
export const WORDMARK_ID = 'wordmark';

/** Id of the `<svg>` that holds all of these. */
export const DOCUMENT_PATTERNS_ID = 'patterns';

/** What is left of a warp thread in a cut: a hairline, so that one sees the motif before its threads. */
const WARP_LEFT_PX = 1;
/** The most that is left, as a share of the thread: for fine threads a hairline would be too much. */
const WARP_LEFT_MOST = 0.25;

/** Works out everything that is needed to draw the cloth. */
export function weave(spec: ClothSpec): WovenCloth {
  const { thread, fringe = 0 } = spec;
  const height = round(spec.height / thread);
  const fringeHeight = round(fringe / thread);
  return {
    width: round(spec.width / thread),
    height,
    body: round(height - fringeHeight),
    fringe: fringe ? { height: fringeHeight, gaps: fringeGaps(fringe, thread, fringeHeight) } : undefined,
    lining: { width: round(1 - Math.min(WARP_LEFT_PX / thread, WARP_LEFT_MOST)) },
  };
}

/** Where a bitmap in the middle of a cloth begins, in threads; `cell` is px per bitmap cell. */
export function middleOf(bitmap: Bitmap, spec: ClothSpec, cell: number = spec.thread): { x: number; y: number } {
  const { thread, width, height, fringe = 0 } = spec;
  return {
    x: Math.round((width - bitmap.width * cell) / 2 / thread),
    y: Math.round((height - fringe - bitmap.height * cell) / 2 / thread),
  };
}

/** Path that puts a bitmap in the middle of a cloth; `cell` is px per bitmap cell. */
export function centred(bitmap: Bitmap, spec: ClothSpec, cell: number = spec.thread): string {
  const { x, y } = middleOf(bitmap, spec, cell);
  return bitmap.path(cell / spec.thread, x, y);
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
