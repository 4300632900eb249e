/** Signed releases, from the release tool to what the shell takes from a store. */
import { execFile } from 'node:child_process';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RegistryEntry } from '../../shared/contracts/registry.ts';
import { withLock } from '../../shared/node/files/file-lock.ts';
import { openStore } from '../../shared/release-store/reading-store.ts';
import { readRegistry, updateRegistry } from '../../shared/release-store/registry-file.ts';
import { currentReleases } from '../../shared/releases/current.ts';
import { integrityOf } from '../../shared/releases/integrity.ts';
import { Catalog } from '../../shell/server/releases/catalog.ts';
import { readShellEnv } from '../../shell/server/env.ts';
import { createRelease } from './create-release.ts';
import { publish } from './publish.ts';
import { makeKeys, publicKeyText, signAll, signingKey } from './signing.ts';
import { writeBuild } from './test-support/sample-build.ts';

let folder: string;
let store: string;
let key: KeyObject;
let said: string[];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'signing-'));
  store = path.join(folder, 'store');
  key = newKey();
  said = [];
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

const newKey = () => generateKeyPairSync('ed25519').privateKey;
const signWith = (given: KeyObject | undefined) =>
  vi.stubEnv('RELEASE_SIGNING_KEY', given?.export({ type: 'pkcs8', format: 'pem' }).toString() ?? '');

/** Routes with a page that search engines may find. */
const FINDABLE = `export const routes = [
  { id: 'sample.page', path: '/sample/:id', handle: { find: [{ path: '/sample/1' }] }, lazy() {} }];`;

async function released(name = 'mf-sample', page = 'export const a = 1;', traffic = 100, server?: string) {
  const dist = path.join(folder, 'dist');
  await writeBuild(dist, { name, page, ...(server && { server }) });
  const { release } = await createRelease(name, dist, store);
  await publish(release, store, { author: { by: 'ada' }, traffic });
  return release;
}

/** A shell whose setting has these keys. @param keys private ones are given as their public parts */
function shellWith(...keys: (KeyObject | string)[]) {
  const setting = keys.map((each) => (typeof each === 'string' ? each : publicKeyText(each))).join(', ');
  const { RELEASE_PUBLIC_KEYS } = readShellEnv({ RELEASE_PUBLIC_KEYS: setting });
  return openStore(pathToFileURL(store).href, folder, (trouble) => said.push(trouble), RELEASE_PUBLIC_KEYS);
}

const versions = async (shell: ReturnType<typeof shellWith>) =>
  Object.fromEntries(
    [...currentReleases(await shell.registry())].map(([name, { metadata }]) => [name, metadata.version]),
  );

/** Alters the newest entry of a remote. */
const alter = (name: string, change: (entry: RegistryEntry) => RegistryEntry) =>
  updateRegistry(store, (registry) => {
    const [newest, ...others] = registry.microFrontends[name]!;
    return { ...registry, microFrontends: { ...registry.microFrontends, [name]: [change(newest!), ...others] } };
  });

test('a signed release runs; publishing it again changes nothing', async () => {
  signWith(key);
  const { version } = await released();
  const before = await readRegistry(store);
  await released();
  expect(await readRegistry(store)).toEqual(before);
  expect(await versions(shellWith(key))).toEqual({ 'mf-sample': version });
  expect(said).toEqual([]);
});

test('one that is not signed neither runs nor is served, which is reported once; without keys it does', async () => {
  const { version } = await released();
  const shell = shellWith(key);
  expect(await versions(shell)).toEqual({});
  expect(await new Catalog(shell).publicFile('mf-sample', version, 'remoteEntry.js')).toBeUndefined();
  await shell.registry();
  expect(said).toEqual([expect.stringContaining(`Release ${version} of mf-sample is left out: it is not signed.`)]);
  expect(await versions(openStore(pathToFileURL(store).href, folder))).toEqual({ 'mf-sample': version });
});

