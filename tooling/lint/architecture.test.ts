/** The diagram in docs/architecture.md is the tree, and its arrows are what the lint rules allow. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { repositoryRoot } from '../workspace/root.ts';

interface Folder {
  /** From the root, without a slash at its end. */
  path: string;
  parent: Folder | undefined;
  children: Folder[];
  /** As they are written; none for a folder that says nothing of its arrows. */
  arrows: string[] | undefined;
}

const diagram = parse(await readFile(path.join(repositoryRoot, 'docs/architecture.md'), 'utf8'));
const all = [...walk(diagram)];
const at = (name: string) => all.find((folder) => folder.path === name);

const scratch: string[] = [];
afterAll(() => Promise.all(scratch.map((folder) => rm(folder, { recursive: true }))));

function parse(document: string): Folder {
  const [, block] = /```folders\n(.*?)```/s.exec(document)!;
  const root: Folder = { path: '', parent: undefined, children: [], arrows: undefined };
  const open = [root];
  for (const line of block!.trimEnd().split('\n')) {
    const match = /^((?: {2})*)(\S+)\/(?: +(.+?))??(?: → (.+))?$/.exec(line);
    if (!match) throw new Error(`Not a line of the diagram: ${line}`);
    const [, indent, name, , arrows] = match;
    const parent = open[indent!.length / 2]!;
    const names = arrows === 'nothing' ? [] : arrows?.split(', ');
    const folder: Folder = { path: path.join(parent.path, name!), parent, children: [], arrows: names };
    parent.children.push(folder);
    open.splice(indent!.length / 2 + 1, open.length, folder);
  }
  return root;
}

function* walk(folder: Folder): Generator<Folder> {
  for (const child of folder.children) {
    yield child;
    yield* walk(child);
  }
}

/** The folder that an arrow of `from` names: a neighbour of it or of its parents, or a folder of shared. */
function named(name: string, from: Folder): string {
  for (let { parent } = from; parent; { parent } = parent) {
    const near = parent.children.find((child) => child.path === path.join(parent!.path, name));
    if (near && near.path !== 'shared') return near.path;
  }
  const shared = at(`shared/${name}`);
  if (!shared) throw new Error(`${from.path} → ${name}: there is no such folder in the diagram.`);
  return shared.path;
}

/** What a folder may import by the diagram: its own arrows and its parents', with all that is below them. */
function allowed(from: Folder): { value: Set<string>; type: Set<string> } {
  const [value, type] = [new Set<string>(), new Set<string>()];
  for (let folder: Folder | undefined = from; folder; folder = folder.parent) {
    for (const arrow of folder.arrows ?? []) {
      const target = named(arrow.replace(' (types)', ''), folder);
      for (const { path: reached } of [at(target)!, ...walk(at(target)!)]) {
        type.add(reached);
        if (!arrow.endsWith(' (types)')) value.add(reached);
      }
    }
  }
  return { value, type };
}

/** A folder of the diagram as it may be called in the tree. @param other so that a placeholder differs from itself */
const example = (folder: string, other = false) =>
  folder
    .replace('mf-*', 'mf-blog')
    .replace('<feature>', other ? 'other-feature' : 'one-feature')
    .replace('<room>', other ? 'other-room' : 'one-room');

const isSamePackage = (one: string, other: string) => one.split('/')[0] === other.split('/')[0];

/** How a file of one folder imports a file of another. */
function specifier(from: string, to: string, isByPath: boolean): string {
  if (!isByPath && !isSamePackage(from, to)) return `${to}/target`;
  return `${path.relative(from, to)}/target.ts`;
}

/** Pairs of folders that a rule can tell apart. */
const sources = all.filter(({ path: name, arrows, children }) => {
  const isBound = /^(mf-\*\/(build|src\/)|shell\/s|shared\/|api\/src\/)/.test(name);
  return isBound && children.length === 0 && (arrows !== undefined || name.startsWith('api/src/features/'));
});
const targets = all.filter(
  ({ path: name, children }) =>
    /^(mf-\*\/(build|src)|shell\/s|shared|api\/src|tooling)/.test(name) && children.length === 0,
);

interface Pair {
  from: string;
  to: string;
  kind: 'value' | 'type';
  /** Out of its package by a path, not by the package's name. */
  isByPath?: boolean;
  isAllowed: boolean;
}

const pairs: Pair[] = sources.flatMap((from) => {
  const may = allowed(from);
  return targets.flatMap((to) =>
    (['value', 'type'] as const).flatMap((kind): Pair[] => {
      if (from === to && !from.path.includes('<')) return [];
      return [{ from: from.path, to: to.path, kind, isAllowed: may[kind].has(to.path) }];
    }),
  );
});

