/** Releases, on a small built remote that is laid out as the factory's builds are. */
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Release } from '../../shared/contracts/registry.ts';
import { currentReleases } from '../../shared/releases/current.ts';
import { integrityOf, moduleIntegrityOf } from '../../shared/releases/integrity.ts';
import { createRelease, placeRelease } from './create-release.ts';
import { examineBuild, readBuild } from './examine-build.ts';
import { damages, listReleases } from './listing.ts';
import { namedRelease, publish, rollBack, withdraw } from './publish.ts';
import { pagesOfBundle } from './pages-of-bundle.ts';
import { type SampleBuild, writeBuild } from './test-support/sample-build.ts';
import { RefusedRelease } from './refused-release.ts';
import { readRegistry, readStored } from '../../shared/release-store/registry-file.ts';

const SAMPLE_PATH = "export const routes = [{ id: 'rival.page', path: '/sample/:id' }];";

let folder: string;
let store: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'release-'));
  store = path.join(folder, 'store');
});
afterEach(() => rm(folder, { recursive: true }));

/** Writes a built remote. */
async function built(build: SampleBuild = {}): Promise<string> {
  const dist = path.join(folder, `dist-${build.name ?? 'mf-sample'}`);
  await writeBuild(dist, build);
  return dist;
}

async function released(build: SampleBuild = {}) {
  const name = build.name ?? 'mf-sample';
  const { release } = await createRelease(name, await built(build), store);
  await publish(release, store);
  return release;
}

