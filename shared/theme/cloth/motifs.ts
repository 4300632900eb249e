/** Geometric motifs of generated covers, and the lozenge. On is cut. */
import { Bitmap } from './bitmap.ts';

type Motif = (width: number, height: number) => Bitmap;

const drawn =
  (cell: (x: number, y: number, width: number, height: number) => boolean): Motif =>
  (width, height) =>
    new Bitmap(width, height).each((x, y) => cell(x, y, width, height));

/** In the order that covers choose from: a new motif goes to the end, or every post changes its cover. */
export const motifs: readonly Motif[] = [
  lozenge,
  drawn((x, y) => (y + Math.abs((x % 16) - 8)) % 10 < 4), // zigzag
  drawn((x, y, width, height) => {
    const step = Math.floor(x / 3);
    return y >= height - step * 3 * (height / width) && (step + Math.floor(y / 3)) % 2 === 0;
  }),
  drawn((x, y) => y % 12 < 2 || (x % 4 < 2 && y % 12 < 7)), // comb
  drawn((x, y) => {
    const [p, q] = [x % 16, y % 16];
    return Math.abs(p - 7.5) + 0.5 <= Math.abs(q - 7.5) + 0.5 && p !== 15 && q !== 15;
  }), // hourglass
  drawn((x, y) => (x + y) % 10 < 2 || (x - y + 1000) % 10 < 2), // lattice
  drawn((x, y) => (Math.floor(x / 4) + Math.floor(y / 4)) % 2 === 0 && x % 4 < 3 && y % 4 < 3), // checks
  drawn((x, y) => {
    const [p, z] = [x % 14, Math.abs((y % 14) - 7)];
    return p >= z && p < z + 4;
  }), // arrows
];

/** Nested diamonds. */
export function lozenge(width: number, height: number): Bitmap {
  return new Bitmap(width, height).each((x, y) => {
    const distance = Math.abs(x - (width >> 1)) + Math.abs(y - (height >> 1));
    return distance <= Math.min(width, height) >> 1 && distance % 4 < 3 && distance !== 0;
  });
}
