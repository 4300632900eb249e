import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { atFullStep } from './answer-time.ts';

const STEP_MS = 60;
/** Node's timers may fire up to this much early. */
const EARLY_MS = 1;

test.each([
  [0, 1],
  [20, 1],
  [90, 2],
])('what takes %i ms is answered at step %i at the earliest', async (taken, step) => {
  const begun = performance.now();
  expect(await atFullStep(STEP_MS, async () => delay(taken, 'done'))).toBe('done');
  expect(performance.now() - begun).toBeGreaterThanOrEqual(step * STEP_MS - EARLY_MS);
});

test('a failure is not held back', async () => {
  await expect(atFullStep(60_000, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
});