/** What browsers and servers run leaves its package by name only. */
const byPath: Pair[] = sources
  .filter(({ path: name }) => name !== 'mf-*/build')
  .flatMap(({ path: from }) =>
    targets.flatMap(({ path: to }): Pair[] =>
      isSamePackage(from, to) ? [] : [{ from, to, kind: 'value', isByPath: true, isAllowed: false }],
    ),
  );

test('the diagram has arrows enough to be worth a test', () => {
  expect(sources.length).toBeGreaterThan(20);
  expect(pairs.filter(({ isAllowed }) => isAllowed).length).toBeGreaterThan(100);
});

test('what the diagram allows, the lint rules allow, and they refuse everything else', async () => {
  const imports = [...pairs, ...byPath];
  const refused = await refusedBy(imports);
  const differing = imports.flatMap(({ from, to, kind, isByPath, isAllowed }, index) =>
    isAllowed === refused.has(index)
      ? [
          `${from} → ${to} (${isByPath ? 'path' : kind}): ${isAllowed ? 'in the diagram' : 'not in the diagram'}, and lint says otherwise`,
        ]
      : [],
  );
  expect(differing).toEqual([]);
});

/** Which of these imports oxlint refuses. */
async function refusedBy(imports: readonly Pair[]): Promise<Set<number>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'arrows-'));
  scratch.push(folder);
  const { jsPlugins } = JSON.parse(await readFile(path.join(repositoryRoot, '.oxlintrc.json'), 'utf8'));
  for (const part of ['.oxlintrc.json', ...jsPlugins])
    await cp(path.join(repositoryRoot, part), path.join(folder, part));
  for (const [index, { from, to, kind, isByPath = false }] of imports.entries()) {
    const file = path.join(folder, example(from), `n${index}.ts`);
    await mkdir(path.dirname(file), { recursive: true });
    const source = specifier(example(from), example(to, true), isByPath);
    const code =
      kind === 'type'
        ? `import type { Value } from '${source}';\nexport type Used = Value;\n`
        : `import { value } from '${source}';\nexport const used = value;\n`;
    await writeFile(file, code);
  }
  const oxlint = path.join(repositoryRoot, 'node_modules', '.bin', 'oxlint');
  const run = promisify(execFile)(oxlint, ['-f', 'json'], { cwd: folder, maxBuffer: 50 * 1024 * 1024 });
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
  const numbers = diagnostics
    .filter(({ code }) => code === 'eslint(no-restricted-imports)')
    .map(({ filename }) => Number(/n(\d+)\.ts$/.exec(filename)![1]));
  return new Set(numbers);
}

test('the folders of the diagram are those of the tree', async () => {
  const differing: string[] = [];
  for (const folder of [diagram, ...all].filter(({ children }) => children.length > 0)) {
    const shown = new Set(folder.children.map((child) => path.relative(folder.path, child.path).split('/')[0]!));
    for (const real of await existing(folder.path)) {
      const found = await subfolders(real);
      const isShown = (name: string) =>
        shown.has(name) || shown.has('<room>') || shown.has(name.replace(/^mf-.*/, 'mf-*'));
      differing.push(...found.filter((name) => !isShown(name)).map((name) => `${path.join(real, name)} is not shown`));
      const isMissing = (name: string) => !name.includes('*') && !name.includes('<') && !found.includes(name);
      if (!folder.path.includes('*'))
        differing.push(...[...shown].filter(isMissing).map((name) => `${path.join(real, name)} does not exist`));
    }
  }
  expect(differing).toEqual([]);
});

const notSources = new Set(['node_modules', 'dist', 'dist-development', 'test-results']);

/** Folders with files in them; what git does not track does not count. */
async function subfolders(folder: string): Promise<string[]> {
  const entries = await readdir(path.join(repositoryRoot, folder), { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !notSources.has(entry.name))
    .map(({ name }) => name);
  const contents = await Promise.all(names.map((name) => readdir(path.join(repositoryRoot, folder, name))));
  return names.filter((_, index) => contents[index]!.some((name) => !notSources.has(name)));
}

/** The folders that one of the diagram means. */
async function existing(folder: string): Promise<string[]> {
  if (!folder.startsWith('mf-*')) return folder.includes('<') ? [] : [folder];
  const remotes = (await subfolders('')).filter((name) => name.startsWith('mf-'));
  return folder.includes('<') || folder.includes('features') ? [] : remotes.map((name) => folder.replace('mf-*', name));
}
