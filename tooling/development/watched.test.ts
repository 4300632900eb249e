/** A program in development is started again whenever its files change, on the real file system. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { repositoryRoot } from '../workspace/root.ts';

const PATIENCE = { timeout: 10_000 };

test('even when files are replaced, as Git does, fail, go, or come; and it ends with its program', async () => {
  const home = path.join(repositoryRoot, '.cache', 'watched');
  await mkdir(home, { recursive: true });
  const folder = await mkdtemp(path.join(home, 'of a test '));
  const write = (file: string, text: string) => writeFile(path.join(folder, file), text);
  const replace = async (text: string): Promise<void> => {
    await write('new', text);
    await rename(path.join(folder, 'new'), path.join(folder, 'value.ts'));
  };
  const main = path.join(folder, 'main.ts');
  await write(
    'main.ts',
    "import { value } from './value.ts';\nconsole.log(`is ${value}`);\nsetInterval(() => {}, 1e6);\n",
  );
  await write('value.ts', 'export const value = 0;\n');
  const running = spawn(process.execPath, [path.join(import.meta.dirname, 'watched.ts'), main], { detached: true });
  onTestFinished(async () => {
    if (running.exitCode === null) process.kill(-running.pid!, 'SIGKILL');
    await rm(folder, { recursive: true });
  });
  const told: string[] = [];
  for (const stream of [running.stdout, running.stderr]) stream.on('data', (data: Buffer) => told.push(String(data)));
  const says = (text: string) => expect.poll(() => told.join(''), PATIENCE).toContain(text);

  await says('is 0');
  for (const value of [1, 2, 3]) {
    await replace(`export const value = ${value};\n`);
    await says(`is ${value}`);
  }
  await write('value.ts', 'export const value = 4;\n');
  await says('is 4');
  await replace('export const value = = 5;\n');
  await says('main.ts has ended. It is started again when a file changes.');
  await replace('export const value = 6;\n');
  await says('is 6');
  told.length = 0;
  await rm(path.join(folder, 'value.ts'));
  await says('has ended');
  await write('value.ts', "export { value } from './other.ts';\n");
  await says('other.ts');
  await write('other.ts', 'export const value = 7;\n');
  await says('is 7');
  told.length = 0;
  await write(
    'value.ts',
    "console.log('gives up');\nsetTimeout(() => process.exit(1), 1_000);\nexport const value = 8;\n",
  );
  await says('gives up');
  await write('late.ts', 'export const value = 9;\n');
  await says('late.ts has changed');

  process.kill(-running.pid!, 'SIGINT');
  expect(await once(running, 'exit')).toEqual([0, null]);
});
