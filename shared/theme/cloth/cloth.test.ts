import { expect, test } from 'vitest';
import { Bitmap } from './bitmap.ts';
import { coverMotifs } from './cover-motifs.ts';
import { avatarCloth, COVER_STEP, coverChoice, coverCloth } from './generated.ts';
import { stitched } from './glyphs.ts';
import { lozenge } from './motifs.ts';
import * as drawings from './service-drawings.ts';
import * as sharingDrawings from './sharing-drawings.ts';
import { loom, tear } from './state-drawings.ts';
import { LOZENGE, LOZENGE_STEP, lozengeBand } from './bands.ts';
import { DASHES, threadsOf } from './patterns.ts';
import { setts } from './setts.ts';
import { centred, hash, weave, type ClothSpec, type SettName } from './weave.ts';

test('a bitmap is traced to one outline for each island and hole', () => {
  const ring = new Bitmap(3, 3).rect(0, 0, 3, 3).set(1, 1, false);
  expect(ring.path()).toBe('M0 0h3v3h-3zm2 1h-1v1h1z');
  expect(new Bitmap(2, 2).set(0, 0).set(1, 1).path(2)).toBe('M0 0h2v2h-2zm2 2h2v2h-2z');
});

test('every set cell lies inside the traced path exactly once', () => {
  const drawing = stitched('P&M');
  const cells = Array.from({ length: drawing.width * drawing.height }, (_, i) =>
    drawing.get(i % drawing.width, Math.trunc(i / drawing.width)),
  ).filter(Boolean).length;
  expect(area(drawing.path())).toBe(cells);
  expect(area(drawings.heroFrieze().path())).toBeGreaterThan(5_000);
});

test.each(Object.keys(setts) as SettName[])('%s: warp and weft cover their repeat without gap or overlap', (sett) => {
  const { warp, weft } = threadsOf(sett);
  const columns = warp.stripes.flatMap(({ path }) => cellsIn(path));
  expect(columns.toSorted()).toEqual(Array.from({ length: warp.length }, (_, column) => `${column} 0`).toSorted());
  expect(DASHES).toBe(1);
  const rows = weft.stripes.flatMap(({ path }) => cellsIn(path));
  expect(rows.toSorted()).toEqual(Array.from({ length: weft.length }, (_, row) => `${row % 2} ${row}`).toSorted());
});

test('lozenges are on the same stripes of the warp, and their cloth has room for all of them', () => {
  const { repeat, sett, width, thread, cut } = lozengeBand();
  expect(repeat!.step).toBe(threadsOf(sett).warp.length);
  expect(repeat!.step).toBe(LOZENGE_STEP);
  expect(repeat!.times % 2, 'one in the middle').toBe(1);
  expect(((repeat!.times - 1) * repeat!.step + LOZENGE) * thread).toBeLessThan(width);
  // The outline begins at the upper corner.
  expect(Number(/^M(\d+)/.exec(cut!)![1]) + 0.5).toBe(width / thread / 2);
});

test('of six-pixel threads five show in a cut, as in the prototypes; of finer ones three quarters', () => {
  const liningOf = (thread: number) => weave({ sett: 'creek', width: 60, height: 60, thread }).lining.width * thread;
  expect([6, 8, 10].map(liningOf).map(Math.round)).toEqual([5, 7, 9]);
  expect(liningOf(6)).toBeCloseTo(5, 2);
  expect([4, 3, 2].map(liningOf)).toEqual([3, 2.25, 1.5]);
});

test('the same seed always gets the same cloth', () => {
  const size = { width: 648, height: 216 };
  expect(coverCloth('12', size)).toEqual(coverCloth('12', size));
  expect(avatarCloth('Ada Obi')).toEqual(avatarCloth('Ada Obi'));
});

test('posts beside each other differ in cloth and in motif', () => {
  for (let id = 1; id < 200; id++) {
    const [one, next] = [coverChoice(String(id)), coverChoice(String(id + 1))];
    expect(one.sett, String(id)).not.toBe(next.sett);
    expect(one.motif, String(id)).not.toBe(next.motif);
  }
  expect(coverChoice('item 1').sett).not.toBe(coverChoice('item 2').sett);
});

test('a topic has its motif, and no other post has it', () => {
  const motifs = Object.keys(coverMotifs);
  expect(motifs[coverChoice('5', 'cross').motif]).toBe('cross');
  const others = new Set(Array.from({ length: 60 }, (_, id) => motifs[coverChoice(String(id)).motif]));
  expect([...others].toSorted()).toEqual(['boat', 'drum', 'fish', 'leaf', 'star']);
});

