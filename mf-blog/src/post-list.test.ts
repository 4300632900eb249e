import { expect, test } from 'vitest';
import { getPosts, olderThan } from './post-list.ts';

test.each([
  ['</api/blogs/posts?before=12>; rel="next"', '12'],
  ['</api/blogs/posts?limit=5&before=7>; rel=next', '7'],
  ['</api/blogs/posts?before=12>; rel="prev"', null],
  ['', null],
  [null, null],
])('Link header %j leads to posts before %s', (header, before) => {
  expect(olderThan(header)).toBe(before);
});

test('a page of posts asks for what is older and says where the next page begins', async () => {
  const asked: string[] = [];
  const list = await getPosts<{ id: number }>('/api/blogs/posts', '51', {
    signal: new AbortController().signal,
    context: {
      apiFetch: async (path: string) => {
        asked.push(path);
        return Response.json([{ id: 50 }], { headers: { link: '</api/blogs/posts?before=50>; rel="next"' } });
      },
    },
  });
  expect(asked).toEqual(['/api/blogs/posts?before=51']);
  expect(list).toEqual({ posts: [{ id: 50 }], before: '50' });
});
