/** What counts as built. */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isAlive } from '../../shared/node/is-alive.ts';
import { repositoryRoot } from '../workspace/root.ts';
import { ensureBuilt } from './ensure-built.ts';
import { hashOf } from './hash.ts';

let folder: string;
beforeEach(async () => {
  // Targets are named by paths from the root, and `.cache` is no part of the sources.
  await mkdir(path.join(repositoryRoot, '.cache'), { recursive: true });
  folder = await mkdtemp(path.join(repositoryRoot, '.cache', 'ensure-built-'));
});
afterEach(async () => {
  for (const end of ['', '.locked', '.locked.holder'])
    await rm(path.join(repositoryRoot, '.cache', 'builds', path.basename(folder) + end), { force: true });
  await rm(folder, { recursive: true });
});

/** Writes the first half of its source, and ends there if the source says so. */
const PROGRAM = `
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
const at = (file) => new URL(file, import.meta.url);
const source = readFileSync(at('source.txt'), 'utf8');
mkdirSync(at('out'), { recursive: true });
writeFileSync(at('out/first'), source);
if (source.includes('breaks')) process.exit(1);
writeFileSync(at('out/second'), source);
`;

/** A build of one source by `program`. */
async function targetOf(program: string) {
  const [below, file] = [path.relative(repositoryRoot, folder), path.join(folder, 'build.mjs')];
  await writeFile(file, program);
  const place = { output: path.join(below, 'out'), inputs: [path.join(below, 'source.txt')] };
  return { name: path.basename(folder), program: [file], ...place };
}

test('sources that are as they were at the last build are built again after one that broke off', async () => {
  const target = await targetOf(PROGRAM);
  const compiled = path.join(repositoryRoot, '.cache/node', path.basename(folder));
  await mkdir(compiled, { recursive: true });
  await writeFile(path.join(compiled, 'unused'), '');
  await utimes(path.join(compiled, 'unused'), 0, 0);
  const reported: string[] = [];
  const build = async (source: string) => {
    await writeFile(path.join(folder, 'source.txt'), source);
    await ensureBuilt([target], (line) => reported.push(line));
    return Promise.all(['first', 'second'].map((file) => readFile(path.join(folder, 'out', file), 'utf8')));
  };
  expect(await build('one')).toEqual(['one', 'one']);
  expect(await readdir(compiled), 'what Node compiled for nothing that still is').toEqual([]);
  await rm(compiled, { recursive: true });
  expect(await build('one')).toEqual(['one', 'one']);
  expect(reported, 'the second time nothing had changed').toHaveLength(1);
  await expect(build('two breaks')).rejects.toThrow(/^Building .+ failed/);
  expect(await build('one')).toEqual(['one', 'one']);
});

test('sources that change while they are built are built again', async () => {
  const changing = `
    import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
    const at = (file) => new URL(file, import.meta.url);
    const source = readFileSync(at('source.txt'), 'utf8');
    mkdirSync(at('out'), { recursive: true });
    appendFileSync(at('out/builds'), source + ' ');
    if (source === 'one') writeFileSync(at('source.txt'), 'two');`;
  const target = await targetOf(changing);
  await writeFile(path.join(folder, 'source.txt'), 'one');
  await ensureBuilt([target], () => {});
  expect(await readFile(path.join(folder, 'out/builds'), 'utf8')).toBe('one two ');
});

test('a link to nothing, by which Emacs marks a file that it has open, is no source', async () => {
  const inputs = [path.relative(repositoryRoot, folder)];
  const before = hashOf(inputs);
  await symlink('ada@laptop.1234:1700000000', path.join(folder, '.#routes.tsx'));
  expect(hashOf(inputs)).toBe(before);
});

test.each([
  ['src/features/gallery/gallery-page.tsx', true],
  ['src/features/dist/dist-page.tsx', true],
  ['src/routes.tsx', true],
  ['src/features/gallery/gallery.test.tsx', false],
  ['gallery/gallery.tsx', false],
  ['dist/remoteEntry.js', false],
  ['README.md', false],
])('whether a build depends on %s: %s', async (name, expected) => {
  const inputs = [path.relative(repositoryRoot, folder)];
  const before = hashOf(inputs);
  const file = path.join(folder, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, 'changed');
  expect(hashOf(inputs) !== before).toBe(expected);
});

test('a build ends when the process that wanted it is killed', async () => {
  const started = path.join(folder, 'started');
  const program = path.join(folder, 'build.mjs');
  await writeFile(
    program,
    `import { writeFileSync } from 'node:fs';
    setTimeout(() => {}, 60_000);
    writeFileSync(${JSON.stringify(started)}, String(process.pid), { flag: 'wx' });`,
  );
  const target = { name: path.basename(folder), program: [program], output: 'none', inputs: [] };
  const wanting = `
    import { ensureBuilt } from ${JSON.stringify(new URL('ensure-built.ts', import.meta.url).href)};
    await ensureBuilt([${JSON.stringify(target)}], () => {});`;
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', wanting], { stdio: 'inherit' });
  const build = async () => Number(await readFile(started, 'utf8').catch(() => 0));
  await expect.poll(build, { timeout: 10_000 }).toBeGreaterThan(0);
  const pid = await build();
  parent.kill('SIGKILL');
  await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
});