describe('createRelease', () => {
  test('derives the version from the content, fills it in, and lists each file with its hash', async () => {
    const { release, isNew } = await createRelease('mf-sample', await built(), store);
    expect(isNew).toBe(true);
    expect(release.version).toMatch(/^[0-9a-f]{14}$/);
    const directory = path.join(store, 'mf-sample', release.version);
    const entry = await readFile(path.join(directory, 'remoteEntry.js'), 'utf8');
    expect(entry).toBe(`import("/remotes/mf-sample/${release.version}/assets/routes.js")`);
    expect(release.files['remoteEntry.js']).toBe(integrityOf(entry));
    const chunk = await readFile(path.join(directory, 'assets/routes.js'));
    expect(release.files['assets/routes.js'], 'shorter, since documents carry it').toBe(moduleIntegrityOf(chunk));
    expect(Object.keys(release.files)).not.toContain('vite-manifest.json');
    expect(JSON.parse(await readFile(path.join(directory, 'release.json'), 'utf8'))).toEqual(release);
  });

  test('knows the files of each page, those of every page apart', async () => {
    const { release } = await createRelease('mf-sample', await built(), store);
    expect(release.entryFiles).toEqual(['remoteEntry.js', 'assets/routes.js']);
    expect(release.routes).toEqual([
      {
        id: 'sample.page',
        path: '/sample/:id',
        files: ['assets/page.js', 'assets/page.css', 'assets/part.js'],
        // No other page: the visitor would navigate there.
        later: ['assets/dialog.js', 'assets/drawing.js'],
        search: [],
      },
    ]);
  });

  test('says what pages read of the query string, but of none that must not be kept', async () => {
    const server = `export const routes = [
      { id: 'sample.list', path: '/list', handle: { search: ['q', 'before'] } },
      { id: 'sample.login', path: '/login', handle: { isSecret: true, search: ['next'] } },
      { id: 'sample.account', path: '/account', handle: { session: 'required' } },
    ];`;
    const { release } = await createRelease('mf-sample', await built({ server }), store);
    expect(release.routes.map(({ id, search }) => [id, search])).toEqual([
      ['sample.list', ['q', 'before']],
      ['sample.login', undefined],
      ['sample.account', undefined],
    ]);
  });

  test('makes one release of the same build, and another one of a changed build', async () => {
    const first = await createRelease('mf-sample', await built(), store);
    const document = path.join(store, 'mf-sample', first.release.version, 'release.json');
    const { mtimeMs } = await stat(document);
    const again = await createRelease('mf-sample', await built(), store);
    expect(again).toEqual({ release: first.release, isNew: false });
    expect((await stat(document)).mtimeMs).toBe(mtimeMs);
    const changed = await createRelease('mf-sample', await built({ page: 'export const a = 2;' }), store);
    expect(changed.release.version).not.toBe(first.release.version);
  });

  test('leaves a release of the same build as it is, though its hashes predate contract 7', async () => {
    const { release } = await createRelease('mf-sample', await built(), store);
    const folder = path.join(store, 'mf-sample', release.version);
    const hashes = Object.keys(release.files).map(
      async (file) => [file, integrityOf(await readFile(path.join(folder, file)))] as const,
    );
    const ofBefore = { ...release, contract: 6, files: Object.fromEntries(await Promise.all(hashes)) };
    expect(ofBefore.files).not.toEqual(release.files);
    await writeFile(path.join(folder, 'release.json'), JSON.stringify(ofBefore));
    expect(await createRelease('mf-sample', await built(), store)).toEqual({ release: ofBefore, isNew: false });
  });

  test.each([{ files: null }, { files: 'none' }, { files: { 'remoteEntry.js': 1 } }, {}])(
    'remakes a release whose document was damaged: %j',
    async (damage) => {
      const { release } = await createRelease('mf-sample', await built(), store);
      const document = path.join(store, 'mf-sample', release.version, 'release.json');
      await writeFile(document, JSON.stringify({ name: release.name, version: release.version, ...damage }));
      expect(await createRelease('mf-sample', await built(), store)).toEqual({ release, isNew: true });
    },
  );

  test('compresses what browsers get, and takes over what the release before had of the same files', async () => {
    const page = (value: number) => `export const a = ${value}; // ${'long enough to be compressed '.repeat(20)}`;
    const form = ({ version }: Release, file: string) => path.join(store, 'mf-sample', version, file);
    const part = `export const part = '${'the same in each release '.repeat(20)}';`;
    const server = `export const routes = [{ id: 'sample.page', path: '/sample' }]; // ${'long enough '.repeat(30)}`;
    const first = await released({ page: page(1), part, server });
    expect(brotliDecompressSync(await readFile(form(first, 'assets/page.js.br'))).toString()).toBe(page(1));
    await expect(stat(form(first, 'server/routes.mjs.br')), 'no browser asks for it').rejects.toThrow('ENOENT');

    const recognisable = brotliCompressSync(part, { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } });
    await writeFile(form(first, 'assets/part.js.br'), recognisable);
    const second = await released({ page: page(2), part });
    expect(await readFile(form(second, 'assets/part.js.br'))).toEqual(recognisable);
    expect(gunzipSync(await readFile(form(second, 'assets/part.js.gz'))).toString()).toBe(part);
    expect(brotliDecompressSync(await readFile(form(second, 'assets/page.js.br'))).toString()).toBe(page(2));

    const build = await readBuild('mf-sample', await built({ page: page(2.5), part }));
    const { release } = await examineBuild(build);
    const trial = path.join(folder, 'trial');
    await placeRelease(build, release!, trial, store);
    const tried = path.join(trial, 'mf-sample', build.version, 'assets/part.js.br');
    expect(await readFile(tried), 'for a trial, too').toEqual(recognisable);

    await writeFile(form(second, 'assets/part.js.br'), 'cut');
    const third = await released({ page: page(3), part });
    expect(brotliDecompressSync(await readFile(form(third, 'assets/part.js.br'))).toString(), 'damaged').toBe(part);
    await rm(form(third, 'release.json'));
    const fourth = await released({ page: page(4), part });
    expect(brotliDecompressSync(await readFile(form(fourth, 'assets/part.js.br'))).toString(), 'unreadable').toBe(part);
  });

  test.each<[string, SampleBuild, RegExp]>([
    [
      'imports a name that the shell does not share',
      { sharedExports: { 'react-router-dom': ['Await'] } },
      /imports Await from "react-router-dom"/,
    ],
    [
      'imports a module that the shell does not share',
      { server: "import 'node:fs'; export const routes = [];" },
      /imports "node:fs", which the shell does not provide/,
    ],
    ['does not evaluate', { server: "throw new Error('broken')" }, /does not load: .*broken/],
    ['exports no routes', { server: 'export const pages = [];' }, /does not export an array `routes`/],
    ['owns no path', { server: 'export const routes = [];' }, /None of its routes has a path/],
    ['has a route without id', { server: "export const routes = [{ path: '/x' }];" }, /"\/x" has no id/],
    ...['/shop/list?', '/shop*', '/shop/*/list'].map((pattern): [string, SampleBuild, RegExp] => [
      `has the path ${pattern}`,
      { server: `export const routes = [{ id: 'sample.shop', path: '${pattern}' }];` },
      /"\/shop.*" cannot be a path/,
    ]),
    [
      'has a page to be found at no address',
      { server: "export const routes = [{ id: 'sample.page', path: '/x/:id', handle: { find: true } }];" },
      /"\/x\/:id" is to be found, but has parameters/,
    ],
    [
      "uses another remote's ids",
      { server: "export const routes = [{ id: 'blog.page', path: '/x' }];" },
      /must begin with "sample\."/,
    ],
    [
      'has one id and one path twice',
      { server: "export const routes = ['/x', '/y', '/Y'].map((path, at) => ({ id: `sample.${at >> 1}`, path }));" },
      /^Two routes have the id "sample\.0"\. Give each its own\.\nTwo routes have the path "\/y": only the first .+$/,
    ],
    [
      'has the name of another remote in its vite.config.ts',
      { name: 'mf-other', server: "export const routes = [{ id: 'sample.page', path: '/x' }];" },
      /^It was built as mf-other, not as mf-sample\. Write remoteConfig\('mf-sample'\) in its vite\.config\.ts\.$/,
    ],
  ])('refuses a build that %s', async (_what, build, reason) => {
    const attempt = createRelease('mf-sample', await built(build), store);
    await expect(attempt).rejects.toThrow(reason);
    await expect(attempt).rejects.toBeInstanceOf(RefusedRelease);
    await expect(stat(path.join(store, 'mf-sample', 'release.json'))).rejects.toThrow(/ENOENT/);
  });
});

