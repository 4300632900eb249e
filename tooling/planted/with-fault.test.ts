import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withFault } from './with-fault.ts';

const RIGHT = 'if (isAllowed) return give();';
let file: string;

beforeEach(async () => {
  file = path.join(await mkdtemp(path.join(tmpdir(), 'planted-')), 'source.ts');
  await writeFile(file, RIGHT);
});
afterEach(() => rm(path.dirname(file), { recursive: true }));

const source = () => readFile(file, 'utf8');

test('a file is broken while something runs, and right again afterwards, even if that fails', async () => {
  const fault = { file, find: 'isAllowed', replace: '$&' };
  expect(await withFault(fault, source)).toBe('if ($&) return give();');
  expect(await source()).toBe(RIGHT);
  await expect(withFault(fault, () => Promise.reject(new Error('no tests')))).rejects.toThrow('no tests');
  expect(await source()).toBe(RIGHT);
  expect(await withFault({ ...fault, find: 'i' }, source), 'more than once').toBe('STALE');
});

test.each([[['SIGINT']], [['SIGTERM']], [['SIGHUP']], [['SIGTERM', 'SIGTERM']]] as const)(
  'a command that is ended by %s leaves the file as it was',
  async (signals) => {
    const module = JSON.stringify(new URL('with-fault.ts', import.meta.url).href);
    const program = `const { withFault } = await import(${module});
      await withFault(${JSON.stringify({ file, find: 'isAllowed', replace: 'true' })}, () => {
        console.log('broken');
        return new Promise(() => setInterval(() => {}, 1_000));
      });`;
    const command = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(command.stdout, 'data');
    expect(await source()).toBe('if (true) return give();');
    for (const signal of signals) command.kill(signal);
    expect(await once(command, 'exit')).toEqual([1, null]);
    expect(await source()).toBe(RIGHT);
  },
);
