import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { repositoryRoot } from '../workspace/root.ts';
import { madeOnce } from './made-once.ts';

const KIND = `made-once-${process.pid}`;
const home = path.join(repositoryRoot, '.cache', KIND);
afterAll(() => rm(home, { recursive: true }));

const make = (inputs: string[], text = 'made') =>
  madeOnce(KIND, inputs, (folder) => writeFile(path.join(folder, 'result'), text));

test('it is made once for the same inputs, and takes the place of what was made for others', async () => {
  const first = await make(['biome.json']);
  expect(await make(['biome.json'], 'again')).toBe(first);
  expect(await readdir(first)).toEqual(['result']);
  expect(await readdir(home)).toEqual([path.basename(first)]);
  const second = await make(['knip.json']);
  expect(await readdir(home)).toEqual([path.basename(second)]);
});

test('nothing stays of what failed, or whose process was killed', async () => {
  const [killed, running] = [`making-${2 ** 30}-abcdef`, `making-${process.ppid}-abcdef`];
  for (const folder of [killed, running]) await mkdir(path.join(home, folder), { recursive: true });
  await expect(madeOnce(KIND, ['tsconfig.json'], () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect((await readdir(home)).filter((name) => name.startsWith('making-'))).toEqual([running]);
  const made = await make(['tsconfig.json']);
  expect((await readdir(home)).toSorted(), 'what another process makes').toEqual(
    [path.basename(made), running].toSorted(),
  );
});
