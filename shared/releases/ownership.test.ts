import fc from 'fast-check';
import * as router from 'react-router-dom';
import { describe, expect, test, vi } from 'vitest';
import { findConflict, isReserved, ownerOf, patternOf, patternsOverlap, readablePath } from './ownership.ts';

vi.mock('react-router-dom', async (original) => {
  const real = await original<typeof router>();
  return { ...real, matchRoutes: vi.fn(real.matchRoutes) };
});
const { matchRoutes } = router;

const ownership = {
  'mf-blog': ['/blogDey', '/post/:id', '/new'],
  'mf-marketing': ['/', '/contact', '/refund_&_cancellation_policy'],
};

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

  test.each(['/post', '/post/7/edit', '/unknown', '/contact/us', '//contact'])('no remote owns %s', (path) => {
    expect(ownerOf(ownership, path)).toBeUndefined();
  });
});

describe('what is matched', () => {
  const plain = { 'mf-blog': ['/blogDey', '/post/:id'], 'mf-marketing': ['/', '/contact'] };

  test.each([
    ['/post/7', ['/post/:id']],
    ['/CONTACT/', ['/contact']],
    ['/', ['/']],
    ['/wp-login.php', []],
    ['/%70ost/7', ['/blogDey', '/post/:id', '/', '/contact']],
  ])('%s with nothing but the patterns that may be its own', (path, patterns) => {
    vi.mocked(matchRoutes).mockClear();
    ownerOf(plain, path);
    const [table] = vi.mocked(matchRoutes).mock.calls[0]!;
    expect(table.map((route) => route.path)).toEqual(patterns);
  });

  test('the answer is that of matching with all of them', () => {
    const part = fc.constantFrom('a', 'B', 'a.b', ':id', ':id?', 'a?', '*', 'é', '%61', '');
    const patterns = fc.array(
      fc.array(part, { maxLength: 3 }).map((parts) => `/${parts.join('/')}`),
      { maxLength: 6 },
    );
    const pieces = fc.constantFrom('a', 'A', 'b', 'a.b', 'é', '%61', '%C3%A9', 'x', '');
    const paths = fc.array(pieces, { maxLength: 4 }).map((parts) => `/${parts.join('/')}`);
    fc.assert(
      fc.property(patterns, paths, (all, path) => {
        const table = all.map((pattern) => ({ path: pattern }));
        expect(patternOf(all, path)).toBe(matchRoutes(table, path)?.[0]?.route.path);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('readablePath', () => {
  test.each([
    ['/%', '/%25'],
    ['/a/%zz/b%41', '/a/%25zz/b%41'],
    ['/about%0A', '/about%250A'],
    ['/about%00/x', '/about%2500/x'],
    ['/about%E2%80%A8', '/about%25E2%2580%25A8'],
    ['/%ED%A0%80', '/%25ED%25A0%2580'],
  ])('reads %s as %s, which stays as it is', (path, read) => {
    expect(readablePath(path)).toBe(read);
    expect(readablePath(read)).toBe(read);
  });

  test.each([
    '/',
    '//',
    '/about',
    '/ABOUT/',
    '/caf%C3%A9',
    '/a%2Fb',
    '/a%20',
    '/%61bout',
    '/refund_%26_cancellation_policy',
    '/x%25',
    '/%F0%9F%98%80',
  ])('leaves %s alone', (path) => {
    expect(readablePath(path)).toBe(path);
  });

  test('gives only paths that React Router can match', () => {
    const everything = [{ path: '*', id: 'everything' }];
    for (let code = 0; code < 0x3000; code += 1) {
      const path = `/a/${escaped(code)}/b`;
      if (!matchRoutes(everything, readablePath(path))) expect.fail(`${path} is matched by nothing`);
    }
    for (let byte = 0; byte <= 0xff; byte += 1) {
      const path = `/about%${byte.toString(16).padStart(2, '0')}`;
      if (!matchRoutes(everything, readablePath(path))) expect.fail(`${path} is matched by nothing`);
    }
  });

  /** Percent-encoded UTF-8, even for code points that are not characters. */
  function escaped(code: number): string {
    const [high, middle, low] = [code >> 12, (code >> 6) & 63, code & 63];
    const bytes =
      code < 0x80 ? [code] : code < 0x800 ? [0xc0 | middle, 0x80 | low] : [0xe0 | high, 0x80 | middle, 0x80 | low];
    return bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  }
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
    ['/post/:id', '/post/new/'],
    ['/service', '//service'],
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
  ['/assets/x.js', true],
  ['/remotes/mf-a/1/remoteEntry.js', true],
  ['/registry.json', true],
  ['/composition.json', true],
  ['/.well-known/security.txt', true],
  ['/favicon.svg', true],
  ['/favicon.ico', true],
  ['/apple-touch-icon.png', true],
  ['/robots.txt', true],
  ['/security-policy.txt', true],
  ['/licences.txt', true],
  ['/sitemap.xml', true],
  ['/healthz', true],
  ['/readyz', true],
  ['/_try', true],
  ['/_observed', true],
  ['/apy', false],
  ['/about', false],
])("%s is the server's own: %s", (pathname, expected) => {
  expect(isReserved(pathname)).toBe(expected);
});
