/** What the shell's server reads from a release store on disk. */
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Registry, RegistryEntry, Release } from 'shared/contracts/registry';
import { releaseUrl } from 'shared/releases/urls';
import { withRelease, withSplit } from 'shared/releases/current';
import { integrityOf } from 'shared/releases/integrity';
import { Catalog } from './catalog.ts';
import { openStore } from 'shared/release-store/reading-store';
import { StoreError } from 'shared/node/files/store-error';

const NAME = 'mf-sample';
const CHANGE = { at: '2026-01-01T00:00:00.000Z', by: 'ada' };
const FILES = {
  'remoteEntry.js': 'export {}',
  'server/routes.mjs': 'export const routes = [];',
  'large.js': 'export {};\n'.repeat(100),
  'picture.svg': '<svg/>',
};

let folder: string;
let catalog: Catalog;
let entry: RegistryEntry;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'store-'));
  entry = await put('1');
  await writeRegistry(withRelease({ schema: '', microFrontends: {} }, NAME, entry, CHANGE));
  catalog = new Catalog(openStore(pathToFileURL(folder).href, path.join(folder, 'mirror')));
});
// What is current may still be on its way into the mirror.
afterEach(() => rm(folder, { recursive: true, maxRetries: 10 }));

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
  const release = await catalog.release(entry);
  expect(release.version).toBe('1');
  expect(await catalog.release(entry), 'read once').toBe(release);
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

test('what browsers may have of a file is that of the last three releases that visitors had or have', async () => {
  let registry = await catalog.registry();
  for (const version of ['2', '3', '4', '5']) registry = withRelease(registry, NAME, await put(version), CHANGE);
  const preview = { entry: await put('6'), traffic: 0 };
  await writeRegistry(withSplit(registry, NAME, preview, CHANGE));
  const earlier = async (version: string, file = 'remoteEntry.js') => {
    const files = await catalog.earlierFiles(NAME, version, file);
    return files.map((local) => path.relative(path.join(folder, NAME), local));
  };
  expect(await earlier('5')).toEqual(['4/remoteEntry.js', '3/remoteEntry.js', '2/remoteEntry.js']);
  expect(await earlier('6')).toEqual(['5/remoteEntry.js', '4/remoteEntry.js', '3/remoteEntry.js']);
  expect(await earlier('5', 'other.js'), 'not there before').toEqual([]);
  expect(await earlier('5', 'server/routes.mjs'), 'nothing that browsers have').toEqual([]);
  expect(await earlier('5', 'picture.svg'), 'of no use').toEqual([]);
  await rm(path.join(folder, NAME, '4'), { recursive: true });
  expect(await earlier('5'), 'without one that is gone').toEqual(['3/remoteEntry.js', '2/remoteEntry.js']);
  await writeRegistry(withSplit(registry, NAME, { ...preview, traffic: 10 }, CHANGE));
  expect(await earlier('5'), 'some have the next one already').toEqual(['6/remoteEntry.js', '3/remoteEntry.js']);
});

test('the last hundred documents that were read stay in memory', async () => {
  const first = await catalog.release(entry);
  const read = async (version: number) => catalog.release(await put(String(version)));
  for (let version = 2; version <= 100; version += 1) await read(version);
  expect(await catalog.release(entry)).toBe(first);
  await read(101);
  expect(await catalog.release(entry), 'read again').not.toBe(first);
});

test('a file is verified once, as long as its date stays', async () => {
  const file = path.join(folder, NAME, '1/remoteEntry.js');
  await utimes(file, 1, 1);
  const served = () => catalog.publicFile(NAME, '1', 'remoteEntry.js');
  expect(await served()).toBe(file);
  await writeFile(file, FILES['remoteEntry.js'].replace('export', 'import'));
  await utimes(file, 1, 1);
  expect(await served()).toBe(file);
  await utimes(file, 2, 2);
  await expect(served()).rejects.toThrow('is not the file that was released');
});

