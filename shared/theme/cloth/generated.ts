/** Cloths that follow from a name or a number: the same seed always gets the same cloth. */
import { stitched } from './glyphs.ts';
import { coverMotifs, type CoverMotif } from './cover-motifs.ts';
import { cutOut, hash, type ClothSpec, type SettName } from './weave.ts';

/** In the order in which covers use them: neighbours are as different as six cloths can be. */
export const coverSetts: readonly SettName[] = ['harmattan', 'nightferry', 'palmoil', 'mangrove', 'hibiscus', 'creek'];
const avatarSetts: readonly SettName[] = ['harmattan', 'nightferry', 'mangrove', 'palmoil'];

/** Threads of one cell of a cover's motif. */
const COVER_CELL = 2;

/** From one motif to the next in a band, in threads. */
export const COVER_STEP = 40;

const names = Object.keys(coverMotifs) as CoverMotif[];

/** Motifs for posts whose topic is unknown. */
const anyTopic: readonly CoverMotif[] = ['boat', 'leaf', 'star', 'fish', 'drum'];

/** A seed's number: the digits that it ends with, so that posts beside each other never look alike. */
function numberOf(seed: string): number {
  const [, name = '', digits] = /^(.*?)(\d{1,9})$/.exec(seed) ?? [];
  if (digits === undefined) return hash(seed);
  return Number(digits) + (name ? hash(name) : 0);
}

/**
 * What a post's id picks for its cover: a cloth, and a motif by its position among all.
 * @param topic the motif of the post's topic, where that is known
 */
export function coverChoice(seed: string, topic?: CoverMotif): { sett: SettName; motif: number } {
  const number = numberOf(seed);
  return {
    sett: coverSetts[number % coverSetts.length]!,
    motif: names.indexOf(topic ?? anyTopic[number % anyTopic.length]!),
  };
}

const covers = new Map<string, ClothSpec>();

/** Cover of a post: its id picks the cloth, its topic the motif. @param repeat a row of motifs, for a band */
export function coverCloth(
  seed: string,
  size: Pick<ClothSpec, 'width' | 'height' | 'fringe' | 'repeat'> & { thread?: number },
  topic?: CoverMotif,
): ClothSpec {
  const { sett, motif } = coverChoice(seed, topic);
  const key = JSON.stringify([sett, motif, size]);
  let cover = covers.get(key);
  if (!cover) {
    const spec: ClothSpec = { sett, thread: 6, ...size };
    cover = cutOut(coverMotifs[names[motif]!](), spec, spec.thread * COVER_CELL);
    covers.set(key, cover);
  }
  return cover;
}

/** A small square beside a name. `cell` is px per stitch of the initials. */
const AVATAR = { width: 56, height: 56, thread: 2, cell: 4 };

/**
 * Initials cut out of a person's own cloth: 56 px square, or as large as asked for.
 * @param sett where people are shown beside each other, setts are given so that neighbours differ
 */
export function avatarCloth(name: string, { cell, ...size } = AVATAR, sett?: SettName): ClothSpec {
  const h = hash(name);
  const initials = name
    .trim()
    .split(/\s+/)
    .slice(0, 2)
    .map((part) => [...part][0] ?? '')
    .join('');
  const spec: ClothSpec = {
    sett: sett ?? (avatarSetts[h % avatarSetts.length] as SettName),
    ...size,
  };
  return cutOut(stitched(initials), spec, cell);
}
