import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { thisProgram } from './this-program.ts';

// A copy of the sources may be tested where there is no Git.
const hasGit = spawnSync('git', ['--version']).status === 0;

test.runIf(hasGit)('in a checkout the commit is known, also to a user that it does not belong to', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'checkout-'));
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await rm(root, { recursive: true });
  });
  // A hook that runs the tests names its own repository.
  for (const name of Object.keys(process.env).filter((each) => each.startsWith('GIT_'))) vi.stubEnv(name, undefined);
  // A developer's settings may have each commit signed.
  vi.stubEnv('GIT_CONFIG_GLOBAL', '/dev/null');
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
