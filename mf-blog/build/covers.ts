/** Covers of posts, as shared links show them. */
import { coverSetts } from 'shared/theme/cloth/generated';
import { coverMotifs } from 'shared/theme/cloth/cover-motifs';
import type { Drawing } from '../../tooling/vite/social-drawings.ts';

/** Threads per cell of a motif: it is as tall as the cloth above the label allows. */
const MOTIF_CELL = 3;

/** By cloth and motif: few enough to draw every combination that a post's id may pick (decision 032). */
export const covers: Readonly<Record<string, readonly Drawing[]>> = Object.fromEntries(
  coverSetts.map((sett) => [
    sett,
    Object.values(coverMotifs).map((motif) => ({
      sett,
      drawing: () => motif().enlarged(MOTIF_CELL),
      alt: 'The cover of the post: a motif cut out of a checked cloth, with the company’s name on a label.',
    })),
  ]),
);