test('a remote that was not built is refused with what to do', async () => {
  const attempt = createRelease('mf-sample', path.join(folder, 'unbuilt'), store);
  await expect(attempt).rejects.toThrow(
    new RefusedRelease(`${folder}/unbuilt has no remoteEntry.js: build the remote first.`),
  );
});

test('a build that another one replaced while it was tried is not released', async () => {
  const { version: tried } = await readBuild('mf-sample', await built());
  const dist = await built({ page: 'export const a = 2;' });
  const attempt = createRelease('mf-sample', dist, store, { tried });
  await expect(attempt).rejects.toThrow(new RegExp(`${tried} was tried, and [0-9a-f]{14} is there now`));
  await expect(attempt).rejects.toBeInstanceOf(RefusedRelease);
  await expect(stat(store)).rejects.toThrow(/ENOENT/);
  expect((await createRelease('mf-sample', await built(), store, { tried })).release.version).toBe(tried);
});

test('what a build lacks is named, all at once', async () => {
  const dist = await built({});
  const lacking = ['shared-exports.json', 'vite-manifest.json', 'route-modules.json', 'server/routes.mjs'];
  for (const file of lacking) await rm(path.join(dist, file));
  const remedy = 'Build it again, with the factory in tooling/vite/remote.ts.';
  await expect(createRelease('mf-sample', dist, store)).rejects.toThrow(
    new RefusedRelease(lacking.map((file) => `The build has no ${file}. ${remedy}`).join('\n')),
  );
});

test('all objections to a build are reported at once, with what to do', async () => {
  const dist = await built({
    server: `export const routes = [
      { path: '/x', handle: { find: [{ path: '/y' }] } },
      { id: 'blog.page', path: '/x/:id', handle: { find: true } }];`,
    sharedExports: { 'react-router-dom': ['Await'] },
  });
  await writeFile(path.join(dist, 'vite-manifest.json'), '{ "cut');
  const attempt = createRelease('mf-sample', dist, store);
  await expect(attempt).rejects.toBeInstanceOf(RefusedRelease);
  const message = await attempt.then(String, (error: unknown) => (error as Error).message);
  expect(message.split('\n')).toEqual([
    expect.stringMatching(/^vite-manifest\.json of the build cannot be read \(.+\)\. Build it again/),
    expect.stringMatching(/^It imports Await .*shared\/contracts\/shared-modules\.ts lists what it provides\.$/),
    `The route for "/x" has no id. Give it one: id: 'sample.<page>'.`,
    'Route id "blog.page" must begin with "sample.": ids are unique across the site.',
    expect.stringMatching(/^"\/y" is to be found as a page of "\/x", which it does not match/),
    expect.stringMatching(/^"\/x\/:id" is to be found, but has parameters: name its addresses/),
  ]);
});

