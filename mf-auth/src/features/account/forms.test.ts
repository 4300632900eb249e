import { expect, test } from 'vitest';
import { doneText } from './forms.ts';

test.each(['__proto__', 'constructor', 'toString', '', 'deletion'])('?done=%s says nothing', (word) => {
  expect(doneText(`?done=${word}`)).toBeUndefined();
});

test('?done=post-deleted says what was done on another page', () => {
  expect(doneText('?done=post-deleted')).toBe('Your post has been deleted.');
});

test('?done=others says what was done', () => {
  expect(doneText('?done=others')).toBe('You have been logged out everywhere else.');
});
