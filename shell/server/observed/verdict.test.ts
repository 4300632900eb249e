/** What the shell promises about its verdicts, on releases whose true failure rates are known. */
import { expect, test } from 'vitest';
import { chanceOf, FIRST_VIEWS, verdictOn, type Sample } from './verdict.ts';

const sample = (failed: number, views: number, visitors = failed): Sample => ({ failed, views, visitors });

/** Pseudo-random numbers, the same each time (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** How many views a release has before it is taken back, judged after each failure; undefined if it never is. */
function viewsUntilTaken(rate: number, before: Sample, random: () => number): number | undefined {
  const release = sample(0, 0);
  for (let views = 1; views <= FIRST_VIEWS; views += 1) {
    if (random() >= rate) continue;
    Object.assign(release, sample(release.failed + 1, views));
    if (verdictOn(release, before)) return views;
  }
  return undefined;
}

function failuresAmong(views: number, rate: number, random: () => number): Sample {
  return sample(Array.from({ length: views }).filter(() => random() < rate).length, views);
}

test("the chance is Fisher's", () => {
  // Fisher's own tea-tasting experiment: 3 of 4 against 1 of 4 has a probability of 17 in 70.
  expect(chanceOf(sample(3, 4), sample(1, 4))).toBeCloseTo(17 / 70, 10);
  expect(chanceOf(sample(4, 4), sample(0, 4))).toBeCloseTo(1 / 70, 10);
  expect(chanceOf(sample(0, 4), sample(0, 4))).toBeCloseTo(1, 10);
  expect(chanceOf(sample(12, 80), sample(1, 900))).toBeLessThan(1e-9);
});

test('it says what against what', () => {
  expect(verdictOn(sample(12, 80), sample(1, 900))).toBe('error rate 12 of 80 views against 1 of 900');
});

test('the least that is needed is enough', () => {
  expect(verdictOn(sample(5, 20, 3), sample(0, 1_000))).toBe('error rate 5 of 20 views against 0 of 1000');
});

test.each([
  ['too few views', sample(19, 19), sample(0, 1_000)],
  ['too few failures', sample(4, 20), sample(0, 1_000)],
  ['too few visitors', sample(20, 20, 2), sample(0, 1_000)],
  ['nothing known of the release before', sample(80, 80), sample(0, 0)],
  ['a release before that was no better', sample(16, 80), sample(180, 900)],
  ['a release before that few have seen', sample(5, 25), sample(0, 60)],
])('%s: nothing happens', (_why, release, before) => {
  expect(verdictOn(release, before)).toBeUndefined();
});

test.each([0.001, 0.01, 0.05])(
  'of 10,000 releases that fail as often as the one before (%f of all views), fewer than 1 in 1,000 is taken back',
  (rate) => {
    const random = randomFrom(7);
    let taken = 0;
    for (let release = 0; release < 10_000; release += 1) {
      const before = failuresAmong(500, rate, random);
      if (viewsUntilTaken(rate, before, random) !== undefined) taken += 1;
    }
    expect(taken).toBeLessThan(10);
  },
);

test.each([
  { rate: 0.2, against: 0.01, within: 100 },
  { rate: 0.05, against: 0.001, within: 400 },
])('a release that fails in $rate of all views is taken back within $within views in 99 of 100 cases', (bad) => {
  const random = randomFrom(11);
  const needed = Array.from({ length: 1_000 }, () => {
    const before = failuresAmong(900, bad.against, random);
    return viewsUntilTaken(bad.rate, before, random);
  });
  expect(needed.filter((views) => views === undefined || views > bad.within).length).toBeLessThan(10);
});