test('a release whose document was damaged in the store is remade', async () => {
  const { version } = await released();
  await writeFile(path.join(store, 'mf-sample', version, 'release.json'), '{ "cut');
  expect((await createRelease('mf-sample', await built(), store)).isNew).toBe(true);
});

describe('a server bundle that', () => {
  const ROUTES = "export const routes = [{ id: 'sample.page', path: '/x' }];";

  test('keeps timers does not hold the tool up', async () => {
    const source = `setInterval(() => {}, 1000); ${ROUTES}`;
    expect(await pagesOfBundle('mf-sample/1', source)).toEqual([{ id: 'sample.page', path: '/x', handle: {} }]);
  });

  test('has been examined is not loaded again', async () => {
    const source = `// once\n${ROUTES}`;
    const pages = await pagesOfBundle('mf-sample/1', source);
    // No thread answers within this time.
    expect(await pagesOfBundle('mf-sample/2', source, 0)).toEqual(pages);
    await expect(pagesOfBundle('mf-sample/2', `${source} // other`, 0)).rejects.toThrow('did not load');
  });

  // The second gets at the process through a prototype that Node's own code uses.
  test.each([
    ['asks to exit', 'process.exit(0);', 'exit is not a function'],
    [
      'does exit',
      `let found;
      Object.defineProperty(Object.prototype, 'noDeprecation', { get() { found ??= this; } });
      new Buffer(1);
      await new Promise((resolve) => setTimeout(resolve, 20));
      found.exit(0);`,
      'It ended before it could name its routes.',
    ],
  ])('%s is refused', async (_what, source, reason) => {
    await expect(pagesOfBundle('mf-sample/1', `${source} ${ROUTES}`)).rejects.toThrow(reason);
  });

  test.each([
    ['never ends loading', 'for (;;);', /did not load within 1 s/],
    ['waits for ever', 'await new Promise(() => setInterval(() => {}, 1000));', /did not load within 1 s/],
  ])('%s is refused', async (_what, source, reason) => {
    const attempt = pagesOfBundle('mf-sample/1', `${source} ${ROUTES}`, 1_000);
    await expect(attempt).rejects.toThrow(reason);
  });
});

describe('what was damaged in the store', () => {
  test.each([
    ['a missing file', (at: string) => rm(path.join(at, 'remoteEntry.js'))],
    ['an altered bundle', (at: string) => writeFile(path.join(at, 'server/routes.mjs'), 'export const routes = [];')],
    ['a truncated compressed form', (at: string) => writeFile(path.join(at, 'assets/page.js.br'), 'cut')],
    ['a bundle altered with its hash', alteredWithHash],
  ])('is found, never published, and repaired by releasing again: %s', async (_what, damage) => {
    const release = await released({ page: `export const a = '${'long enough to be compressed '.repeat(20)}';` });
    const at = path.join(store, 'mf-sample', release.version);
    const whole = await readFile(path.join(at, 'release.json'), 'utf8');
    await damage(at);
    const registry = await readRegistry(store);
    expect(await damages(registry, store)).toEqual([expect.stringContaining(`mf-sample ${release.version}: `)]);

    const rival = await released({ page: 'export const a = 2;' });
    await expect(rollBack('mf-sample', store)).rejects.toThrow(/is damaged \(.+\)\. Release its sources again/);
    expect(currentReleases(await readRegistry(store)).get('mf-sample')!.metadata.version).toBe(rival.version);

    await released({ page: `export const a = '${'long enough to be compressed '.repeat(20)}';` });
    expect(await damages(await readRegistry(store), store)).toEqual([]);
    expect(await readFile(path.join(at, 'release.json'), 'utf8')).toBe(whole);
  });

  async function alteredWithHash(at: string): Promise<void> {
    const text = "export const routes = [{ id: 'sample.page', path: '/elsewhere' }];";
    await writeFile(path.join(at, 'server/routes.mjs'), text);
    const release = JSON.parse(await readFile(path.join(at, 'release.json'), 'utf8')) as Release;
    release.files['server/routes.mjs'] = integrityOf(text);
    await writeFile(path.join(at, 'release.json'), JSON.stringify(release));
  }
});

test('what a killed process left of a release is removed', async () => {
  const left = path.join(store, 'mf-sample', '.0123456789abcd.1');
  await mkdir(left, { recursive: true });
  await utimes(left, 0, 0);
  const { version } = await released();
  expect(await readdir(path.join(store, 'mf-sample'))).toEqual([version]);
});

