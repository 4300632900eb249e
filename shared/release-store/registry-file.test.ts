/** What a change of the registry leaves as it was. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RegistryEntry } from '../contracts/registry.ts';
import { RegistryError } from '../releases/registry-document.ts';
import { readRegistry, readStored, updateRegistry } from './registry-file.ts';

const INTEGRITY = `sha384-${'A'.repeat(64)}` as const;
const file = { url: '/remotes/mf-blog/1/file', integrity: INTEGRITY };
const entryOf = (version: string): RegistryEntry => ({
  url: '/remotes/mf-blog/1/remoteEntry.js',
  metadata: { version, integrity: INTEGRITY },
  deployment: { traffic: 0, default: false },
  extras: { routes: [], release: file, server: file, contract: 1, releasedAt: '2026-01-01T00:00:00.000Z' },
});
const BROKEN = { broken: true };
const document = {
  schema: 'v1',
  microFrontends: { 'mf-blog': [entryOf('1'), BROKEN], 'mf-auth': [entryOf('2')], 'mf-odd': 'no list' },
};

let store: string;
beforeEach(async () => {
  store = await mkdtemp(path.join(tmpdir(), 'registry-'));
  await write(JSON.stringify(document));
});
afterEach(() => rm(store, { recursive: true }));

const inStore = (name: string) => path.join(store, name);
const write = (text: string) => writeFile(inStore('registry.json'), text);
const written = async () => JSON.parse(await readFile(inStore('registry.json'), 'utf8')) as typeof document;

test('what cannot be read stays where it was, each entry once', async () => {
  await updateRegistry(store, ({ schema, microFrontends }) => ({
    schema,
    microFrontends: { ...microFrontends, 'mf-blog': [entryOf('3'), ...microFrontends['mf-blog']!] },
  }));
  const { microFrontends } = await written();
  expect(microFrontends).toEqual({ ...document.microFrontends, 'mf-blog': [entryOf('3'), entryOf('1'), BROKEN] });
});

test('a remote that has no release any more goes', async () => {
  await updateRegistry(store, ({ schema, microFrontends: { 'mf-auth': _gone, ...others } }) => ({
    schema,
    microFrontends: others,
  }));
  expect(Object.keys((await written()).microFrontends)).toEqual(['mf-blog', 'mf-odd']);
});

test('a change of nothing writes nothing: what was before the last change can still be put back', async () => {
  await write(JSON.stringify(document, null, 2));
  await updateRegistry(store, (registry) => registry);
  expect(await readFile(inStore('registry.json'), 'utf8')).toBe(JSON.stringify(document, null, 2));
  await expect(readFile(inStore('registry.previous.json'))).rejects.toThrow('ENOENT');
});

test.each(['{', '[]', '{}'])('%s is no registry, and nothing changes it', async (text) => {
  await write(text);
  await expect(readStored(store)).rejects.toThrow(RegistryError);
  await expect(updateRegistry(store, () => ({ schema: '', microFrontends: {} }))).rejects.toThrow(
    /registry\.json cannot be read: .+ Repair it, or put registry\.previous\.json in its place\.$/,
  );
  expect(await readFile(inStore('registry.json'), 'utf8')).toBe(text);
});

test('an empty store has an empty registry', async () => {
  await rm(inStore('registry.json'));
  expect((await readRegistry(store)).microFrontends).toEqual({});
});