test('in its place the one before stays, if that is signed', async () => {
  signWith(key);
  const good = await released();
  signWith(undefined);
  const bad = await released('mf-sample', 'export const a = 2;');
  const preview = await released('mf-sample', 'export const a = 3;', 0);
  const shell = shellWith(key);
  expect(await versions(shell)).toEqual({ 'mf-sample': good.version });
  expect(said[0]).toContain(`${bad.version} of mf-sample is left out: it is not signed. ${good.version} is shown`);
  expect(said[0]).toContain(`${preview.version} of mf-sample is left out: it is not signed.`);
  expect(said[0]!.match(/is shown/g), 'nothing in place of what was not got').toHaveLength(1);
  expect(await new Catalog(shell).publicFile('mf-sample', bad.version, 'remoteEntry.js')).toBeUndefined();
});

test.each<[string, (entry: RegistryEntry, other: RegistryEntry) => RegistryEntry]>([
  ["is another remote's", (_entry, other) => other],
  ['has another version', (entry) => ({ ...entry, metadata: { ...entry.metadata, version: '00000000000000' } })],
  ['has another entry', (entry) => ({ ...entry, url: entry.url.replace('remoteEntry.js', 'assets/page.js') })],
  [
    'has another hash of its entry',
    (entry) => ({ ...entry, metadata: { ...entry.metadata, integrity: integrityOf('x') } }),
  ],
  ...(
    [
      ['claims more paths', () => ({ routes: ['/:all'] })],
      ['is of another contract', ({ contract }) => ({ contract: contract + 1 })],
      ['names another server bundle', ({ server }) => ({ server: { ...server, integrity: integrityOf('x') } })],
      ['has its server bundle elsewhere', ({ server }) => ({ server: { ...server, url: `${server.url}x` } })],
      ['lists other files', ({ release }) => ({ release: { ...release, integrity: integrityOf('x') } })],
      ['lists its files elsewhere', ({ release }) => ({ release: { ...release, url: `${release.url}x` } })],
      ['shows search engines another page', () => ({ findable: { pages: [{ path: '/sample/2' }], siteMaps: [] } })],
      ['dates a page', () => ({ findable: { pages: [{ path: '/sample/1', changed: '2026-01-02' }], siteMaps: [] } })],
      [
        'shows search engines a site map',
        () => ({ findable: { pages: [{ path: '/sample/1' }], siteMaps: ['/api/a.xml'] } }),
      ],
      ['hides itself from search engines', () => ({ findable: undefined })],
    ] satisfies [string, (extras: RegistryEntry['extras']) => Partial<RegistryEntry['extras']>][]
  ).map(([what, change]): [string, (entry: RegistryEntry) => RegistryEntry] => [
    what,
    (entry) => ({ ...entry, extras: { ...entry.extras, ...change(entry.extras) } }),
  ]),
  [
    'has an invalid signature',
    ({ extras, ...entry }) => ({ ...entry, extras: { ...extras, signature: { ...extras.signature!, value: '%' } } }),
  ],
])('an entry that %s does not count', async (_what, change) => {
  signWith(key);
  const other = await released('mf-other');
  const { version } = await released('mf-sample', undefined, 100, FINDABLE);
  const otherEntry = (await readRegistry(store)).microFrontends['mf-other']![0]!;
  await alter('mf-sample', (entry) => change(entry, otherEntry));
  expect(await versions(shellWith(key))).toEqual({ 'mf-other': other.version });
  expect(said).toEqual([expect.stringContaining('its signature does not match')]);
  expect(version).not.toBe(other.version);
});

test('a release that was altered together with all its hashes does not run', async () => {
  signWith(key);
  const release = await released();
  const directory = path.join(store, 'mf-sample', release.version);
  const bundle = 'process.exit()';
  await writeFile(path.join(directory, release.server), bundle);
  const files = { ...release.files, [release.server]: integrityOf(bundle) };
  const document = JSON.stringify({ ...release, files });
  await writeFile(path.join(directory, 'release.json'), document);
  await alter('mf-sample', (entry) => ({
    ...entry,
    extras: {
      ...entry.extras,
      release: { ...entry.extras.release, integrity: integrityOf(document) },
      server: { ...entry.extras.server, integrity: integrityOf(bundle) },
    },
  }));
  expect(await versions(shellWith(key))).toEqual({});
  expect(Object.keys(await versions(shellWith())), 'the hashes do agree').toEqual(['mf-sample']);
});

