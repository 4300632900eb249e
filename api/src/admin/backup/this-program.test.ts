import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { hasGit, settingsOfOwnGit } from '../../../../tooling/processes/own-git.ts';
import { thisProgram } from './this-program.ts';

test.runIf(hasGit)('in a checkout the commit is known, also to a user that it does not belong to', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'checkout-'));
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await rm(root, { recursive: true });
  });
  for (const [name, value] of Object.entries(settingsOfOwnGit())) vi.stubEnv(name, value);
  const git = async (...words: string[]) => (await promisify(execFile)('git', words, { cwd: root })).stdout.trim();
  await git('init');
  const ada = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
  await git(...ada, 'commit', '--allow-empty', '--message', 'Begin');
  const commit = await git('rev-parse', 'HEAD');
  expect(await thisProgram(root)).toMatchObject({ commit });
  // What Git's own tests do instead of changing the owner, for which they would have to be root.
  vi.stubEnv('GIT_TEST_ASSUME_DIFFERENT_OWNER', '1');
  expect(await thisProgram(root)).toMatchObject({ commit });
});

test('in an image a file has it', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'image-'));
  onTestFinished(() => rm(root, { recursive: true }));
  expect(await thisProgram(root)).not.toHaveProperty('commit');
  await writeFile(path.join(root, 'revision'), '0123456789abcdef0123456789abcdef01234567\n');
  expect(await thisProgram(root)).toMatchObject({ commit: '0123456789abcdef0123456789abcdef01234567' });
});
