/** The lozenge. Set cells are cut out. */
import { Bitmap } from './bitmap.ts';

/** Nested diamonds. */
export function lozenge(width: number, height: number): Bitmap {
  return new Bitmap(width, height).each((x, y) => {
    const distance = Math.abs(x - (width >> 1)) + Math.abs(y - (height >> 1));
    return distance <= Math.min(width, height) >> 1 && distance % 4 < 3 && distance !== 0;
  });
}