describe('what was altered in the store is not signed when the same sources are released again:', () => {
  test.each<[string, number]>([
    ['the current release', 100],
    ['a preview', 0],
    ['a share', 10],
  ])('the entry of %s', async (_which, traffic) => {
    signWith(key);
    if (traffic < 100) await released('mf-sample', 'export const a = 0;');
    const release = await released('mf-sample', 'export const a = 1;', traffic);
    const before = await readRegistry(store);
    const bundle = 'process.exit()';
    await writeFile(path.join(store, 'mf-sample', release.version, 'server/other.mjs'), bundle);
    await alter('mf-sample', (entry) => ({
      ...entry,
      extras: {
        ...entry.extras,
        routes: ['/:all'],
        server: { url: entry.extras.server.url.replace('routes', 'other'), integrity: integrityOf(bundle) },
      },
    }));
    await released('mf-sample', 'export const a = 1;', traffic);
    expect(await readRegistry(store)).toEqual(before);
  });

  test('the document of a release, which lists the right files', async () => {
    signWith(key);
    const release = await released();
    const before = await readRegistry(store);
    const file = path.join(store, 'mf-sample', release.version, 'release.json');
    const text = await readFile(file, 'utf8');
    const routes = release.routes.map((route) => ({ ...route, path: '/elsewhere/:id' }));
    await writeFile(file, JSON.stringify({ ...release, entry: 'assets/page.js', routes }));
    await released();
    expect(await readRegistry(store)).toEqual(before);
    expect(await readFile(file, 'utf8')).toBe(text);
  });

  test('the document, between being written and being named', async () => {
    signWith(key);
    const dist = path.join(folder, 'dist');
    await writeBuild(dist, {});
    const { release } = await createRelease('mf-sample', dist, store);
    const at = path.join(store, 'mf-sample', release.version);
    await writeFile(path.join(at, 'assets/page.js'), 'altered');
    const files = { ...release.files, 'assets/page.js': integrityOf('altered') };
    await writeFile(path.join(at, 'release.json'), JSON.stringify({ ...release, files }));
    await expect(publish(release, store)).rejects.toThrow('is damaged (release.json)');
    expect((await readRegistry(store)).microFrontends).toEqual({});
  });
});

test('a key is replaced in three steps, without a moment in which nothing runs', async () => {
  const next = newKey();
  signWith(key);
  const { version } = await released();
  expect(await versions(shellWith(next))).toEqual({});
  expect(said[0]).toMatch(/it is signed with the key [0-9a-f]{16}, which may not sign mf-sample/);
  expect(await versions(shellWith(key, next))).toEqual({ 'mf-sample': version });
  expect(await signAll(store, undefined, next)).toEqual({ signed: [`mf-sample ${version}`], unsigned: [] });
  expect(await signAll(store, undefined, next)).toEqual({ signed: [], unsigned: [] });
  expect(await versions(shellWith(next))).toEqual({ 'mf-sample': version });
});

test("a team's key counts for its remote alone", async () => {
  signWith(key);
  const mine = await released();
  await released('mf-other');
  expect(await versions(shellWith(`mf-sample:${publicKeyText(key)}`))).toEqual({ 'mf-sample': mine.version });
  expect(said).toEqual([expect.stringContaining('which may not sign mf-other')]);
});

test("a team's key signs its own remote's releases if it is told to; else it replaces all signatures", async () => {
  signWith(key);
  const mine = await released();
  const other = await released('mf-other');
  const team = newKey();
  expect(await makeKeys({ DATA_DIR: folder })).toMatch(/sign, before .* -w mf-blog for a key of that remote alone/s);
  await signAll(store, 'mf-sample', team);
  const shell = () => shellWith(key, `mf-sample:${publicKeyText(team)}`);
  expect(await versions(shell())).toEqual({ 'mf-sample': mine.version, 'mf-other': other.version });
  await signAll(store, undefined, team);
  expect(await versions(shell())).toEqual({ 'mf-sample': mine.version });
});