describe('a registry that is not as it should be', () => {
  test.each(['[]', '{}', 'null', '{ "microFrontends": '])('is not written over: %s', async (text) => {
    await mkdir(store, { recursive: true });
    await writeFile(path.join(store, 'registry.json'), text);
    await expect(released()).rejects.toThrow(
      /registry\.json cannot be read: .+ Repair it, or put registry\.previous\.json/,
    );
    expect(await readFile(path.join(store, 'registry.json'), 'utf8')).toBe(text);
  });

  test("an unreadable entry stays for its team to repair, and stops nobody else's release", async () => {
    await released();
    const file = path.join(store, 'registry.json');
    const document = JSON.parse(await readFile(file, 'utf8')) as { microFrontends: Record<string, unknown[]> };
    document.microFrontends['mf-sample']!.push({ broken: true });
    document.microFrontends['mf-other'] = [{ broken: 'too' }];
    await writeFile(file, JSON.stringify(document));
    expect((await readStored(store)).complaints).toHaveLength(2);
    const { version } = await released({ page: 'export const a = 2;' });
    expect(currentReleases(await readRegistry(store)).get('mf-sample')!.metadata.version).toBe(version);
    const { microFrontends } = JSON.parse(await readFile(file, 'utf8')) as typeof document;
    expect(microFrontends['mf-sample']!.at(-1)).toEqual({ broken: true });
    expect(microFrontends['mf-other']).toEqual([{ broken: 'too' }]);
  });
});

describe('publish', () => {
  test('makes a release current, newest first, and keeps the document before', async () => {
    const first = await released();
    const second = await released({ page: 'export const a = 2;' });
    const { microFrontends } = await readRegistry(store);
    expect(
      microFrontends['mf-sample']!.map(({ metadata, deployment }) => [metadata.version, deployment.default]),
    ).toEqual([
      [second.version, true],
      [first.version, false],
    ]);
    const previous = JSON.parse(
      await readFile(path.join(store, 'registry.previous.json'), 'utf8'),
    ) as typeof microFrontends;
    expect(JSON.stringify(previous)).toContain(first.version);
    expect(JSON.stringify(previous)).not.toContain(second.version);
  });

  test("refuses paths that overlap another remote's, and leaves the registry as it was", async () => {
    await released();
    const before = await readRegistry(store);
    const rival = released({
      name: 'mf-rival',
      server: "export const routes = [{ id: 'rival.page', path: '/sample/latest' }];",
    });
    await expect(rival).rejects.toThrow('Its path /sample/latest overlaps /sample/:id, which belongs to mf-sample.');
    expect(await readRegistry(store)).toEqual(before);
  });

  test('loses nothing when several remotes are released at the same moment', async () => {
    const names = ['mf-a', 'mf-b', 'mf-c', 'mf-d', 'mf-e'];
    await Promise.all(names.map((name) => released({ name })));
    expect(Object.keys((await readRegistry(store)).microFrontends).toSorted()).toEqual(names);
  });
});

test('what search engines may find goes from the routes into the release and the registry', async () => {
  const routes =
    "[{ id: 'sample.list', path: '/sample', handle: { find: true } }, { id: 'sample.item', path: '/sample/:id', handle: { find: [{ path: '/sample/one' }] } }]";
  const release = await released({ server: `export const routes = ${routes};` });
  const findable = { pages: [{ path: '/sample' }, { path: '/sample/one' }], siteMaps: [] };
  expect(release.findable).toEqual(findable);
  expect((await readRegistry(store)).microFrontends['mf-sample']![0]!.extras.findable).toEqual(findable);
});

