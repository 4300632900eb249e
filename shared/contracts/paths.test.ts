import { expect, test } from 'vitest';
import { href, loginFor, ownPath, paths } from './paths.ts';

test('URLs without parameters are their pattern', () => {
  expect(href(paths.refund)).toBe('/refund_&_cancellation_policy');
});

test('parameters are filled in and encoded', () => {
  expect(href(paths.post, { id: 7 })).toBe('/post/7');
  expect(href(paths.demoItem, { id: 'a/b ?' })).toBe('/blog_news/a%2Fb%20%3F');
});

test.each([
  ['/career', '/career'],
  ['/post/1?x=1#y', '/post/1?x=1#y'],
  ['//evil.test/', '/'],
  ['/\\evil.test/', '/'],
  ['/\t/evil.test/', '/'],
  ['/.//evil.test/', '/'],
  ['https://evil.test/', '/'],
  ['javascript:alert(1)', '/'],
  ['', '/'],
  [null, '/'],
])('after logging in, %j leads to %s', (wish, path) => {
  expect(ownPath(wish)).toBe(path);
});

test('the way to the login page carries the way back', () => {
  expect(loginFor('/')).toBe('/login');
  expect(loginFor('/post/1?x=1')).toBe('/login?next=%2Fpost%2F1%3Fx%3D1');
  expect(loginFor('/', 'cancelled')).toBe('/login?error=cancelled');
});
