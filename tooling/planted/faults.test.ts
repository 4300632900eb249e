import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../workspace/root.ts';
import { plantedFaults } from './faults.ts';

const read = (file: string) => readFile(path.join(repositoryRoot, file), 'utf8').catch(() => '');

test('every planted fault can still be planted: the text it replaces occurs once in its file', async () => {
  const stale: string[] = [];
  for (const { what, file, find } of plantedFaults) {
    const times = (await read(file)).split(find).length - 1;
    if (times !== 1) stale.push(`${what}: ${times} times in ${file}`);
  }
  expect(stale).toEqual([]);
});

test('every planted fault names test files that exist, and tests that are in them', async () => {
  const missing: string[] = [];
  for (const { what, test: args } of plantedFaults) {
    const texts = await Promise.all(args.filter((arg) => arg.endsWith('.ts')).map(read));
    // Vitest passes over a file in which no test has the name. Playwright fails.
    const name = args.includes('-t') ? args[args.indexOf('-t') + 1]! : '';
    if (texts.some((text) => text === '' || !text.includes(name))) missing.push(`${what}: ${args.join(' ')}`);
  }
  expect(missing).toEqual([]);
});

test('no two planted faults have the same name, by which they are chosen', () => {
  const names = plantedFaults.map(({ what }) => what);
  expect(names.filter((what, index) => names.indexOf(what) !== index)).toEqual([]);
});
