/** The container of a remote, built by the factory and loaded as any host does it. */
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildIn } from '../release/build-remote.ts';
import { repositoryRoot } from '../workspace/root.ts';
import { leanContainer } from './lean-container.ts';

/** Limit for everything that is not the remote's own code, in bytes with brotli. */
const CONTAINER_BYTES = 4_000;

interface Container {
  init(scope: object): Promise<unknown>;
  get(exposed: string): Promise<() => { routes: { element: unknown }[] }>;
}

let root: string;
/** Each call loads other modules, as on another page. */
let load: () => Promise<Container>;
beforeAll(async () => {
  // Inside the repository, where packages are found.
  const home = path.join(repositoryRoot, '.cache');
  await mkdir(home, { recursive: true });
  root = await mkdtemp(path.join(home, 'container-'));
  await mkdir(path.join(root, 'src'));
  await writeFile(
    path.join(root, 'src/routes.tsx'),
    `import { createElement, useState } from 'react';
    import { Outlet } from 'react-router-dom';
    export const routes = [
      { id: 'sample.one', path: '/one', element: [createElement, useState, Outlet], lazy: () => import('./one.tsx') },
      { id: 'sample.two', path: '/two', lazy: () => import('./two.tsx') },
    ];`,
  );
  // What pages share has its own chunk.
  await writeFile(path.join(root, 'src/part.tsx'), `export const part = '${randomBytes(6_000).toString('hex')}';`);
  for (const page of ['one', 'two'])
    await writeFile(path.join(root, `src/${page}.tsx`), `import { part } from './part.tsx'; export const page = part;`);
  const factory = JSON.stringify(path.join(import.meta.dirname, 'remote.ts'));
  const configFile = path.join(root, 'vite.config.ts');
  await writeFile(configFile, `import { remoteConfig } from ${factory};\nexport default remoteConfig('mf-sample');`);
  await buildIn(root, configFile);
  load = () =>
    import(`${pathToFileURL(path.join(root, 'dist/remoteEntry.js')).href}?${Math.random()}`) as Promise<Container>;
});
afterAll(() => rm(root, { recursive: true }));
beforeEach(() => void Reflect.deleteProperty(globalThis, '__mf_module_cache__'));

const react = { createElement: 'createElement', useState: 'useState' };
const provide = (module: object) => ({ '1.0.0': { get: () => Promise.resolve(() => module) } });
const scope = {
  react: provide(react),
  'react/jsx-runtime': provide({}),
  'react-dom': provide({}),
  'react-router-dom': provide({ Outlet: 'Outlet' }),
  'styled-components': provide({}),
};

test('what comes on top of the routes is small', async () => {
  const assets = await readdir(path.join(root, 'dist/assets'));
  const names = [
    'remoteEntry.js',
    ...assets.filter((file) => /^(?!part-).*\.js$/.test(file)).map((file) => `assets/${file}`),
  ];
  const sizes = await Promise.all(
    names.map(async (file) => brotliCompressSync(await readFile(path.join(root, 'dist', file))).length),
  );
  expect(
    assets.filter((file) => /^(hostInit|pendingShares)/.test(file)),
    'what nothing imports',
  ).toEqual([]);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(CONTAINER_BYTES);
});

test('exposed modules run on what the host has', async () => {
  const container = await load();
  await container.init(scope);
  const { routes } = (await container.get('./routes'))();
  expect(routes[0]!.element).toEqual(['createElement', 'useState', 'Outlet']);
});

test('a provider that the host has loaded comes before others, and one container takes it once', async () => {
  const other = { get: () => Promise.reject(new Error('not asked for')), loaded: false };
  const container = await load();
  const given = { ...scope, react: { '0.1.0': other, '1.0.0': { ...scope.react['1.0.0'], loaded: true } } };
  await Promise.all([container.init(given), container.init(given)]);
  expect(Reflect.get(globalThis, '__mf_module_cache__')).toMatchObject({ share: { react } });
});

test('what is missing is named', async () => {
  const { react: _, ...incomplete } = scope;
  await expect((await load()).init(incomplete)).rejects.toThrow("Shared module 'react' must be provided by host");
  const container = await load();
  await container.init(scope);
  await expect(container.get('./other')).rejects.toThrow('Module ./other does not exist in container');
});

test('the wrapper that preloads is left out, whatever the minifier calls it', () => {
  const plugin: unknown = leanContainer([]);
  const { generateBundle } = plugin as { generateBundle: { handler: (options: object, bundle: object) => void } };
  const code = 'import{t as $n$}from"./preload.js";const get=()=>$n$(()=>import("./exposed.js"),[]);';
  const bundle = { 'remoteEntry.js': { type: 'chunk', code } };
  generateBundle.handler({}, bundle);
  expect(bundle['remoteEntry.js'].code).toBe('const get=()=>import("./exposed.js");');
});

test('a plugin that writes its modules in another form fails the build', async () => {
  const entry = 'virtual:mf-REMOTE_ENTRY_ID:sample';
  const file = path.join(root, 'other.js');
  await writeFile(file, `import '${entry}';`);
  const another = {
    name: 'another-form',
    resolveId: (id: string) => (id === entry ? id : undefined),
    load: (id: string) => (id === entry ? 'export const init = 1;' : undefined),
  };
  const building = build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [another, leanContainer(['react'])],
    build: { outDir: 'other', rolldownOptions: { input: file, output: { codeSplitting: { groups: [] } } } },
  });
  await expect(building).rejects.toThrow(`writes ${entry} in a form that tooling/vite/lean-container.ts does not know`);
});
