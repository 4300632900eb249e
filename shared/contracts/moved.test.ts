import { expect, test } from 'vitest';
import { movedTo } from './moved.ts';
import { paths } from './paths.ts';

type Loader = ReturnType<typeof movedTo>;

function answerOf(to: Parameters<typeof movedTo>[0], id = '7', search = ''): Response {
  const request = new Request(`http://site.test/old/${encodeURIComponent(id)}${search}`);
  return movedTo(to)({ params: { id }, request } as unknown as Parameters<Loader>[0]) as Response;
}

const placeOf = (...given: Parameters<typeof answerOf>): string | null => answerOf(...given).headers.get('location');

test('a page that has moved leads on, with its parameters', () => {
  expect(answerOf('/new').status).toBe(301);
  expect(placeOf('/new')).toBe('/new');
  expect(placeOf(({ id }) => `/post/${id}`)).toBe('/post/7');
  expect(placeOf(paths.editPost)).toBe('/post/7/edit');
  for (const to of [paths.post, ({ id }: { id?: string }) => `/post/${id}`])
    expect(placeOf(to, 'a?b 日本')).toBe('/post/a%3Fb%20%E6%97%A5%E6%9C%AC');
  expect(() => placeOf(paths.role)).toThrow('movedTo(\'/career/:slug\'): the path that has moved has no ":slug".');
});

test('its query is kept, unless the new address has its own', () => {
  expect(placeOf(paths.post, '7', '?page=2&utm_source=mail')).toBe('/post/7?page=2&utm_source=mail');
  expect(placeOf('/new?from=old', '7', '?page=2')).toBe('/new?from=old');
});
