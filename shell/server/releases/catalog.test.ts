/** What the shell's server takes from a release store on disk. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Registry, RegistryEntry, Release } from 'shared/contracts/registry';
import { releaseUrl } from 'shared/releases/urls';
import { withRelease } from 'shared/releases/current';
import { integrityOf } from 'shared/releases/integrity';
import { Catalog } from './catalog.ts';
import { openStore, StoreError } from './store.ts';

const NAME = 'mf-sample';
const FILES = { 'remoteEntry.js': 'export {}', 'server/routes.mjs': 'export const routes = [];' };

let folder: string;
let catalog: Catalog;
let entry: RegistryEntry;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'store-'));
  entry = await put('1');
  await writeRegistry(withRelease({ schema: '', microFrontends: {} }, NAME, entry));
  catalog = new Catalog(openStore(pathToFileURL(folder).href, path.join(folder, 'mirror')));
});
afterEach(() => rm(folder, { recursive: true }));

const writeRegistry = (registry: Registry) => writeFile(path.join(folder, 'registry.json'), JSON.stringify(registry));

/** Puts a release into the store. */
async function put(version: string): Promise<RegistryEntry> {
  const at = path.join(folder, NAME, version);
  await mkdir(path.join(at, 'server'), { recursive: true });
  for (const [file, text] of Object.entries(FILES)) await writeFile(path.join(at, file), text);
  const files = Object.fromEntries(Object.entries(FILES).map(([file, text]) => [file, integrityOf(text)]));
  const release: Release = {
    name: NAME,
    version,
    contract: 1,
    sharedExports: {},
    entry: 'remoteEntry.js',
    entryFiles: ['remoteEntry.js'],
    server: 'server/routes.mjs',
    routes: [],
    files,
  };
  const document = JSON.stringify(release);
  await writeFile(path.join(at, 'release.json'), document);
  return {
    url: releaseUrl(NAME, version, 'remoteEntry.js'),
    metadata: { version, integrity: files['remoteEntry.js']! },
    deployment: { traffic: 100, default: true },
    extras: {
      routes: ['/sample'],
      release: { url: releaseUrl(NAME, version, 'release.json'), integrity: integrityOf(document) },
      server: { url: releaseUrl(NAME, version, 'server/routes.mjs'), integrity: files['server/routes.mjs']! },
      contract: 1,
      releasedAt: '2026-01-01T00:00:00.000Z',
    },
  };
}

test('files are read if they are what was released, and refused if they are not', async () => {
  const { url, integrity } = entry.extras.server;
  expect((await catalog.read(url, integrity)).toString()).toBe(FILES['server/routes.mjs']);
  await writeFile(path.join(folder, NAME, '1/server/routes.mjs'), 'process.exit()');
  const altered = catalog.read(url, integrity);
  await expect(altered).rejects.toThrow(`${url} is not the file that was released`);
  await expect(altered).rejects.toBeInstanceOf(StoreError);
});

test('a release whose document was altered does not count, and does again when it is back', async () => {
  const document = path.join(folder, NAME, '1/release.json');
  await writeFile(document, '{}');
  await expect(catalog.release(entry)).rejects.toThrow('is not the file that was released');
  await put('1');
  expect((await catalog.release(entry)).version).toBe('1');
});

test('browsers get what was released, never server bundles nor anything else', async () => {
  expect(await catalog.publicFile(NAME, '1', 'remoteEntry.js')).toBe(path.join(folder, NAME, '1/remoteEntry.js'));
  expect(await catalog.publicFile(NAME, '1', 'release.json')).toBe(path.join(folder, NAME, '1/release.json'));
  for (const file of ['server/routes.mjs', '../registry.json', 'none.js', '__proto__', 'toString'])
    expect(await catalog.publicFile(NAME, '1', file), file).toBeUndefined();
  for (const [name, version] of [
    [NAME, '2'],
    ['mf-other', '1'],
    ['__proto__', '1'],
  ] as const)
    expect(await catalog.publicFile(name, version, 'remoteEntry.js')).toBeUndefined();
});

test('a release is seen at once; a registry that went bad changes nothing', async () => {
  const registry = withRelease(await catalog.registry(), NAME, await put('2'));
  await writeRegistry(registry);
  expect(await catalog.registry()).toEqual(registry);
  await writeFile(path.join(folder, 'registry.json'), '{ "microFrontends": ');
  expect(await catalog.registry()).toEqual(registry);
});

test('a store without a registry is said by its address', async () => {
  const empty = new Catalog(openStore(pathToFileURL(path.join(folder, 'empty')).href, folder));
  await expect(empty.registry()).rejects.toThrow(/empty\/registry\.json cannot be read/);
});
