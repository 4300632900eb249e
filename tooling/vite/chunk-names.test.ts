/** Names of a remote's files: what did not change keeps its name, so that browsers find what they have. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildIn } from '../release/build-remote.ts';
import { repositoryRoot } from '../workspace/root.ts';

/** Long enough for chunks of their own. */
const WORDS = (of: string) =>
  Array.from({ length: 400 }, (_, index) => createHash('sha256').update(`${of} ${index}`).digest('base64url')).join(
    ' ',
  );
/** Modules by name, and what they import. */
type Sources = Record<string, { imports: string[]; says: string }>;
const SOURCES: Sources = {
  'page-a': { imports: ['part-x'], says: 'a' },
  'page-b': { imports: ['part-x', 'part-y'], says: 'b' },
  'page-c': { imports: ['part-y'], says: 'c' },
  'page-d': { imports: [], says: 'd' },
  'part-x': { imports: [], says: 'x' },
  'part-y': { imports: [], says: 'y' },
};

/** What it imports is for the server alone. */
const ACTION = "action: async () => (await import('./sent.action.ts')).action()";

let home: string;
beforeAll(async () => {
  // Inside the repository, where packages are found.
  await mkdir(path.join(repositoryRoot, '.cache'), { recursive: true });
  home = await mkdtemp(path.join(repositoryRoot, '.cache', 'names-'));
});
afterAll(() => rm(home, { recursive: true }));

/** Builds a remote. @returns the texts of its scripts, by file */
async function built(sources: Sources): Promise<Record<string, string>> {
  const root = await mkdtemp(path.join(home, 'remote-'));
  await mkdir(path.join(root, 'src'));
  for (const [name, { imports, says }] of Object.entries(sources)) {
    const lines = imports.map(
      (other, index) => `import * as other${index} from './${other}.tsx'; console.log(other${index}.text);`,
    );
    await writeFile(path.join(root, `src/${name}.tsx`), `${lines.join('\n')}\nexport const text = '${WORDS(says)}';`);
  }
  await writeFile(path.join(root, 'src/sent.action.ts'), 'export const action = () => null;');
  const pages = Object.keys(sources).filter((name) => name.startsWith('page'));
  const routes = pages.map(
    (name) => `{ id: 'sample.${name}', path: '/${name}', lazy: () => import('./${name}.tsx'), ${ACTION} }`,
  );
  await writeFile(path.join(root, 'src/routes.tsx'), `export const routes = [${routes.join()}];`);
  const factory = JSON.stringify(path.join(import.meta.dirname, 'remote.ts'));
  const configFile = path.join(root, 'vite.config.ts');
  await writeFile(configFile, `import { remoteConfig } from ${factory};\nexport default remoteConfig('mf-sample');`);
  await buildIn(root, configFile);
  const assets = path.join(root, 'dist/assets');
  const files = (await readdir(assets)).filter((file) => file.endsWith('.js'));
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, await readFile(path.join(assets, file), 'utf8')] as const)),
  );
}

/** The file that holds what a module says. */
const fileOf = (files: Record<string, string>, says: string) =>
  Object.keys(files).find((file) => files[file]!.includes(WORDS(says)))!;

test('a change of one module renames its chunk and what imports that, and nothing else', async () => {
  const before = await built(SOURCES);
  const after = await built({ ...SOURCES, 'part-x': { imports: [], says: 'x, changed' } });
  for (const says of ['y', 'c', 'd']) expect(fileOf(after, says), says).toBe(fileOf(before, says));
  for (const says of ['a', 'b']) expect(fileOf(after, says), says).not.toBe(fileOf(before, says));
});

test('names do not depend on importers, and no two files differ only by their hash', async () => {
  const before = await built(SOURCES);
  const after = await built({ ...SOURCES, 'page-d': { imports: ['part-x', 'part-y'], says: 'd' } });
  for (const says of ['x', 'y', 'a', 'b', 'c']) expect(fileOf(after, says), says).toBe(fileOf(before, says));
  const names = Object.keys(before).map((file) => file.replace(/-[\w-]{8}\.js$/, ''));
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
  expect(names).toEqual(expect.arrayContaining(['part-x', 'part-y']));
  const small = Object.keys(before).filter((file) => before[file]!.length < 500 && !file.startsWith('routes'));
  expect(small, 'a request for a few bytes').toEqual([]);
});
