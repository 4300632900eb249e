import { expect, test } from 'vitest';
import { outcomeOf } from './forms.ts';

test.each(['__proto__', 'constructor', 'toString', '', 'deletion'])('?done=%s says nothing', (word) => {
  expect(outcomeOf(`?done=${word}`)).toBeUndefined();
});

test('?done=others says what was done', () => {
  expect(outcomeOf('?done=others')).toBe('You have been logged out everywhere else.');
});
