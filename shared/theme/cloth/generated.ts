/** Cloths that follow from a name or a number: the same seed always gets the same cloth. */
import { stitched } from './glyphs.ts';
import { motifs } from './motifs.ts';
import { centred, cutOut, hash, type ClothSpec, type SettName } from './weave.ts';

/** In the order that covers choose from: changing it changes every post's cover. */
export const coverSetts: readonly SettName[] = ['harmattan', 'nightferry', 'hibiscus', 'creek', 'palmoil', 'mangrove'];
const avatarSetts: readonly SettName[] = ['harmattan', 'nightferry', 'mangrove', 'palmoil'];

const cuts = new Map<string, string>();

/** Motif paths are few (motif × size) and shared by all covers. */
function motifCut(index: number, spec: ClothSpec): string {
  const key = `${index} ${spec.width} ${spec.height} ${spec.fringe} ${spec.thread}`;
  let cut = cuts.get(key);
  if (cut === undefined) {
    cut = centred((motifs[index] as (typeof motifs)[number])(36, 24), spec, spec.thread * 2);
    cuts.set(key, cut);
  }
  return cut;
}

/** What a post's id picks for its cover: a cloth, and a motif by its place among all. */
export function coverChoice(seed: string): { sett: SettName; motif: number } {
  const h = hash(seed);
  return { sett: coverSetts[h % coverSetts.length] as SettName, motif: (h >>> 8) % motifs.length };
}

/** Cover of a post: its id picks cloth, motif and offset. */
export function coverCloth(seed: string, size: Pick<ClothSpec, 'width' | 'height' | 'fringe'>): ClothSpec {
  const h = hash(seed);
  const { sett, motif } = coverChoice(seed);
  const spec: ClothSpec = {
    sett,
    thread: 6,
    offset: [(h >>> 16) % 9, (h >>> 20) % 9],
    ...size,
  };
  return { ...spec, cut: motifCut(motif, spec) };
}

/** A small square beside a name. `cell` is px per stitch of the initials. */
const AVATAR = { width: 56, height: 56, thread: 2, cell: 4 };

/**
 * Initials cut out of a person's own cloth: 56 px square, or as large as asked for.
 * @param sett where people stand beside each other, setts are given so that neighbours differ
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
    cutThread: 0.18,
    offset: [(h >>> 12) % 11, (h >>> 18) % 11],
  };
  return cutOut(stitched(initials), spec, cell);
}
