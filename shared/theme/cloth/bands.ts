/** Cloths that run across a page. */
import { lozenge } from './motifs.ts';
import type { ClothSpec } from './weave.ts';

/** A row of lozenges, 378 px high. */
export const lozengeBand = (): ClothSpec => ({
  sett: 'harmattan',
  width: 2856,
  height: 378,
  thread: 6,
  fringe: 30,
  cut: lozenge(37, 37).path(1, -2, 11),
  // As often as the warp repeats across the width.
  repeat: 14,
});
