/** Covers of posts, as shared links show them. */
import { coverSetts } from 'shared/theme/cloth/generated';
import { motifs } from 'shared/theme/cloth/motifs';
import type { Drawing } from '../../tooling/vite/social-drawings.ts';

/** By cloth and motif: few enough to draw all that a post's id may pick (decision 032). */
export const covers: Readonly<Record<string, readonly Drawing[]>> = Object.fromEntries(
  coverSetts.map((sett) => [
    sett,
    motifs.map((motif) => ({
      sett,
      drawing: () => motif(54, 36),
      alt: 'The cover of the post: a pattern cut out of a checked cloth, with the company’s name on a label.',
    })),
  ]),
);
