/** The formatter keeps to sources: rewriting a build or a release would change its hash. Git leaves line ends alone. */
import { execFile, execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasGit, settingsOfOwnGit } from '../processes/own-git.ts';
import { repositoryRoot } from '../workspace/root.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'format-'));
  for (const file of ['biome.json', '.gitignore']) await cp(path.join(repositoryRoot, file), path.join(folder, file));
});
afterAll(() => rm(folder, { recursive: true }));

const UNFORMATTED = 'export  const a = "1"\n';

test.each([
  ['shared/rules/text.ts', true],
  ['.cache/release-stores/store/mf-blog/1/server/routes.mjs', false],
  ['.data/releases/mf-blog/1/server/routes.mjs', false],
  ['mf-blog/dist/server/routes.mjs', false],
  ['shell/dist-development/server/entry.mjs', false],
])('%s is formatted: %s', async (file, isFormatted) => {
  const target = path.join(folder, file);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, UNFORMATTED);
  const biome = path.join(repositoryRoot, 'node_modules', '.bin', 'biome');
  await promisify(execFile)(biome, ['format', '--write'], { cwd: folder });
  expect((await readFile(target, 'utf8')) !== UNFORMATTED).toBe(isFormatted);
});

test.runIf(hasGit)('Git leaves line ends alone, even where it is set to turn them into those of Windows', async () => {
  const checkout = path.join(folder, 'checkout');
  await mkdir(checkout);
  await cp(path.join(repositoryRoot, '.gitattributes'), path.join(checkout, '.gitattributes'));
  const [source, image] = ['page.tsx', 'icon.png'].map((name) => path.join(checkout, name));
  const bytes = Buffer.from([0x89, 0x50, 0, 0x0d, 0x0a, 0x0a]);
  await writeFile(source!, 'one\ntwo\n');
  await writeFile(image!, bytes);
  const env = { ...process.env, ...settingsOfOwnGit() };
  const git = (...words: string[]) => execFileSync('git', words, { cwd: checkout, env, stdio: 'pipe' });
  git('init');
  git('config', 'core.autocrlf', 'true');
  git('add', '.');
  for (const file of [source!, image!]) await rm(file);
  git('checkout', '.');
  expect(await readFile(source!, 'utf8')).toBe('one\ntwo\n');
  expect(await readFile(image!)).toEqual(bytes);
});
