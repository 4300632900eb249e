/** The checked cloths, as a weaver would note them. Only the server draws them: `patterns.ts`. */
import type { ThreadName } from '../tokens.ts';

export type ThreadRun = readonly [thread: ThreadName, count: number];

interface Sett {
  warp: readonly ThreadRun[];
  weft: readonly ThreadRun[];
}

/** A sett is the order of coloured threads. */
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
  },
} as const satisfies Record<string, Sett>;

export type SettName = keyof typeof setts;
