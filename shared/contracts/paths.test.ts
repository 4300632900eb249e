import { expect, test } from 'vitest';
import { href, paths } from './paths.ts';

test('addresses without parameters are their pattern', () => {
  expect(href(paths.refund)).toBe('/refund_&_cancellation_policy');
});

test('parameters are filled in and encoded', () => {
  expect(href(paths.post, { id: 7 })).toBe('/post/7');
  expect(href(paths.demoItem, { id: 'a/b ?' })).toBe('/blog_news/a%2Fb%20%3F');
});
