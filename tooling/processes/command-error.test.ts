/** Commands that cannot do what was asked say so in a sentence, never with a stack. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repositoryRoot } from '../workspace/root.ts';
import { sentenceOf } from './command-error.ts';

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
  // Without `--to` it would go one step back, wherever the version that was named is.
  ['rollback mf-blog 7', {}, '"7" is one word too many. A rollback takes --to with a version, or nothing.'],
  ['start --port=4000', {}, '"--port=4000" is not understood. npm start takes no arguments.'],
  ['start', { METRICS_PORT: '65535' }, 'METRICS_PORT is "65535"; allowed: a whole number from 0 to 65534'],
  ['test mf-blog', {}, '"mf-blog" is not understood. npm test takes no arguments: it runs everything. Some of it: '],
  ['planted refunds-of-nobody', {}, 'No planted fault has "refunds-of-nobody" in its sentence.'],
  ['admin backup kept', { DATABASE_URL: '' }, 'There is no database at '],
  ['releases everything', {}, '"everything" is not a command. Allowed are:'],
  ['faults kill', {}, "Unexpected argument 'kill'. Allowed: --rows, "],
  ['bench --count', {}, "Unknown option '--count'. Allowed: --runs, "],
  ['e2e', { CHROME_PATH: '/nowhere/chrome' }, 'CHROME_PATH is /nowhere/chrome, which is not an executable file.'],
  ['releases', { RELEASES_URL: import.meta.url }, 'A file is where a folder should be: ENOTDIR: '],
  ['releases', { RELEASES_URL: 'https://store.example/' }, 'RELEASES_URL is "https://store.example/"; allowed: '],
] as const)('%s', async (command, env, sentence) => {
  const [name, ...rest] = command.split(' ');
  const program = path.join(repositoryRoot, 'tooling/commands', `${name}.ts`);
  const ended = promisify(execFile)(process.execPath, [program, ...rest], {
    env: { ...process.env, DATA_DIR: dataDir, ...env },
    // One that does not refuse begins to work.
    timeout: 60_000,
  });
  const { code, stderr } = (await ended.catch((error: unknown) => error)) as { code: number; stderr: string };
  expect(stderr).toContain(sentence);
  expect(stderr).not.toMatch(/^ +at /m);
  expect(code).toBe(1);
});

test('a folder that cannot be made', async () => {
  await writeFile(path.join(dataDir, 'file'), '');
  const error = await mkdir(path.join(dataDir, 'file/deeper'), { recursive: true }).catch((caught: unknown) => caught);
  expect(sentenceOf(error)).toMatch(/^A folder cannot be made: ENOTDIR: .+, mkdir '.+'\.$/);
  expect(sentenceOf(new TypeError('a mistake'))).toBeUndefined();
});
