import { expect, test } from 'vitest';
import { olderThan } from './older.ts';

test.each([
  ['</api/blogs/posts?before=12>; rel="next"', '12'],
  ['</api/blogs/posts?limit=5&before=7>; rel=next', '7'],
  ['</api/blogs/posts?before=12>; rel="prev"', null],
  ['', null],
])('Link header %j leads to posts before %s', (link, before) => {
  expect(olderThan(new Response(null, { headers: { link } }))).toBe(before);
});

test('without the header, nothing is older', () => {
  expect(olderThan(new Response())).toBeNull();
});
