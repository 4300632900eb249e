/** How a tab learns about the other remotes, and what it does when its releases are no longer kept. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CompositionGoneError, createOwners } from './composition.ts';
import { leaveToLogin, reloadOnce } from '../reload-once.ts';
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

test('the modules of a page of another remote are asked for as soon as it is known, each once', async () => {
  const remote = { ...own, name: 'mf-b', version: '2', entry: '/b/remoteEntry.js', routes: ['/b', '/b/:id'] };
  const answer = {
    remotes: { 'mf-a': own, 'mf-b': remote },
    integrity: { '/b/remoteEntry.js': 'sha384-1', '/b/item.js': 'sha384-2' },
    modules: { '/b': ['/b/list.js'], '/b/:id': ['/b/remoteEntry.js', '/b/item.js'] },
  };
  vi.stubGlobal('fetch', async () => Response.json(answer));
  const links: object[] = [];
  vi.stubGlobal('document', {
    querySelector: () => null,
    createElement: () => ({}),
    head: {
      append: (element: object) => void ('rel' in element && links.push(element)),
      querySelector: (selector: string) =>
        links.find((link) => selector === `link[href="${(link as Link).href}"]`) ?? null,
    },
  });
  const owners = createOwners(composition, own);
  const wanted = [
    { rel: 'modulepreload', integrity: 'sha384-1', href: '/b/remoteEntry.js' },
    { rel: 'modulepreload', integrity: 'sha384-2', href: '/b/item.js' },
  ];
  expect(await owners.of('/b/7')).toEqual(remote);
  expect(links).toEqual(wanted);
  await owners.of('/b/8');
  expect(links).toEqual(wanted);
});

test("pages' modules load once their hashes are known, by one answer, even after one that failed", async () => {
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

test('the page is reloaded once, not again and again; another page is', () => {
  expect([reloadOnce('/b'), reloadOnce('/b'), reloadOnce('/c')]).toEqual([true, false, true]);
  expect(left).toEqual(['/b', '/c']);
  vi.stubGlobal('sessionStorage', undefined);
  expect(reloadOnce('/d'), 'it cannot know').toBe(false);
});

test('a page for members leads to the login page, if not by the server, and does not go round in circles', () => {
  leaveToLogin('/account?a=b');
  leaveToLogin('/account?a=b');
  expect(left).toEqual(['/account?a=b', '/login?next=%2Faccount%3Fa%3Db']);
});

interface Link {
  href: string;
}
