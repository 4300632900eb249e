/** Sharing a link, the person who comes, and the token earned. */
import { Bitmap } from './bitmap.ts';

/** A line, drawn with a square pen. */
function line(b: Bitmap, [x0, y0]: [number, number], [x1, y1]: [number, number], pen: number): void {
  const steps = Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0));
  for (let i = 0; i <= steps; i++) {
    b.rect(Math.round(x0 + ((x1 - x0) * i) / steps), Math.round(y0 + ((y1 - y0) * i) / steps), pen, pen);
  }
}

function disc(b: Bitmap, x: number, y: number, radius: number, on = true): Bitmap {
  return b.each((column, row) => ((column - x) ** 2 + (row - y) ** 2 <= radius ** 2 ? on : undefined));
}

/** One thing that leads to two others. */
export function share(): Bitmap {
  const b = new Bitmap(40, 34).rect(0, 11, 12, 12).rect(28, 0, 12, 12).rect(28, 22, 12, 12);
  line(b, [12, 15], [27, 6], 3);
  line(b, [12, 17], [27, 26], 3);
  return b.rect(3, 14, 6, 6, false).rect(31, 3, 6, 6, false).rect(31, 25, 6, 6, false);
}

/** A person, with a tick. */
export function person(): Bitmap {
  const b = disc(new Bitmap(40, 36), 13, 7.5, 7.6).rect(0, 19, 27, 17);
  for (const [width, y] of [
    [4, 19],
    [2, 21],
    [1, 23],
  ] as const)
    b.rect(0, y, width, 2, false).rect(27 - width, y, width, 2, false);
  line(b, [24, 9], [28, 13], 3);
  line(b, [28, 13], [37, 3], 3);
  return b;
}

/** A coin of our own: a rim, and the letter of the mark. */
export function token(): Bitmap {
  const b = disc(disc(disc(new Bitmap(36, 36), 17.5, 17.5, 17.6), 17.5, 17.5, 14.6, false), 17.5, 17.5, 12.8);
  return b.rect(12, 10, 4, 18, false).rect(16, 10, 6, 4, false).rect(16, 18, 6, 4, false).rect(21, 11, 4, 10, false);
}
