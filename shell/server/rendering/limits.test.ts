import { expect, test } from 'vitest';
import { LINE_EVERY_MS, LINES_AT_ONCE, LineBudget } from './limits.ts';

test('a release that writes all the time is soon quiet, and heard again after a while', () => {
  const budget = new LineBudget(1_000);
  const takenAt = (now: number, times: number) => Array.from({ length: times }, () => budget.take(now));
  expect(takenAt(1_000, LINES_AT_ONCE)).toEqual(Array(LINES_AT_ONCE).fill(0));
  expect(takenAt(1_000 + LINE_EVERY_MS - 1, 50)).toEqual(Array(50).fill(undefined));
  expect(takenAt(1_000 + LINE_EVERY_MS, 2), 'the next line says how many are missing').toEqual([50, undefined]);
  expect(takenAt(1_000 + 2 * LINE_EVERY_MS, 2)).toEqual([1, undefined]);
  const muchLater = takenAt(1_000 + 1_000 * LINE_EVERY_MS, LINES_AT_ONCE + 1);
  expect(muchLater.filter((refused) => refused !== undefined)).toHaveLength(LINES_AT_ONCE);
});
