/** What the workspaces' package.json say of packages. */
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../workspace/root.ts';

interface Manifest {
  workspaces?: string[];
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const read = async (folder: string) =>
  JSON.parse(await readFile(path.join(repositoryRoot, folder, 'package.json'), 'utf8')) as Manifest;

test('a package has one version, whichever workspace names it', async () => {
  const { workspaces = [] } = await read('');
  const folders = ['', ...globSync(workspaces, { cwd: repositoryRoot }), 'tooling/new-remote/template'];
  const named: Record<string, Record<string, string[]>> = {};
  for (const folder of folders) {
    const { dependencies, devDependencies } = await read(folder);
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
      ((named[name] ??= {})[version] ??= []).push(path.join(folder, 'package.json'));
  }
  delete named['shared'];
  expect(Object.keys(named).length).toBeGreaterThan(50);
  const several = Object.entries(named).filter(([, versions]) => Object.keys(versions).length > 1);
  expect(Object.fromEntries(several)).toEqual({});
});
