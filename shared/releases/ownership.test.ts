import { describe, expect, test } from 'vitest';
import { findConflict, isReserved, ownerOf, patternsOverlap } from './ownership.ts';

const ownership = { 'mf-blog': ['/blogDey', '/post/:id', '/new'], 'mf-marketing': ['/', '/contact', '/refund_&_cancellation_policy'] };

describe('ownerOf', () => {
  test.each([
    ['/', 'mf-marketing'],
    ['/contact', 'mf-marketing'],
    ['/contact/', 'mf-marketing'],
    ['/CONTACT', 'mf-marketing'],
    ['/refund_&_cancellation_policy', 'mf-marketing'],
    ['/post/7', 'mf-blog'],
    ['/post/a%20b', 'mf-blog'],
  ])('%s belongs to %s', (path, owner) => {
    expect(ownerOf(ownership, path)).toBe(owner);
  });

  test.each(['/post', '/post/7/edit', '/unknown', '/contact/us', '//contact'])('nobody owns %s', (path) => {
    expect(ownerOf(ownership, path)).toBeUndefined();
  });
});

describe('patternsOverlap', () => {
  test.each([
    ['/', '/'],
    ['/service', '/Service'],
    ['/post/:id', '/post/:slug'],
    ['/post/:id', '/post/new'],
    ['/api/*', '/api/anything/else'],
    ['/api/*', '/api'],
    ['/:page', '/contact'],
  ])('%s and %s can match the same path', (first, second) => {
    expect(patternsOverlap(first, second)).toBe(true);
    expect(patternsOverlap(second, first)).toBe(true);
  });

  test.each([
    ['/', '/contact'],
    ['/post/:id', '/post'],
    ['/post/:id', '/posts/7'],
    ['/blog', '/blogs'],
    ['/a/:x/c', '/a/b/d'],
  ])('%s and %s never match the same path', (first, second) => {
    expect(patternsOverlap(first, second)).toBe(false);
    expect(patternsOverlap(second, first)).toBe(false);
  });
});

describe('findConflict', () => {
  test('names the pattern, its owner and what it collides with', () => {
    expect(findConflict(['/career', '/post/latest'], ownership)).toEqual({
      pattern: '/post/latest',
      owner: 'mf-blog',
      claimed: '/post/:id',
    });
  });

  test("keeps remotes out of the shell's own paths", () => {
    expect(findConflict(['/api/posts'], {})?.owner).toBe('shell');
    expect(findConflict(['/healthz'], {})?.owner).toBe('shell');
  });

  test('is undefined when nothing collides', () => {
    expect(findConflict(['/career', '/career/:role'], ownership)).toBeUndefined();
  });
});

test.each([
  ['/api', true],
  ['/api/blogs/posts', true],
  ['/auth/google', true],
  ['/apy', false],
  ['/about', false],
])('%s is the server\'s own: %s', (pathname, expected) => {
  expect(isReserved(pathname)).toBe(expected);
});
