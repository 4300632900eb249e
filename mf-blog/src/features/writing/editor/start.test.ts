import { expect, test } from 'vitest';
import { afterCursor, plainLines } from './start.ts';

test('a paragraph each, with all its spaces', () => {
  expect(plainLines('One\n\n\n two \nthree ')).toEqual([{ insert: 'One\n two \nthree \n' }]);
});

test.each([
  ['at the end', 'One\n\ntwo', 8, 0],
  ['in the last word', 'One\n\ntwo', 6, 2],
  ['at the start', 'One\n\ntwo', 0, 7],
  ['before the gap', 'One\n\ntwo', 3, 4],
  ['within the gap', 'One\n\ntwo', 4, 3],
])('the cursor %s', (_where, value, selectionEnd, after) => {
  expect(afterCursor({ value, selectionEnd })).toBe(after);
});
