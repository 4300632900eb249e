import { expect, test } from 'vitest';
import type { RegistryEntry } from '../contracts/registry.ts';
import type { RouteHandle } from '../contracts/shell.ts';
import { allFindable, findableOf } from './findable.ts';
import { flattenRoutes } from './flatten-routes.ts';

const page = (path: string, find?: RouteHandle['find']) => ({ id: `a.${path}`, path, handle: { find } });

test('a route says whether it is found, at which addresses, and when it changed', () => {
  const routes = [
    page('/a', true),
    page('/hidden'),
    {
      path: '/b',
      children: [
        { index: true, handle: { find: true } },
        page(':slug', [{ path: '/b/one' }, { path: '/b/zw%C3%B6lf', changed: '2026-02-01' }]),
      ],
    },
    page('/post/:id', { siteMap: '/api/posts/sitemap.xml' }),
  ] as Parameters<typeof flattenRoutes>[0];
  expect(findableOf(flattenRoutes(routes))).toEqual({
    pages: [{ path: '/a' }, { path: '/b' }, { path: '/b/one' }, { path: '/b/zw%C3%B6lf', changed: '2026-02-01' }],
    siteMaps: ['/api/posts/sitemap.xml'],
  });
});

test.each<[string, RouteHandle['find'], RegExp]>([
  ['/role/:slug', true, /has parameters: name its addresses/],
  ['/role/:slug', [{ path: '/role/:slug' }], /has parameters/],
  [
    '/role/:slug',
    [{ path: '/career/one' }],
    /"\/career\/one" is to be found as a page of "\/role\/:slug", which it does not match/,
  ],
  ['/a', [{ path: '/a', changed: 'yesterday' }], /is not a date: write it as 2026-01-31/],
  ['/a', [{ path: '/a', changed: '2026-13-01' }], /is not a date/],
  ['/a', [{ path: '/a', changed: '1 February 2026' }], /is not a date/],
  ['/a', [{ path: '/a', changed: '2026-02-01T09:30' }], /is not a date/],
  ['/a', [{ path: '/a', changed: '2026-02-01 (Sunday)' }], /is not a date/],
  ['/b/*', true, /has parameters/],
])('%s cannot be found as %j', (path, find, reason) => {
  expect(() => findableOf([page(path, find)])).toThrow(reason);
});

test.each(['2026-01-31', '2026-01-31T09:30:00Z', '2026-01-31T09:30:00.25Z', '2026-01-31T09:30+01:00'])(
  'a page may have changed at %s',
  (changed) => {
    expect(findableOf([page('/a', [{ path: '/a', changed }])]).pages).toEqual([{ path: '/a', changed }]);
  },
);

test('a release from before releases listed their pages lists none', () => {
  const entry = (extras: Partial<RegistryEntry['extras']>) => ({ extras }) as RegistryEntry;
  const found = { pages: [{ path: '/a' }], siteMaps: ['/map.xml'] };
  expect(
    allFindable(
      new Map([
        ['mf-old', entry({})],
        ['mf-a', entry({ findable: found })],
      ]),
    ),
  ).toEqual(found);
  expect(allFindable(new Map())).toEqual({ pages: [], siteMaps: [] });
});