test.each(['remoteEntry.js', 'remoteEntry.js.br', 'remoteEntry.js.gz'])(
  'a damaged %s is not served, however it came about, and is again when it is mended',
  async (name) => {
    const file = path.join(folder, NAME, '1', name);
    await writeFile(path.join(folder, NAME, '1/remoteEntry.js.br'), brotliCompressSync(FILES['remoteEntry.js']));
    await writeFile(path.join(folder, NAME, '1/remoteEntry.js.gz'), gzipSync(FILES['remoteEntry.js']));
    const whole = await readFile(file);
    const served = () => catalog.publicFile(NAME, '1', 'remoteEntry.js');
    expect(await served()).toBeDefined();
    await writeFile(file, whole.subarray(0, whole.length - 2));
    await expect(served()).rejects.toThrow(`${NAME}/1/${name} is not the file that was released`);
    await writeFile(file, whole);
    expect(await served()).toBeDefined();
  },
);

test.each(['[]', '{}', 'null', '{ "microFrontends": '])(
  'a registry that became %s changes nothing, and is logged once',
  async (text) => {
    const said: string[] = [];
    const store = openStore(pathToFileURL(folder).href, folder, (trouble) => said.push(trouble));
    const registry = await store.registry();
    await writeFile(path.join(folder, 'registry.json'), text);
    expect(await store.registry()).toEqual(registry);
    expect(await store.registry()).toEqual(registry);
    expect(said).toEqual([
      expect.stringMatching(/registry\.json cannot be read: .+\. The releases that were current stay so\./),
    ]);
  },
);

test("one team's damaged entry leaves out only that release, and is reported", async () => {
  const said: string[] = [];
  const store = openStore(pathToFileURL(folder).href, folder, (trouble) => said.push(trouble));
  const registry = await store.registry();
  const microFrontends = { ...registry.microFrontends, 'mf-other': [{ url: 7 }] };
  await writeFile(path.join(folder, 'registry.json'), JSON.stringify({ ...registry, microFrontends }));
  expect((await store.registry()).microFrontends).toEqual({ ...registry.microFrontends, 'mf-other': [] });
  expect(said).toEqual([expect.stringContaining('Release 0 of mf-other is left out')]);
});

