import { expect, test } from 'vitest';
import { arrivalOf } from './arrival.ts';

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', 'x'])(
  'the unknown reason %j counts as a failure, and as a notice it is ignored',
  (word) => {
    expect(arrivalOf({ search: `?error=${word}` })?.text).toBe('Signing in with Google did not work.');
    expect(arrivalOf({ search: `?notice=${word}` })).toBeUndefined();
  },
);

test('known words say what they mean', () => {
  expect(arrivalOf({ search: '?error=cancelled' })?.text).toBe('Signing in with Google was cancelled.');
  expect(arrivalOf({ search: '?notice=confirmed' })?.text).toBe('Your email address is confirmed.');
});
