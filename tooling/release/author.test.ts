import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { authorOf } from './author.ts';

const module = new URL('author.ts', import.meta.url).href;

/** Who releases, from a process of its own. @param first what it does after it has loaded the module */
async function by(env: Record<string, string>, first = ''): Promise<string> {
  const program = `const { authorOf } = await import(${JSON.stringify(module)}); ${first}
    console.log(authorOf('mf-blog').by);`;
  const { RELEASED_BY: _, ...rest } = process.env;
  const words = ['--input-type=module', '--eval', program];
  return (await promisify(execFile)(process.execPath, words, { env: { ...rest, ...env } })).stdout.trim();
}

test('whom RELEASED_BY names releases', async () => {
  expect(await by({ RELEASED_BY: ' ada ' })).toBe('ada');
});

// Only root can become somebody without a name.
test.runIf(process.getuid?.() === 0)('a user without a name releases under its number', async () => {
  expect(await by({}, 'process.setgroups([]); process.setuid(54321);')).toBe('uid 54321');
});

test('a release has its last commit, with a plus sign once its sources differ from it', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'author-'));
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  });
  vi.stubEnv('GIT_DIR', path.join(folder, '.git'));
  vi.stubEnv('GIT_WORK_TREE', folder);
  const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8', stdio: 'pipe' }).trim();
  git('init');
  git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit', '--allow-empty', '--message', 'Begin');
  const commit = git('rev-parse', 'HEAD').slice(0, 12);
  expect(authorOf('mf-sample', folder).commit).toBe(commit);
  await writeFile(path.join(folder, 'page.ts'), '');
  expect(authorOf('mf-sample', folder).commit).toBe(`${commit}+`);
});
