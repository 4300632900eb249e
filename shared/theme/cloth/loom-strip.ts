/** From loose threads to cut interfaces: the strip below 'We Transform Your Idea'. */
import { Bitmap } from './bitmap.ts';
import { mobile, web } from './service-drawings.ts';
import { uneven, type ClothSpec } from './weave.ts';

const HEIGHT_PX = 252;
const FRINGE_PX = 24;
const THREAD_PX = 6;
const ROWS = (HEIGHT_PX - FRINGE_PX) / THREAD_PX;

/**
 * The cloth, whose weft has not reached its left side yet, and the drawings on it as a path in thread units.
 * @param width px, a multiple of the thread; the crop of a phone shows the drawings in another order
 */
export function loomStrip(width: 1296 | 912): { cloth: ClothSpec; drawings: string } {
  const columns = width / THREAD_PX;
  const random = uneven(7);
  const threads = new Bitmap(columns, ROWS);
  // Most ends are short and some are long.
  for (let row = 0; row < ROWS; row++) threads.rect(0, row, 6 + Math.trunc((random(100) ** 2 * columns) / 25_000), 1);

  const drawings = new Bitmap(columns, ROWS);
  const [first, second] = width > 1000 ? [web(), mobile()] : [mobile(), web()];
  const left = width > 1000 ? [108, 176] : [34, 78];
  [first, second].forEach((drawing, index) => {
    drawings.put(drawing, left[index]!, Math.round((ROWS - drawing.height) / 2));
  });
  return {
    cloth: {
      sett: 'nightferry',
      width,
      height: HEIGHT_PX,
      thread: THREAD_PX,
      fringe: FRINGE_PX,
      cut: threads.path(),
      cutThread: 1 / 3,
      lining: 'page',
    },
    drawings: drawings.path(),
  };
}
