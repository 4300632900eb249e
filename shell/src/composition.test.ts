/** What a tab does whose releases are not kept any more. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CompositionGoneError, createOwners, isGone } from './composition.ts';
import { loadAnew } from './load-anew.ts';

const composition = { id: '1', releases: { 'mf-b': '2', 'mf-a': '1' } };
const own = { name: 'mf-a', version: '1', entry: '/remotes/mf-a/1/remoteEntry.js', routes: ['/a'], contract: 1 };

/** The server's answer: a status, or none. */
let status = 200;
let asked: [url: string, init?: RequestInit][] = [];
let left: string[] = [];
beforeEach(() => {
  [status, asked, left] = [200, [], []];
  const kept = new Map<string, string>();
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    asked.push([url, init]);
    if (status === 0) throw new TypeError('fetch failed');
    return new Response('{}', { status });
  });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  vi.stubGlobal('location', { assign: (url: string) => void left.push(url) });
});
afterEach(() => vi.unstubAllGlobals());

test.each([
  [404, true],
  [200, false],
  [503, false],
  [0, false],
])('with status %d it is gone: %s; the browser does not answer from its cache', async (answer, gone) => {
  status = answer;
  expect(await isGone(composition)).toBe(gone);
  expect(asked).toEqual([['/composition.json?mf-a=1&mf-b=2', { method: 'HEAD', cache: 'no-store' }]]);
});

test('a way to another remote says so, one within its own needs no answer', async () => {
  status = 404;
  const owners = createOwners(composition, own);
  expect(await owners.of('/a')).toBe(own);
  expect(asked).toEqual([]);
  await expect(owners.of('/b')).rejects.toBeInstanceOf(CompositionGoneError);
});

test('the page is loaded anew once, not again and again; another page is', () => {
  expect([loadAnew('/b'), loadAnew('/b'), loadAnew('/c')]).toEqual([true, false, true]);
  expect(left).toEqual(['/b', '/c']);
  vi.stubGlobal('sessionStorage', undefined);
  expect(loadAnew('/d'), 'it cannot know').toBe(false);
});