test('motifs of covers can be told apart: each differs from each in a sixth of its cells at least', () => {
  const drawn = Object.entries(coverMotifs).map(([name, draw]) => ({ name, bitmap: draw() }));
  for (const { name, bitmap } of drawn) {
    expect([bitmap.width, bitmap.height], name).toEqual([15, 15]);
    for (const other of drawn.filter((each) => each.name > name)) {
      let differing = 0;
      bitmap.each((x, y) => void (bitmap.get(x, y) !== other.bitmap.get(x, y) && differing++));
      expect(differing, `${name} and ${other.name}`).toBeGreaterThan(225 / 6);
    }
  }
  expect(COVER_STEP, 'room between two of them').toBeGreaterThan(2 * 15);
});

test('the zero is told from the letters beside it in the alphabet', () => {
  expect(stitched('0').path()).not.toBe(stitched('O').path());
  // One hole, and nothing in its middle.
  expect(stitched('0').path().match(/z/g)).toHaveLength(2);
  expect(stitched('0').get(2, 3)).toBe(false);
});

test('seeds keep their cloths across releases', () => {
  expect(hash('1')).toBe(4024586874);
  expect(coverChoice('1')).toEqual({ sett: 'nightferry', motif: Object.keys(coverMotifs).indexOf('leaf') });
  expect(tear(240, 298 / 6, 22 / 6).slice(0, 40)).toBe('M110 0h13v1h-13zm-8 1h26v1h-26zm10 1h14v');
});

test('a motif is centred above the fringe', () => {
  const spec: ClothSpec = { sett: 'creek', width: 60, height: 66, thread: 6, fringe: 6 };
  expect(centred(new Bitmap(2, 2).rect(0, 0, 2, 2), spec)).toBe('M4 4h2v2h-2z');
  expect(weave(spec)).toMatchObject({ width: 10, height: 11, body: 10 });
});

test('initials are stitched from any name', () => {
  expect(stitched('ÉÀ').path()).toBe(stitched('EA').path());
  expect(stitched('ƊƙɓƳ').path()).toBe(stitched('DKBY').path());
  expect(stitched('ŁđØ').path()).toBe(stitched('LDO').path());
  expect(avatarCloth('  ')).toMatchObject({ width: 56 });
  expect(avatarCloth('李 小龙').cut).toBeDefined();
});

test('the drawings are the same in every release', () => {
  const { friezeDrawings: _row, ...bitmaps } = drawings;
  const drawn = { ...bitmaps, ...sharingDrawings, loom, lozenge: () => lozenge(37, 37) };
  const seen = Object.fromEntries(Object.entries(drawn).map(([name, draw]) => [name, hash(draw().path())]));
  expect(seen).toMatchInlineSnapshot(`
    {
      "backend": 3149339982,
      "frontend": 3436329547,
      "graphic": 239023200,
      "heroFrieze": 3575480901,
      "loom": 3003735436,
      "lozenge": 2955235656,
      "mobile": 560879903,
      "person": 338070127,
      "share": 4019942918,
      "sheet": 3080833942,
      "storefront": 569907562,
      "token": 2214331842,
      "uiux": 580940322,
      "web": 354353487,
    }
  `);
});

/** Area inside a path of h and v moves; clockwise counts up, so holes count down. */
function area(path: string): number {
  let sum = 0;
  let [x, y] = [0, 0];
  let start: [number, number] = [0, 0];
  for (const [, kind = '', first = '', second = ''] of path.matchAll(/([Mmhvz])(-?[\d.]+)?(?: ?(-?[\d.]+))?/g)) {
    if (kind === 'M') start = [x, y] = [Number(first), Number(second)];
    else if (kind === 'm') start = [x, y] = [x + Number(first), y + Number(second)];
    else if (kind === 'z') {
      sum -= y * (start[0] - x);
      [x, y] = start;
    } else if (kind === 'v') y += Number(first);
    else {
      sum -= y * Number(first);
      x += Number(first);
    }
  }
  return sum;
}

/** Cells `<x> <y>` that lines one cell wide cover: across without gaps, down in dashes of one cell. */
function cellsIn(path: string): string[] {
  const cells: string[] = [];
  let [x, y] = [0, 0];
  for (const [, kind = '', first = '', second = ''] of path.matchAll(/([MhV])([\d.]+)(?: ([\d.]+))?/g)) {
    if (kind === 'M') [x, y] = [Number(first), Number(second)];
    else if (kind === 'h') for (const end = x + Number(first); x < end; x += 1) cells.push(`${x} ${y - 0.5}`);
    else for (; y < Number(first); y += 2) cells.push(`${x - 0.5} ${y}`);
  }
  return cells;
}

test('the fringe above the footer has no ink, which would look like gaps on the footer’s', () => {
  const { warp, weft } = setts.banner;
  expect([...warp, ...weft].map(([thread]) => thread)).not.toContain('ink');
});
