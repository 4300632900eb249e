/** The drawings of the identity, drawn on the thread grid: one cell is one thread, and set cells are cut out. */
import { Bitmap } from './bitmap.ts';

export function web(): Bitmap {
  const b = new Bitmap(44, 34).rect(0, 0, 44, 34);
  for (const x of [3, 7, 11]) b.rect(x, 2, 2, 2, false);
  b.rect(18, 2, 22, 2, false).rect(0, 6, 44, 1, false);
  b.rect(3, 10, 19, 11, false).rect(25, 10, 16, 2, false).rect(25, 14, 16, 2, false).rect(25, 18, 9, 3, false);
  for (const x of [3, 17, 31]) b.rect(x, 24, 10, 7, false);
  return b.rect(5, 26, 6, 3).rect(19, 26, 6, 3).rect(33, 26, 6, 3);
}

/** A phone with large tiles: smaller ones are lost in the check. */
export function mobile(): Bitmap {
  const b = new Bitmap(22, 38).rect(0, 0, 22, 38);
  for (const x of [0, 21]) for (const y of [0, 37]) b.set(x, y, false);
  b.rect(8, 2, 6, 2, false).rect(3, 6, 16, 25, false).rect(9, 33, 4, 3, false).rect(5, 8, 12, 6);
  for (const y of [16, 24]) for (const x of [5, 12]) b.rect(x, y, 5, 5);
  return b;
}

const POINTER = [
  '##..........',
  '####........',
  '#####.......',
  '#######.....',
  '########....',
  '##########..',
  '###########.',
  '############',
  '########....',
  '###.####....',
  '##...####...',
  '.....####...',
  '......####..',
  '......####..',
  '.......##...',
];

export function uiux(): Bitmap {
  const b = new Bitmap(40, 36).frame(2, 2, 30, 24, 2);
  for (const y of [0, 22]) for (const x of [0, 28]) b.rect(x, y, 6, 6).rect(x + 2, y + 2, 2, 2, false);
  b.rect(9, 8, 16, 3).rect(9, 13, 10, 3);
  const pointer = new Bitmap(40, 36);
  POINTER.forEach((row, y) => [...row].forEach((cell, x) => cell === '#' && pointer.set(23 + x, 16 + y)));
  // The pointer keeps one free cell around it.
  return b.each((x, y) => {
    for (let j = -1; j < 2; j++) {
      for (let i = -1; i < 2; i++) if (pointer.get(x + i, y + j)) return pointer.get(x, y);
    }
    return undefined;
  });
}

export function graphic(): Bitmap {
  return new Bitmap(42, 36).each((x, y) => {
    const circle = (x - 14.5) ** 2 + (y - 14.5) ** 2 <= 14 * 14;
    const triangle = y >= 6 && Math.abs(x - 27) <= (y - 6) / 2;
    const square = x >= 4 && x < 20 && y >= 20 && y < 36;
    return (Number(circle) + Number(triangle) + Number(square)) % 2 === 1;
  });
}

export function frontend(): Bitmap {
  const b = new Bitmap(46, 32);
  for (let i = 0; i < 13; i++) {
    b.rect(12 - i, 3 + i, 6, 1).rect(28 + i, 3 + i, 6, 1);
    b.rect(i, 16 + i, 6, 1).rect(40 - i, 16 + i, 6, 1);
  }
  for (let i = 0; i < 32; i++) b.rect(Math.round(25 - i * 0.3), i, 5, 1);
  return b;
}

export function backend(): Bitmap {
  const b = new Bitmap(38, 36);
  for (const y of [0, 13, 26]) {
    b.rect(0, y, 38, 10)
      .rect(3, y + 3, 4, 4, false)
      .rect(9, y + 3, 4, 4, false);
    for (const x of [20, 24, 28, 32]) b.rect(x, y + 3, 2, 4, false);
    if (y < 26) b.rect(8, y + 10, 3, 3).rect(27, y + 10, 3, 3);
  }
  return b;
}

/** A storefront page. */
export function storefront(): Bitmap {
  const b = new Bitmap(48, 36).rect(0, 0, 48, 36);
  b.rect(3, 3, 9, 3, false)
    .rect(24, 3, 6, 2, false)
    .rect(33, 3, 6, 2, false)
    .rect(42, 2, 3, 4, false)
    .rect(0, 8, 48, 1, false);
  for (const x of [3, 18, 33]) b.rect(x, 12, 12, 13, false).rect(x, 27, 9, 2, false).rect(x, 31, 5, 2, false);
  b.rect(6, 15, 6, 7).rect(5, 16, 1, 2).rect(12, 16, 1, 2).rect(8, 15, 2, 1, false); // shirt
  b.rect(20, 17, 8, 6).rect(22, 15, 4, 1).rect(22, 15, 1, 2).rect(25, 15, 1, 2); // bag
  return b.rect(37, 14, 4, 2).rect(36, 17, 6, 6); // bottle
}

/** A written page with a folded corner. */
export function sheet(): Bitmap {
  const b = new Bitmap(34, 38).rect(0, 0, 34, 38).rect(26, 0, 8, 8, false);
  for (let i = 0; i < 8; i++) b.rect(26, i, i, 1);
  b.rect(26, 7, 7, 1, false).rect(4, 5, 16, 3, false);
  [13, 17, 21, 25].forEach((y, line) => b.rect(4, y, line % 2 ? 20 : 26, 2, false));
  return b.rect(4, 30, 9, 4, false);
}

/** The hero's frieze: the services in a row, the browser in the middle; where each begins, in threads. */
const friezeRow = [
  ['sheet', sheet, 20],
  ['backend', backend, 66],
  ['graphic', graphic, 112],
  ['uiux', uiux, 166],
  ['web', web, 218],
  ['mobile', mobile, 274],
  ['frontend', frontend, 308],
  ['backend', backend, 366],
  ['storefront', storefront, 416],
] as const;

/** Each drawing of the frieze, and its place in threads. */
export const friezeDrawings = () =>
  friezeRow.map(([name, draw, x]) => {
    const drawing = draw();
    return { name, drawing, x, y: Math.round(32 - drawing.height / 2) };
  });

/** The frieze as one drawing. */
export function heroFrieze(): Bitmap {
  const b = new Bitmap(480, 64);
  for (const { drawing, x, y } of friezeDrawings()) b.put(drawing, x, y);
  return b;
}
