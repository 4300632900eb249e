import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { atFullStep } from './answer-time.ts';

test.each([
  [0, 1],
  [20, 1],
  [90, 2],
])('what takes %i ms is answered at step %i at the earliest', async (taken, step) => {
  const begun = performance.now();
  expect(await atFullStep(60, async () => delay(taken, 'done'))).toBe('done');
  const steps = (performance.now() - begun) / 60;
  expect(steps).toBeGreaterThanOrEqual(step);
});

test('a failure is not held back', async () => {
  await expect(atFullStep(60_000, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
});
