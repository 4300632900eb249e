import { describe, expect, test } from 'vitest';
import type { RegistryEntry, Release } from '../contracts/registry.ts';
import { laterImportMap } from './import-map.ts';
import { releaseUrl, storePath } from './urls.ts';
import {
  composedRemote,
  compositionOf,
  moduleIntegrity,
  modulesOfPages,
  ownershipOf,
  pageFiles,
  pageIntegrity,
} from './composition.ts';

const file = { url: '', integrity: 'sha384-' } as const;
const entry = (version: string, routes: string[]): RegistryEntry => ({
  url: `/remotes/x/${version}/remoteEntry.js`,
  metadata: { integrity: 'sha384-', version },
  deployment: { traffic: 100, default: true },
  extras: { routes, release: file, server: file, contract: 1, releasedAt: '2026-01-01T00:00:00.000Z' },
});
const [a, b] = [entry('1', ['/a', '/a/:id']), entry('2', ['/b'])];

const release: Release = {
  name: 'mf-a',
  version: '1',
  contract: 1,
  sharedExports: {},
  entry: 'remoteEntry.js',
  entryFiles: ['remoteEntry.js', 'assets/start.js'],
  server: 'server/routes.mjs',
  routes: [
    { id: 'a.list', path: '/a', files: ['assets/list.js', 'assets/common.js'] },
    { id: 'a.item', path: '/a/:id', files: ['assets/item.js', 'assets/common.js', 'assets/start.js'] },
  ],
  files: {
    'remoteEntry.js': 'sha384-1',
    'assets/item.js': 'sha384-2',
    'assets/item.css': 'sha384-3',
    'server/routes.mjs': 'sha384-4',
  },
};

test('a choice of releases has one id, in whatever order it was made', () => {
  const composition = compositionOf(
    new Map([
      ['mf-a', a],
      ['mf-b', b],
    ]),
  );
  expect(composition.releases).toEqual({ 'mf-a': '1', 'mf-b': '2' });
  expect(composition.id).toMatch(/^[0-9a-f]{12}$/);
  expect(
    compositionOf(
      new Map([
        ['mf-b', b],
        ['mf-a', a],
      ]),
    ),
  ).toEqual(composition);
  expect(
    compositionOf(
      new Map([
        ['mf-a', a],
        ['mf-b', a],
      ]),
    ).id,
  ).not.toBe(composition.id);
});

test('paths belong to the remotes that were chosen', () => {
  expect(
    ownershipOf(
      new Map([
        ['mf-a', a],
        ['mf-b', b],
      ]),
    ),
  ).toEqual({ 'mf-a': ['/a', '/a/:id'], 'mf-b': ['/b'] });
});

test('the browser gets to know the entry and the paths, and nothing of the server', () => {
  expect(composedRemote('mf-a', a)).toEqual({
    name: 'mf-a',
    version: '1',
    entry: '/remotes/x/1/remoteEntry.js',
    routes: ['/a', '/a/:id'],
    contract: 1,
  });
});

test('a page needs what every page of the release needs, and its own files, each once', () => {
  const url = (name: string) => `/remotes/mf-a/1/${name}`;
  const all = ['remoteEntry.js', 'assets/start.js'].map(url);
  expect(pageFiles(release, ['remote.mf-a', 'a.item'])).toEqual([
    ...all,
    url('assets/item.js'),
    url('assets/common.js'),
  ]);
  expect(pageFiles(release, ['a.unknown'])).toEqual(all);
});

test('the import map has the hashes of the browser’s modules', () => {
  expect(moduleIntegrity(release)).toEqual({
    '/remotes/mf-a/1/remoteEntry.js': 'sha384-1',
    '/remotes/mf-a/1/assets/item.js': 'sha384-2',
  });
});

describe('a page carries', () => {
  const modules = ['remoteEntry', 'start', 'list', 'common', 'dialog', 'item'].map((name) => `assets/${name}.js`);
  const whole: Release = {
    ...release,
    entryFiles: ['assets/remoteEntry.js', 'assets/start.js'],
    routes: [
      { id: 'a.list', path: '/a', files: ['assets/list.js', 'assets/common.js'], later: ['assets/dialog.js'] },
      { id: 'a.item', path: '/a/:id', files: [], later: ['assets/item.js'] },
    ],
    files: Object.fromEntries(modules.map((file) => [file, `sha384-${file}` as const])),
  };
  const url = (name: string) => `/remotes/mf-a/1/assets/${name}.js`;

  test('hashes of what may be loaded while it is shown, and a later import map has those of all else', () => {
    const carried = pageIntegrity(whole, ['shell', 'remote.mf-a', 'a.list']);
    expect(Object.keys(carried)).toEqual(['remoteEntry', 'start', 'list', 'common', 'dialog'].map(url));
    expect(carried[url('dialog')]).toBe('sha384-assets/dialog.js');
    const later = JSON.parse(laterImportMap(moduleIntegrity(whole), carried)) as object;
    expect(later).toEqual({ integrity: { [url('item')]: 'sha384-assets/item.js' } });
  });

  test('hashes of all modules when the release does not say which are needed', () => {
    const { later: _, ...item } = whole.routes[1]!;
    const older = { ...whole, routes: [whole.routes[0]!, item] };
    expect(Object.keys(pageIntegrity(older, ['a.item']))).toEqual(modules.map((file) => `/remotes/mf-a/1/${file}`));
  });
});

test('a public URL and the path in the store name the same file', () => {
  expect(storePath(releaseUrl('mf-a', '1', 'assets/item.js'))).toBe('mf-a/1/assets/item.js');
});

test('on the way to a page all of its modules are requested at once, and nothing else', () => {
  const [{ routes }] = [release];
  const styled = { ...release, routes: [{ ...routes[0]!, files: ['assets/list.js', 'assets/list.css'] }, routes[1]!] };
  const url = (file: string) => releaseUrl('mf-a', '1', file);
  expect(modulesOfPages(styled)).toEqual({
    '/a': ['remoteEntry.js', 'assets/start.js', 'assets/list.js'].map(url),
    '/a/:id': ['remoteEntry.js', 'assets/start.js', 'assets/item.js', 'assets/common.js'].map(url),
  });
});
