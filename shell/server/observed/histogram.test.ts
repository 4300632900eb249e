import { expect, test } from 'vitest';
import { addTo, bounds, emptyHistogram, quantileOf } from './histogram.ts';

test('the value that three of four do not exceed is found within a fifth', () => {
  const histogram = emptyHistogram('lcp');
  for (let value = 1; value <= 4_000; value += 1) addTo(histogram, 'lcp', value);
  expect(quantileOf(histogram, 'lcp', 0.75)).toBeCloseTo(3_000, -1);
});

test('values above all bounds are not lost, and without any there is no value', () => {
  const histogram = emptyHistogram('inp');
  expect(quantileOf(histogram, 'inp', 0.75)).toBeUndefined();
  addTo(histogram, 'inp', 60_000);
  expect(quantileOf(histogram, 'inp', 0.75)).toBe(bounds.inp.at(-1));
});
