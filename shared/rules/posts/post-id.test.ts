import { expect, test } from 'vitest';
import { isPostId, POST_ID_MAX } from './post-id.ts';

test.each(['1', '12', '999999999', '1000000000', String(POST_ID_MAX)])('%s is the number of a post', (text) => {
  expect(isPostId(text)).toBe(true);
});

test.each(['', '0', '01', '-1', '1e3', '1.5', ' 1', 'one', String(POST_ID_MAX + 1), '10000000000'])(
  '%j is none',
  (text) => {
    expect(isPostId(text)).toBe(false);
  },
);
