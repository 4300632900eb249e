/** What a tab does whose releases are not kept any more. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CompositionGoneError, createOwners } from './composition.ts';
import { loadAnew } from './load-anew.ts';
import { RemoteUnavailableError } from './unavailable.ts';

const composition = { id: '1', releases: { 'mf-b': '2', 'mf-a': '1' } };
const own = { name: 'mf-a', version: '1', entry: '/remotes/mf-a/1/remoteEntry.js', routes: ['/a'], contract: 1 };

let asked: string[] = [];
let left: string[] = [];
beforeEach(() => {
  [asked, left] = [[], []];
  const kept = new Map<string, string>();
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return new Response('{}', { status: 404 });
  });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('location', { pathname: '/', search: '', hash: '', assign: (url: string) => void left.push(url) });
});
afterEach(() => vi.unstubAllGlobals());

test('a way to another remote says so, one within its own needs no answer', async () => {
  const owners = createOwners(composition, own);
  expect(await owners.of('/a')).toBe(own);
  expect(asked).toEqual([]);
  await expect(owners.of('/b')).rejects.toBeInstanceOf(CompositionGoneError);
  expect(asked).toEqual(['/composition.json?mf-a=1&mf-b=2']);
});

test("pages' modules are loaded when their hashes are known, which one answer brings, also after one that failed", async () => {
  const owners = createOwners(composition, own);
  await expect(owners.verified()).rejects.toBeInstanceOf(CompositionGoneError);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(owners.verified()).rejects.toBeInstanceOf(RemoteUnavailableError);

  const hashes = { '/remotes/mf-a/1/known.js': 'sha384-1', '/remotes/mf-a/1/other.js': 'sha384-2' };
  const added: { text?: string }[] = [];
  const known = { textContent: JSON.stringify({ integrity: { '/remotes/mf-a/1/known.js': 'sha384-1' } }) };
  vi.stubGlobal('document', {
    querySelector: () => known,
    createElement: () => ({}),
    head: { append: (element: object) => added.push(element) },
  });
  const answer = vi.fn(async () => Response.json({ remotes: {}, integrity: hashes }));
  vi.stubGlobal('fetch', answer);
  await owners.verified();
  await owners.verified();
  expect(answer).toHaveBeenCalledTimes(1);
  expect(added).toMatchObject([
    { type: 'importmap', text: JSON.stringify({ integrity: { '/remotes/mf-a/1/other.js': 'sha384-2' } }) },
  ]);
});

test('the page is loaded anew once, not again and again; another page is', () => {
  expect([loadAnew('/b'), loadAnew('/b'), loadAnew('/c')]).toEqual([true, false, true]);
  expect(left).toEqual(['/b', '/c']);
  vi.stubGlobal('sessionStorage', undefined);
  expect(loadAnew('/d'), 'it cannot know').toBe(false);
});