test('releases from before there was a key are signed afterwards, without those that are damaged', async () => {
  const old = await released();
  const { version } = await released('mf-sample', 'export const a = 2;');
  await expect(signAll(store)).rejects.toThrow('RELEASE_SIGNING_KEY is not set.');
  await writeFile(path.join(store, 'mf-sample', old.version, 'assets/page.js'), 'altered');
  const damaged = `mf-sample ${old.version} is damaged (assets/page.js).`;
  expect(await signAll(store, undefined, key)).toEqual({ signed: [`mf-sample ${version}`], unsigned: [damaged] });
  expect(await versions(shellWith(key))).toEqual({ 'mf-sample': version });
  expect(await signAll(store, undefined, key)).toEqual({ signed: [], unsigned: [damaged] });
});

test('what comes into the store, or is altered there, while files are verified is not signed', async () => {
  const { version } = await released();
  await released('mf-other');
  const document = await readFile(path.join(store, 'mf-sample', version, 'release.json'), 'utf8');
  const altered = integrityOf(document.replace('"entry"', '"entry" '));
  let signing: ReturnType<typeof signAll> | undefined;
  // It writes when nothing else does.
  await withLock(path.join(store, 'registry.lock'), async () => {
    signing = signAll(store, undefined, key);
    // Read as often as it takes until it has read, too.
    for (let time = 0; time < 3; time += 1) await readRegistry(store);
    const registry = path.join(store, 'registry.json');
    const text = await readFile(registry, 'utf8');
    await writeFile(registry, text.replaceAll(integrityOf(document), altered));
  });
  const { signed, unsigned } = (await signing)!;
  expect(unsigned).toEqual([`mf-sample ${version} came, or was altered, while files were verified.`]);
  expect(signed).toEqual([expect.stringMatching(/^mf-other /)]);
  expect(Object.keys(await versions(shellWith(key)))).toEqual(['mf-other']);
});

test('keygen makes a pair that works, tells what goes where, and never writes over a key', async () => {
  const dataDir = path.join(folder, 'data');
  const text = await makeKeys({ DATA_DIR: dataDir });
  const file = path.join(dataDir, 'release-signing-key.pem');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  expect(text).toContain(`RELEASE_SIGNING_KEY=${file}`);
  vi.stubEnv('RELEASE_SIGNING_KEY', file);
  const { version } = await released();
  const [, setting] = /RELEASE_PUBLIC_KEYS=(\S+)/.exec(text)!;
  expect(await versions(shellWith(setting!))).toEqual({ 'mf-sample': version });
  const before = await readFile(file, 'utf8');
  await expect(makeKeys({ DATA_DIR: dataDir })).rejects.toThrow(/exists already, .* Move it away first/);
  expect(await readFile(file, 'utf8')).toBe(before);
});

test.each(['nonsense', 'mf-blog:', 'MCowBQYDK2VwAyEA', ','])('public keys like "%s" stop the start', (value) => {
  expect(() => readShellEnv({ RELEASE_PUBLIC_KEYS: value })).toThrow(
    /RELEASE_PUBLIC_KEYS is .+allowed: Ed25519 public/,
  );
});

test('an invalid signing key is refused, and not shown', async () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  for (const value of ['/no/such/file.pem', 'a-secret-word', rsa.export({ type: 'pkcs8', format: 'pem' }).toString()])
    expect(() => signingKey({ RELEASE_SIGNING_KEY: value })).toThrow(
      /RELEASE_SIGNING_KEY is set to something else \(\d+ characters, not shown\); allowed: an Ed25519 private key/,
    );
});

test('keygen leaves no empty key where nothing can be written, which the next one would spare', async () => {
  const command = `trap '' XFSZ; ulimit -f 0; exec "$0" "$@"`;
  const words = [process.execPath, path.join(import.meta.dirname, '../commands/releases.ts'), 'keygen'];
  const error = await new Promise<string>((resolve) => {
    const env = { ...process.env, DATA_DIR: folder };
    execFile('sh', ['-c', command, ...words], { env }, (_failure, _out, told) => resolve(told));
  });
  expect(error).toMatch(/^A file became larger than allowed: EFBIG: .+\.\n$/);
  expect(await makeKeys({ DATA_DIR: folder })).toMatch(/^Key \w+ is made\.$/m);
});
