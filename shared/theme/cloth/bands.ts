/** Cloths that run across a page. */
import { lozenge } from './motifs.ts';
import type { ClothSpec } from './weave.ts';

/** Width of a lozenge, in threads. */
export const LOZENGE = 29;
/** From one lozenge to the next: as many threads as one repeat of the warp has. */
export const LOZENGE_STEP = 34;

/** A row of lozenges, 378 px high. */
export const lozengeBand = (): ClothSpec => ({
  sett: 'harmattan',
  width: 3054,
  height: 378,
  thread: 6,
  fringe: 30,
  // In the middle, where the warp's stripes are the same on both sides; neighbours do not touch.
  cut: lozenge(LOZENGE, LOZENGE).path(1, 240, 14),
  repeat: { times: 13, step: LOZENGE_STEP },
});
