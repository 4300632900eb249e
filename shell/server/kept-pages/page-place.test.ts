/** Which URLs are the same page, and which are never kept. */
import { expect, test } from 'vitest';
import { CONTRACT_VERSION } from 'shared/contracts/remote';
import type { Registry, RegistryEntry, Release } from 'shared/contracts/registry';
import type { RemoteSource } from '../remote-source.ts';
import { currentOf, placeOf } from './page-place.ts';

const routes: Release['routes'] = [
  { id: 'sample.list', path: '/list', files: [], search: ['q', 'before'] },
  { id: 'sample.item', path: '/list/:id', files: [], search: [] },
  { id: 'sample.login', path: '/login', files: [] },
];
const file = { url: '', integrity: 'sha384-' } as const;
const entry: RegistryEntry = {
  url: '/remotes/mf-sample/1/remoteEntry.js',
  metadata: { version: '1', integrity: 'sha384-' },
  deployment: { traffic: 100, default: true },
  extras: {
    routes: routes.map(({ path }) => path),
    release: file,
    server: file,
    contract: 1,
    releasedAt: '2026-01-01T00:00:00.000Z',
  },
};
const registry: Registry = { schema: '', microFrontends: { 'mf-sample': [entry] } };

const remotes = (release: () => Promise<Release>) =>
  ({ registry: async () => registry, release }) as Partial<RemoteSource> as RemoteSource;
const readable = remotes(async () => ({ routes }) as Partial<Release> as Release);
const urlOf = async (path: string, source = readable) => (await placeAt(path, source))?.pageUrl;
const placeAt = async (path: string, source = readable) =>
  placeOf(source, currentOf(await source.registry()), new URL(path, 'https://site.example'));

test.each([
  ['/list', '/list'],
  ['/list?', '/list'],
  ['/list?utm_source=x', '/list'],
  ['/list?before=2&utm_source=x&q=a', '/list?q=a&before=2'],
  ['/list/7?q=a', '/list/7'],
])('%s is %s', async (asked, url) => {
  expect(await urlOf(asked)).toBe(url);
});

test('what visitors get is computed once for each registry and choice', () => {
  const current = currentOf(registry);
  expect(currentOf(registry)).toBe(current);
  expect(currentOf({ ...registry })).not.toBe(current);
});

test('a path that only a release of an unknown contract gave up has its page', async () => {
  const older: RegistryEntry = { ...entry, deployment: { traffic: 0, default: false } };
  const newer: RegistryEntry = {
    ...entry,
    metadata: { ...entry.metadata, version: '2' },
    extras: { ...entry.extras, routes: ['/other'], contract: CONTRACT_VERSION + 1 },
  };
  const known: Registry = { schema: '', microFrontends: { 'mf-sample': [newer, older] } };
  const source = { ...readable, registry: async () => known };
  expect(await placeAt('/list/7', source)).toMatchObject({ key: '/list/7', version: '1' });
  expect(await placeAt('/other', source)).toMatchObject({ version: null });
});

test('what its release does not declare to be for everybody has no place', async () => {
  expect(await urlOf('/login')).toBeUndefined();
});

test('all that no remote owns has the same place, which no URL has', async () => {
  const [one, other] = await Promise.all(['/elsewhere', '/list/7/8'].map((path) => placeAt(path)));
  expect(one).toMatchObject({ version: null, key: other!.key });
  expect(one!.key).not.toMatch(/^\//);
});

test('neither has a page whose release cannot be read', async () => {
  expect(
    await urlOf(
      '/list',
      remotes(() => Promise.reject(new Error('gone'))),
    ),
  ).toBeUndefined();
});