/** A static host of the folder's files. @returns its URL, and what makes it away */
async function staticHost() {
  const state = { isAway: false, registries: 0 };
  const host = createServer((request, response) => {
    if (request.url === '/registry.json') state.registries += 1;
    if (state.isAway) return void response.writeHead(503).end();
    readFile(path.join(folder, request.url!)).then(
      (bytes) => response.end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  onTestFinished(() => void host.close());
  await once(host.listen(0, '127.0.0.1'), 'listening');
  return { state, url: `http://127.0.0.1:${(host.address() as AddressInfo).port}` };
}

test('a shell that starts while a static host is away has what it had before', async () => {
  const { state, url } = await staticHost();
  const mirror = path.join(folder, 'mirror');
  const before = new Catalog(openStore(url, mirror));
  const [registry, again] = await Promise.all([before.registry(), before.registry()]);
  expect(again, 'asked for once').toBe(registry);
  await before.publicFile(NAME, '1', 'remoteEntry.js');
  state.isAway = true;
  const restarted = new Catalog(openStore(url, mirror));
  expect(await restarted.registry()).toEqual(registry);
  await expect(new Catalog(openStore(url, path.join(folder, 'empty'))).registry()).rejects.toThrow(/answered 503/);
});

test('files of a release that only another shell knows are served, without asking the store all the time', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { state, url } = await staticHost();
  const other = new Catalog(openStore(url, path.join(folder, 'mirror')));
  await writeRegistry(withRelease(await other.registry(), NAME, await put('2'), CHANGE));
  const ofPage = () => other.publicFile(NAME, '2', 'remoteEntry.js');
  expect(await ofPage(), 'it has just been asked').toBeUndefined();
  vi.advanceTimersByTime(300);
  expect((await other.registry()).microFrontends[NAME]).toHaveLength(1);
  expect(await ofPage()).toBeDefined();

  vi.advanceTimersByTime(300);
  const before = state.registries;
  await Promise.all(['3', '4', '5', '6'].map((version) => other.publicFile(NAME, version, 'remoteEntry.js')));
  expect(state.registries - before, 'what is nowhere').toBe(1);
});

test('a static host that hands out something else than was released is not believed until it is right', async () => {
  const { url } = await staticHost();
  await writeFile(path.join(folder, NAME, '1/server/routes.mjs'), 'process.exit()');
  const mirror = path.join(folder, 'mirror');
  const deceived = new Catalog(openStore(url, mirror));
  const read = () => deceived.read(entry.extras.server.url, entry.extras.server.integrity);
  for (const _time of [1, 2]) await expect(read()).rejects.toThrow(StoreError);
  await expect(readdir(path.join(mirror, NAME, '1/server')), 'not kept').rejects.toThrow('ENOENT');
  await put('1');
  expect(String(await read())).toBe(FILES['server/routes.mjs']);
});

test.each([
  ['.br', brotliDecompressSync],
  ['.gz', gunzipSync],
] as const)('a form %s that a stop left cut off in the mirror is made again', async (form, opened) => {
  const { url } = await staticHost();
  const mirror = path.join(folder, 'mirror');
  const local = await new Catalog(openStore(url, mirror)).publicFile(NAME, '1', 'large.js');
  await writeFile(local! + form, '');
  expect(await new Catalog(openStore(url, mirror)).publicFile(NAME, '1', 'large.js')).toBe(local);
  expect(String(opened(await readFile(local! + form)))).toBe(FILES['large.js']);
});

test('a file comes into the mirror after its forms', async () => {
  const { url } = await staticHost();
  const mirror = path.join(folder, 'mirror');
  // No form can be written here.
  await mkdir(path.join(mirror, NAME, '1/large.js.br'), { recursive: true });
  await expect(new Catalog(openStore(url, mirror)).publicFile(NAME, '1', 'large.js')).rejects.toThrow();
  expect(await readdir(path.join(mirror, NAME, '1'))).not.toContain('large.js');
});

test.each([
  ['removed', (local: string) => rm(local)],
  ['altered', (local: string) => writeFile(local, 'altered')],
])('a file that is %s in the mirror is fetched again, without a restart', async (_what, damage) => {
  const { url } = await staticHost();
  const mirror = path.join(folder, 'mirror');
  const mirrored = new Catalog(openStore(url, mirror));
  const { extras } = (await mirrored.registry()).microFrontends[NAME]![0]!;
  const bundle = () => mirrored.read(extras.server.url, extras.server.integrity);
  const served = () => mirrored.publicFile(NAME, '1', 'large.js');
  await Promise.all([bundle(), served()]);
  for (const file of ['large.js', 'server/routes.mjs']) await damage(path.join(mirror, NAME, '1', file));
  for (const asked of [bundle, served]) {
    await expect(asked()).rejects.toThrow(StoreError);
    await expect(asked()).resolves.toBeDefined();
  }
});

test('a release is seen at once; a registry that went bad changes nothing', async () => {
  const registry = withRelease(await catalog.registry(), NAME, await put('2'), CHANGE);
  await writeRegistry(registry);
  expect(await catalog.registry()).toEqual(registry);
  await writeFile(path.join(folder, 'registry.json'), '{ "microFrontends": ');
  expect(await catalog.registry()).toEqual(registry);
});

test('a store without a registry is reported with its URL', async () => {
  const empty = new Catalog(openStore(pathToFileURL(path.join(folder, 'empty')).href, folder));
  await expect(empty.registry()).rejects.toThrow(/empty\/registry\.json cannot be read/);
});
