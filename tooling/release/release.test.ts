/** Releases, on a small built remote that is laid out as the factory's builds are. */
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { integrityOf } from '../../shared/releases/integrity.ts';
import { createRelease, RefusedRelease } from './create-release.ts';
import { publish, rollBack } from './publish.ts';
import { readRegistry } from './registry-file.ts';

let folder: string;
let store: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'release-'));
  store = path.join(folder, 'store');
});
afterEach(() => rm(folder, { recursive: true }));

interface Build {
  name?: string;
  server?: string;
  page?: string;
  sharedExports?: Record<string, string[]>;
}

/** Writes a built remote. */
async function built({
  name = 'mf-sample',
  server,
  page = 'export const a = 1;',
  sharedExports = {},
}: Build = {}): Promise<string> {
  const dist = path.join(folder, `dist-${name}`);
  const area = name.replace('mf-', '');
  const files = {
    'remoteEntry.js': `import("/remotes/${name}/__release_id__/assets/routes.js")`,
    'assets/routes.js': 'export {}',
    'assets/page.js': page,
    'assets/part.js': 'export const part = 1;',
    'assets/page.css': 'p{}',
    'server/routes.mjs': server ?? `export const routes = [{ id: '${area}.page', path: '/${area}/:id', lazy() {} }];`,
    'vite-manifest.json': JSON.stringify({
      '../virtual:mf-REMOTE_ENTRY_ID:x': { file: 'remoteEntry.js' },
      'src/routes.tsx': { file: 'assets/routes.js' },
      'src/page.tsx': { file: 'assets/page.js', imports: ['_part.js'], css: ['assets/page.css'] },
      '_part.js': { file: 'assets/part.js', imports: ['src/routes.tsx'] },
    }),
    'route-modules.json': JSON.stringify({ [`${area}.page`]: ['src/page.tsx'] }),
    'shared-exports.json': JSON.stringify(sharedExports),
  };
  await rm(dist, { recursive: true, force: true });
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(dist, file)), { recursive: true });
    await writeFile(path.join(dist, file), text);
  }
  return dist;
}

async function released(build: Build = {}) {
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
    expect(Object.keys(release.files)).not.toContain('vite-manifest.json');
    expect(JSON.parse(await readFile(path.join(directory, 'release.json'), 'utf8'))).toEqual(release);
  });

  test('knows the files of each page, those of every page apart', async () => {
    const { release } = await createRelease('mf-sample', await built(), store);
    expect(release.entryFiles).toEqual(['remoteEntry.js', 'assets/routes.js']);
    expect(release.routes).toEqual([
      { id: 'sample.page', path: '/sample/:id', files: ['assets/page.js', 'assets/page.css', 'assets/part.js'] },
    ]);
  });

  test('makes one release of the same build, and another one of a changed build', async () => {
    const first = await createRelease('mf-sample', await built(), store);
    const { mtimeMs } = await stat(path.join(store, 'mf-sample', first.release.version));
    const again = await createRelease('mf-sample', await built(), store);
    expect(again).toEqual({ release: first.release, isNew: false });
    expect((await stat(path.join(store, 'mf-sample', first.release.version))).mtimeMs).toBe(mtimeMs);
    const changed = await createRelease('mf-sample', await built({ page: 'export const a = 2;' }), store);
    expect(changed.release.version).not.toBe(first.release.version);
  });

  test.each<[string, Build, RegExp]>([
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
    ['owns no path', { server: 'export const routes = [];' }, /name no path/],
    ['has a route without id', { server: "export const routes = [{ path: '/x' }];" }, /"\/x" has no id/],
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
  ])('refuses a build that %s', async (_what, build, reason) => {
    const attempt = createRelease('mf-sample', await built(build), store);
    await expect(attempt).rejects.toThrow(reason);
    await expect(attempt).rejects.toBeInstanceOf(RefusedRelease);
    await expect(stat(path.join(store, 'mf-sample', 'release.json'))).rejects.toThrow(/ENOENT/);
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

  test('says so when there is no earlier release', async () => {
    await released();
    await expect(rollBack('mf-sample', store)).rejects.toThrow('mf-sample has no release before the current one.');
  });
});
