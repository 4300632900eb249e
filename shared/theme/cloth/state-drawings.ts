/** Drawings of the empty and broken states. */
import { Bitmap } from './bitmap.ts';
import { rectsPath, uneven } from './weave.ts';

/** A loom that is threaded and hardly begun. */
export function loom(): Bitmap {
  return new Bitmap(62, 34)
    .rect(0, 0, 62, 34)
    .rect(0, 3, 62, 2, false)
    .rect(0, 29, 62, 2, false)
    .rect(0, 23, 62, 4, false)
    .rect(38, 20, 24, 3, false)
    .rect(50, 18, 12, 2, false);
}

/**
 * A tear with its loose weft ends, as an open path. Sizes in threads; the last row reaches through the fringe.
 * The ends are uneven, but the same every time.
 */
export function tear(width: number, height: number, fringe: number): string {
  const middle = Math.round(width / 2);
  const rows = Math.ceil(height);
  const rects: [number, number, number, number][] = [];
  const random = uneven(11);
  for (let y = 0; y < rows; y++) {
    const centre = middle + Math.round(Math.sin(y * 0.35) * 4 + (y - rows / 2) * 0.25);
    const left = centre - (y % 2 ? 13 : 10 - random(8));
    const right = centre + (y % 2 ? 13 : 10 - random(8));
    if (y + 1 > height - fringe) {
      rects.push([centre - 13, y, 26, rows - y]);
      break;
    }
    rects.push([left, y, right - left, 1]);
  }
  return rectsPath(rects);
}
