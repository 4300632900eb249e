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
  // Between the ink stripes, a little narrower than the warp's repeat: neighbours do not touch.
  cut: lozenge(29, 29).path(1, 2, 14),
  // As often as the warp repeats across the width.
  repeat: { times: 14, threads: 34 },
});
