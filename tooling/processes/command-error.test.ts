/** Commands that cannot do what was asked say so in a sentence, never with a stack. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repositoryRoot } from '../workspace/root.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'command-'));
});
afterAll(() => rm(dataDir, { recursive: true }));

test.each([
  ['release mf-x', {}, '"mf-x" is not a remote. Remotes are: mf-auth, mf-blog, mf-careers, mf-marketing.'],
  ['rollback mf-x', {}, '"mf-x" is not a remote. Remotes are: mf-auth, mf-blog, mf-careers, mf-marketing.'],
  ['rollback mf-blog', {}, 'mf-blog has no earlier release to go back to.'],
  ['rollback mf-blog --to 7', {}, 'mf-blog has no release 7. It has none.'],
  ['admin backup kept', { DATABASE_URL: '' }, 'There is no database at '],
  ['releases everything', {}, '"everything" is not a command. Allowed are:'],
  ['faults kill', {}, "Unexpected argument 'kill'. Allowed: --rows, "],
  ['faults --row kill', {}, "Unknown option '--row'. Allowed: --rows, "],
  ['bench --count', {}, "Unknown option '--count'. Allowed: --runs, "],
  ['releases', { RELEASES_URL: 'https://store.example/' }, 'RELEASES_URL is "https://store.example/"; allowed: '],
] as const)('%s', async (command, env, sentence) => {
  const [name, ...rest] = command.split(' ');
  const program = path.join(repositoryRoot, 'tooling/commands', `${name}.ts`);
  const ended = promisify(execFile)(process.execPath, [program, ...rest], {
    env: { ...process.env, DATA_DIR: dataDir, ...env },
  });
  const { code, stderr } = (await ended.catch((error: unknown) => error)) as { code: number; stderr: string };
  expect(stderr).toContain(sentence);
  expect(stderr).not.toMatch(/^ +at /m);
  expect(code).toBe(1);
});
