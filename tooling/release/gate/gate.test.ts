/** What the gate finds without running the site; the rest is in e2e/release-gate.spec.ts and e2e/commands.spec.ts. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright';
import { expect, test, vi } from 'vitest';
import type { Registry, RegistryEntry, Release } from '../../../shared/contracts/registry.ts';
import { CONTRACT_VERSION } from '../../../shared/contracts/remote.ts';
import { readRegistry, updateRegistry } from '../../../shared/release-store/registry-file.ts';
import { gateOptionsOf } from './arguments.ts';
import { byteRefusals } from './bytes.ts';
import { contractRefusals } from './contract.ts';
import { writeBuild } from '../test-support/sample-build.ts';
import { gate, noteSkipped } from './gate.ts';
import { reasonOf } from './pages.ts';
import { overlappingPaths, vanishedPaths } from './paths.ts';

const entry = (routes: string[]) =>
  ({ metadata: { version: '1' }, deployment: { traffic: 100, default: true }, extras: { routes } }) as RegistryEntry;
const pathRefusals = (name: string, routes: string[], without: string[] = []) => [
  ...overlappingPaths(name, routes, registry),
  ...vanishedPaths(name, routes, registry, without),
];
const registry: Registry = {
  schema: '',
  microFrontends: {
    'mf-a': [entry(['/a', '/a/:id'])],
    'mf-blog': [entry(['/b', '/b/:id'])],
    'mf-gone': [entry(['/gone'])],
  },
};

test.each<[string, string[], string[], RegExp[]]>([
  ['has the same paths', ['/a', '/a/:id'], [], []],
  ['has more', ['/a', '/a/:id', '/c'], [], []],
  ['calls a parameter by another name', ['/A', '/a/:slug'], [], []],
  [
    'has two that another remote has',
    ['/a', '/a/:id', '/b', '/B/x'],
    [],
    [/^Its path \/b overlaps \/b, .*npm run release -w mf-blog -- --without \/b$/, /\/B\/x.* --without \/b\/:id$/],
  ],
  [
    'has one of a remote that is not here any more',
    ['/a', '/a/:id', '/gone'],
    [],
    [/^Its path \/gone overlaps \/gone, .* If mf-gone is no more.*: npm run releases -- withdraw mf-gone$/],
  ],
  ['has one of the shell’s', ['/a', '/a/:id', '/api/x'], [], [/\/api\/x overlaps .*shell\. Choose another path\.$/]],
  ['lacks one', ['/a'], [], [/^Its path \/a\/:id is gone.* movedTo.* --without \/a\/:id$/]],
  ['has but a part of one', ['/a', '/a/one'], [], [/\/a\/:id is gone/]],
  ['has one like it elsewhere', ['/a', '/c/:id'], [], [/\/a\/:id is gone/]],
  ['has everything below it', ['/a/*'], [], []],
  ['may lack it', ['/a'], ['/A/:id'], []],
  ['may lack what it has', ['/a', '/a/:id'], ['/a'], [/--without \/a names no path/]],
])('a release that %s', (_what, routes, without, expected) => {
  const refusals = pathRefusals('mf-a', routes, without);
  expect(refusals).toEqual(expected.map((reason) => expect.stringMatching(reason)));
});

test('the first release of a remote takes nothing away', () => {
  expect(pathRefusals('mf-new', ['/new'])).toEqual([]);
});

test('what the shell does not speak or provide is refused, all of it at once', () => {
  const tooNew = CONTRACT_VERSION + 1;
  const release = {
    contract: tooNew,
    sharedExports: { 'react-router-dom': ['useParams', 'Link', 'Await'], lodash: ['get'] },
  };
  const asked = { react: '^18.0.0', 'react-dom': '*', 'styled-components': '6.6.0' };
  const provided = { react: '19.3.1', 'react-dom': '19.3.1', 'styled-components': '6.6.0' };
  expect(contractRefusals(release, asked, provided)).toEqual([
    expect.stringContaining(`contract ${tooNew}, but the shell supports ${CONTRACT_VERSION}. Release the shell first`),
    expect.stringMatching(/imports Link, Await from "react-router-dom"/),
    expect.stringMatching(/imports get from "lodash"/),
    expect.stringMatching(/requires react \^18\.0\.0, but the shell provides 19\.3\.1/),
  ]);
  const notProvided = { 'react-router-dom': '^7.0.0' };
  expect(contractRefusals({ contract: CONTRACT_VERSION, sharedExports: {} }, notProvided, provided)).toEqual([]);
  const older = { contract: 4, sharedExports: { 'react-router-dom': ['Link', 'NavLink'] } };
  expect(contractRefusals(older, {}, provided)).toEqual([]);
  expect(
    contractRefusals({ contract: CONTRACT_VERSION, sharedExports: { react: ['use'] } }, { react: '^19.0.0' }, provided),
  ).toEqual([]);
});

test('what is wrong with the build itself is reported together with what the gate finds', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'gate-'));
  vi.stubEnv('TMPDIR', folder);
  try {
    const store = path.join(folder, 'store');
    const integrity = `sha384-${'a'.repeat(64)}` as const;
    const file = { url: '/remotes/mf-other/file', integrity };
    const taken: RegistryEntry = {
      url: file.url,
      metadata: { version: '1', integrity },
      deployment: { traffic: 100, default: true },
      extras: { routes: ['/taken'], release: file, server: file, contract: 1, releasedAt: '2026-01-01T00:00:00.000Z' },
    };
    await updateRegistry(store, (empty) => ({ ...empty, microFrontends: { 'mf-other': [taken] } }));
    const server = "export const routes = [{ path: '/taken' }];";
    await writeBuild(path.join(folder, 'dist'), {
      name: 'mf-blog',
      server,
      sharedExports: { react: [], lodash: ['get'] },
    });
    const attempt = gate('mf-blog', store, { dist: path.join(folder, 'dist') });
    const message = await attempt.catch((error: unknown) => (error as Error).message);
    expect(message.split('\n')).toEqual([
      expect.stringMatching(/^It imports get from "lodash"/),
      expect.stringMatching(/^The route for "\/taken" has no id/),
      expect.stringMatching(/^Its path \/taken overlaps \/taken, which belongs to mf-other/),
    ]);
    expect((await readdir(folder)).toSorted(), 'what it copied is gone').toEqual(['dist', 'store']);
  } finally {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  }
});

test('a smoke journey needs a browser; a remote that has none is released, with a note', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'gate-'));
  const [dist, store] = [path.join(folder, 'dist'), path.join(folder, 'store')];
  vi.stubEnv('CHROME_PATH', '');
  vi.stubEnv('PATH', folder);
  vi.spyOn(chromium, 'executablePath').mockReturnValue(path.join(folder, 'no-browser'));
  try {
    await writeBuild(dist, { name: 'mf-blog' });
    await expect(gate('mf-blog', store, { dist, skip: ['pages'] })).rejects.toThrow(
      /^Its smoke journey needs a browser/,
    );
    await writeBuild(dist);
    const said: string[] = [];
    const report = (line: string) => void said.push(line);
    expect(await gate('mf-sample', store, { dist, skip: ['contract', 'bytes', 'pages'], report })).toMatch(/^\w{14}$/);
    expect(said).toEqual(['mf-sample has no smoke journey; write one in mf-sample/smoke.ts.']);
    await gate('mf-sample', store, { dist, skip: ['contract', 'bytes', 'pages', 'smoke'], report });
    expect(said, 'not where it is left out on purpose').toHaveLength(1);
  } finally {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
    await rm(folder, { recursive: true });
  }
});

test('a page that does not render is refused with a message: what it threw, or what became of its thread', () => {
  const threw = { page: '/a', reason: 'the page failed', err: { message: 'no such role' } };
  const loops = { page: ['/b', '/c'], reason: 'endless loop', err: { message: 'It did not answer for 1402 ms.' } };
  expect(reasonOf([threw, loops], '/a')).toBe('no such role.');
  expect(reasonOf([loops, threw], '/c')).toBe('endless loop. It did not answer for 1402 ms.');
  expect(reasonOf([threw, { page: [], reason: 'leaves timers behind' }], '/b')).toBe('leaves timers behind.');
  expect(reasonOf([], '/a')).toBe('the server gives no reason.');
});

test('a page with too much code is refused, unless its remote allows it more', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'bytes-'));
  try {
    await writeFile(path.join(folder, 'entry.js'), 'x'.repeat(7_400));
    await writeFile(path.join(folder, 'page.js'), 'x'.repeat(90_000));
    await writeFile(path.join(folder, 'page.js.br'), 'x'.repeat(10_001));
    const route = (pattern: string, files: string[]) => ({ id: pattern, path: pattern, files });
    const release = {
      name: 'mf-a',
      entryFiles: ['entry.js'],
      routes: [route('/a', []), route('/a/:id', ['page.js'])],
    } as unknown as Release;
    expect(await byteRefusals(release, folder, {})).toEqual([
      expect.stringMatching(
        /^Its page \/a\/:id loads 17,401 bytes .* 17,400 are allowed\..*"pageBytes": \{ "\/a\/:id"/,
      ),
    ]);
    expect(await byteRefusals(release, folder, { '/a/:id': 17_500 })).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('the command says what it takes', () => {
  expect(gateOptionsOf({})).toEqual({ without: [], skip: [] });
  expect(gateOptionsOf({ without: ['/a'], skip: ['smoke'] })).toEqual({ without: ['/a'], skip: ['smoke'] });
  expect(() => gateOptionsOf({ skip: ['everything'] })).toThrow(/contract, bytes, pages, smoke.* "everything"/);
  expect(() => gateOptionsOf({ without: ['a'] })).toThrow(/path pattern/);
});

test('the registry keeps what was not looked at, of that release alone', async () => {
  const store = await mkdtemp(path.join(tmpdir(), 'skipped-'));
  try {
    const integrity = `sha384-${'a'.repeat(64)}` as const;
    const file = { url: '/remotes/mf-a/file', integrity };
    const released = (version: string, isCurrent: boolean): RegistryEntry => ({
      url: file.url,
      metadata: { version, integrity },
      deployment: { traffic: isCurrent ? 100 : 0, default: isCurrent },
      extras: { routes: ['/a'], release: file, server: file, contract: 1, releasedAt: '2026-01-01T00:00:00.000Z' },
    });
    const before = [released('2', true), released('1', false)];
    await updateRegistry(store, (empty) => ({ ...empty, microFrontends: { 'mf-a': before } }));
    await noteSkipped('mf-a', '2', store, ['smoke']);
    const noted = { ...before[0]!, extras: { ...before[0]!.extras, skipped: ['smoke'] } };
    expect((await readRegistry(store)).microFrontends['mf-a']).toEqual([noted, before[1]]);
  } finally {
    await rm(store, { recursive: true });
  }
});
