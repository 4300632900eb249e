import { expect, test } from 'vitest';
import { attemptKeys } from './attempt-keys.ts';

test('the same content keeps its key, changed content gets another', () => {
  const keyOf = attemptKeys();
  const first = keyOf({ message: 'Hello' });
  expect(keyOf({ message: 'Hello' })).toBe(first);
  expect(keyOf({ message: 'Hello again' })).not.toBe(first);
});
