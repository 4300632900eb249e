import { expect, test } from 'vitest';
import { isPostId } from './post-id.ts';

test.each(['1', '12', '999999999', '1000000000', '2147483647'])('%s is the number of a post', (text) => {
  expect(isPostId(text)).toBe(true);
});

test.each(['', '0', '01', '-1', '1e3', '1.5', ' 1', 'one', '2147483648', '10000000000'])('%j is none', (text) => {
  expect(isPostId(text)).toBe(false);
});
