import { expect, test } from 'vitest';
import { getPosts, listQuery, listUrl } from './post-list.ts';

test.each([
  [{ before: null, q: '' }, '/blogDey'],
  [{ before: '12', q: '' }, '/blogDey?before=12'],
  [{ before: '12', q: 'salt & pepper' }, '/blogDey?q=salt+%26+pepper&before=12'],
])('the page for %j is %s', (query, url) => {
  expect(listUrl('/blogDey', query)).toBe(url);
});

test.each([
  ['', { before: null, q: '' }],
  ['q=+salt+', { before: null, q: 'salt' }],
  ['q=%00&before=x', { before: null, q: '\uFFFD' }],
  [`q=${'%'.repeat(15_000)}`, { before: null, q: '%'.repeat(200) }],
  ['before=12', { before: '12', q: '' }],
  ['before=2147483647', { before: '2147483647', q: '' }],
  ['before=2147483648', { before: null, q: '' }],
])('?%s asks for %j', (search, query) => {
  expect(listQuery(new URLSearchParams(search))).toEqual(query);
});

test('a page of posts asks for what is older and says where the next page begins', async () => {
  const asked: string[] = [];
  const apiFetch = async (path: string) => {
    asked.push(path);
    return Response.json([{ id: 50 }], { headers: { link: '</api/blogs/posts?before=50>; rel="next"' } });
  };
  const request = new Request('https://site.example/blogDey');
  const list = await getPosts<{ id: number }>(
    '/api/blogs/posts',
    { before: '51', q: '' },
    { request, context: { apiFetch } },
  );
  expect(asked).toEqual(['/api/blogs/posts?before=51']);
  expect(list).toEqual({ posts: [{ id: 50 }], before: '50' });
});
