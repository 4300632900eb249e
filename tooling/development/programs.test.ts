/** How the programs of development are started. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const execute = promisify(execFile);

test('a program starts in a checkout whose path means something to a shell', async ({ onTestFinished }) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'worth $HOME `pwd` '));
  onTestFinished(() => rm(folder, { recursive: true }));
  const node = path.join(folder, 'node');
  await symlink(process.execPath, node);
  await writeFile(path.join(folder, 'main.mjs'), 'console.log(process.argv.slice(2).join());');
  // Node would name itself by what the link leads to.
  const naming = `
    process.execPath = ${JSON.stringify(node)};
    const { ownProgram } = await import(${JSON.stringify(path.join(import.meta.dirname, 'programs.ts'))});
    console.log(ownProgram('sample', 'main.mjs', 'one', 'two').command);`;
  const conditions = ['--conditions', 'development'];
  const { stdout: command } = await execute(process.execPath, [...conditions, '--input-type=module', '-e', naming]);
  // As each command has it: the folder of the pinned Node comes first.
  const env = { ...process.env, PATH: `${folder}${path.delimiter}${process.env.PATH}` };
  const { stdout } = await execute('sh', ['-c', command], { cwd: folder, env });
  expect(stdout).toBe('one,two\n');
});
