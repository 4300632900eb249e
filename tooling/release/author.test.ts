import { execFile, execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { hasGit, settingsOfOwnGit } from '../processes/own-git.ts';
import { repositoryRoot } from '../workspace/root.ts';

const module = new URL('author.ts', import.meta.url).href;

/** Who releases, from its own process. @param first what it does after it has loaded the module */
async function by(env: Record<string, string>, first = ''): Promise<string> {
  const program = `const { authorOf } = await import(${JSON.stringify(module)}); ${first}
    console.log(authorOf('mf-blog').by);`;
  const { RELEASED_BY: _, ...rest } = process.env;
  const words = ['--input-type=module', '--eval', program];
  return (await promisify(execFile)(process.execPath, words, { env: { ...rest, ...env } })).stdout.trim();
}

test('the author is the one that RELEASED_BY names', async () => {
  expect(await by({ RELEASED_BY: ' ada ' })).toBe('ada');
});

// Only root can become a user without a name.
test.runIf(process.getuid?.() === 0)('a user without a name releases under its number', async () => {
  expect(await by({}, 'process.setgroups([]); process.setuid(54321);')).toBe('uid 54321');
});

test.runIf(hasGit).each(['mf-sample/page.ts', 'shared/ui/button.ts', 'package-lock.json', 'tsconfig.json'])(
  'a release has its last commit, with a plus sign once %s differs from it',
  async (changed) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'author-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    for (const file of ['release/author.ts', 'workspace/common-inputs.ts', 'workspace/root.ts'])
      await cp(path.join(repositoryRoot, 'tooling', file), path.join(folder, 'tooling', file));
    const env = { ...process.env, ...settingsOfOwnGit() };
    const run = (program: string, ...words: string[]) =>
      execFileSync(program, words, { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' }).trim();
    const released = () =>
      run(
        process.execPath,
        '--eval',
        "import('./tooling/release/author.ts').then((a) => console.log(a.authorOf('mf-sample').commit))",
      );
    run('git', 'init');
    run('git', 'add', '.');
    run('git', '-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit', '--message', 'Begin');
    const commit = run('git', 'rev-parse', 'HEAD').slice(0, 12);
    await writeFile(path.join(folder, 'README.md'), 'No release is made from it.');
    expect(released()).toBe(commit);
    await mkdir(path.dirname(path.join(folder, changed)), { recursive: true });
    await writeFile(path.join(folder, changed), '');
    expect(released()).toBe(`${commit}+`);
  },
);
