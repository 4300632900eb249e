/** Nothing but a test that fails counts as having noticed a fault. */
import { expect, test } from 'vitest';
import { verdictOf } from './verdict.ts';

const FAILURE = { name: 'a test', error: 'no' };

test('a fault is noticed by tests that fail, not by a runner that finds none', () => {
  expect(verdictOf({ passed: 3, failed: 1, failures: [FAILURE] }, true)).toBe('noticed');
  expect(verdictOf({ passed: 4, failed: 0, failures: [] }, true)).toBe('NOT NOTICED');
  expect(
    verdictOf({ passed: 0, failed: 0, failures: [{ name: 'outside of tests', error: 'No tests found' }] }, true),
  ).toBe('NO TEST');
  expect(verdictOf({ passed: 0, failed: 0, failures: [] }, false)).toBe('NO TEST');
  expect(verdictOf({ passed: 0, failed: 0, failures: [FAILURE] }, false), 'a file that does not load').toBe('noticed');
});