describe('rollBack', () => {
  test('makes the release before the current one current', async () => {
    await released({ page: 'export const a = 0;' });
    const first = await released();
    await released({ page: 'export const a = 2;' });
    expect(await rollBack('mf-sample', store), 'one step, not to the oldest').toBe(first.version);
    const current = (await readRegistry(store)).microFrontends['mf-sample']!.filter(
      ({ deployment }) => deployment.default,
    );
    expect(current.map(({ metadata }) => metadata.version)).toEqual([first.version]);
  });

  test('leads to the release that is named, forward too', async () => {
    const first = await released({ page: 'export const a = 0;' });
    await released();
    const third = await released({ page: 'export const a = 2;' });
    expect(await rollBack('mf-sample', store, { to: first.version })).toBe(first.version);
    expect(await rollBack('mf-sample', store, { to: third.version })).toBe(third.version);
    await expect(rollBack('mf-sample', store, { to: 'v9' })).rejects.toThrow(/mf-sample has no release v9\. It has /);
  });

  test('takes the beginning of a version, if no other one begins so', async () => {
    const { version } = await released();
    await released({ page: 'export const a = 2;' });
    expect(await rollBack('mf-sample', store, { to: version.slice(0, 10) })).toBe(version);
    const registry = await readRegistry(store);
    const [one] = registry.microFrontends['mf-sample']!;
    const alike = ['12', '123', '13'].map((other) => ({ ...one!, metadata: { ...one!.metadata, version: other } }));
    const named = (wish: string) =>
      namedRelease({ ...registry, microFrontends: { 'mf-sample': alike } }, 'mf-sample', wish).metadata.version;
    expect(() => named('1')).toThrow('mf-sample has several releases that begin with 1: 12, 123, 13.');
    expect(named('12'), 'a whole one').toBe('12');
    expect(() => named('')).toThrow('mf-sample has no release "". It has 12, 123, 13.');
  });

  test('does not take a path back that belongs to another remote by now', async () => {
    const old = "export const routes = [{ id: 'sample.page', path: '/shared' }];";
    await released({ server: old });
    await released();
    await released({ name: 'mf-rival', server: "export const routes = [{ id: 'rival.page', path: '/shared' }];" });
    const before = await readRegistry(store);
    await expect(rollBack('mf-sample', store)).rejects.toThrow(
      'Its path /shared overlaps /shared, which belongs to mf-rival.',
    );
    expect(await readRegistry(store)).toEqual(before);
  });

  test('makes one current where none is: after nothing but a preview, or if that cannot be read', async () => {
    const { release } = await createRelease('mf-sample', await built(), store);
    await publish(release, store, { traffic: 0 });
    expect(await rollBack('mf-sample', store, { to: release.version })).toBe(release.version);
    const current = async () => currentReleases(await readRegistry(store)).get('mf-sample')?.metadata.version;
    expect(await current()).toBe(release.version);

    const second = await released({ page: 'export const a = 2;' });
    const file = path.join(store, 'registry.json');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(`"version": "${second.version}"`, '"version": 2'));
    expect(await current()).toBeUndefined();
    expect(await rollBack('mf-sample', store)).toBe(release.version);
    expect(await current()).toBe(release.version);
  });

  test('is listed, with who did it', async () => {
    const first = await released();
    const second = await released({ page: 'export const a = 2;' });
    await rollBack('mf-sample', store, { author: { by: 'ada' } });
    const [newest, older] = await listReleases(await readRegistry(store), store);
    expect(newest).toMatchObject({ version: second.version, state: 'taken back', traffic: 0, by: 'ada' });
    expect(older).toMatchObject({ version: first.version, state: 'current', traffic: 100, by: 'ada' });
    expect(older!.bytes).toBeGreaterThan(0);
  });

  test('says so when there is none, and how the remote is withdrawn', async () => {
    await released();
    await expect(rollBack('mf-sample', store)).rejects.toThrow(
      'mf-sample has no earlier release to go back to. To take mf-sample off the site: npm run releases -- withdraw mf-sample',
    );
  });
});

describe('withdraw', () => {
  test('takes a remote off the site, and what was current can come back', async () => {
    await expect(withdraw('mf-sample', store)).rejects.toThrow('No visitor gets a release of mf-sample');
    const { version } = await released();
    expect(await withdraw('mf-sample', store, { by: 'ada' })).toEqual({ version, paths: ['/sample/:id'] });
    const registry = await readRegistry(store);
    expect(currentReleases(registry).size).toBe(0);
    expect(await listReleases(registry, store)).toMatchObject([{ version, state: 'taken back', by: 'ada' }]);
    await expect(rollBack('mf-sample', store)).rejects.toThrow('except those taken back. Name one with --to.');
    await expect(withdraw('mf-sample', store)).rejects.toThrow(RefusedRelease);
    await released({ name: 'mf-rival', server: SAMPLE_PATH });
    await expect(rollBack('mf-sample', store, { to: version }), 'another remote has its path').rejects.toThrow(
      'Its path /sample/:id overlaps /sample/:id, which belongs to mf-rival.',
    );
    await withdraw('mf-rival', store);
    expect(await rollBack('mf-sample', store, { to: version })).toBe(version);
  });
});
