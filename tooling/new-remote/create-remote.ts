/**
 * Makes a new area that works at once: a page, its loader, a form without script, a test. The template is a remote like
 * any other, so the checks look at it; its own names are replaced.
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { paths } from '../../shared/contracts/paths.ts';
import { findConflict } from '../../shared/releases/ownership.ts';
import { CommandError } from '../processes/command-error.ts';
import { run } from '../processes/run.ts';
import { INSTALLED_STAMP, lockHash } from '../workspace/installed.ts';
import { remotes } from '../workspace/remotes.ts';
import { repositoryRoot } from '../workspace/root.ts';

const TEMPLATE = path.join(import.meta.dirname, 'template');
const SITE_PATHS = 'shared/contracts/site-paths.ts';
const TESTED_PAGES = 'e2e/fixtures/pages.ts';
const END_OF_TESTED_PAGES = '];\n';

/** Letters alone: the name is also a part of route ids, of the container's name and of the path's constant. */
const NAME = /^mf-[a-z]{2,20}$/;
const PATH = /^(\/[A-Za-z0-9_-]{1,50}){1,4}$/;

interface NewRemote {
  /** `mf-events` */
  name: string;
  /** `/events` */
  path: string;
}

/**
 * @returns what else was written, one sentence each
 * @throws CommandError when the name or the path is not available; then nothing was written
 */
export async function createRemote({ name, path: pagePath }: NewRemote): Promise<string[]> {
  const area = name.replace(/^mf-/, '');
  await requireFreeName(name, area);
  await requireFreePath(pagePath);
  const title = area[0]!.toUpperCase() + area.slice(1);

  await fillIn(name, [
    [/'\.\.\/\.\.\/(?=(?:vite|release)\/)/g, "'../tooling/"],
    [/\bpaths\.newsletter\b/g, `paths.${area}`],
    [/`\/template`/g, `\`${pagePath}\``],
    [/\bTemplate\b/g, title],
    [/\btemplate\b/g, area],
  ]);
  await run('biome', ['format', '--write', name], { quiet: true });
  await change(SITE_PATHS, (text) => `${text}export const ${area} = '${pagePath}';\n`);
  const tested = `  {
    path: '${pagePath}',
    area: '${name}',
    title: '${title} | Portloom',
    isFound: true,
    isUnlinked: true,
  },
`;
  await change(TESTED_PAGES, (text) => text.replace(END_OF_TESTED_PAGES, () => tested + END_OF_TESTED_PAGES));
  return [
    `${SITE_PATHS}: paths.${area}, by which everybody links to the page.`,
    `${TESTED_PAGES}: the page is among those that the end-to-end tests look at. Once a page links to it, remove isUnlinked.`,
    await linkPackage(name),
  ];
}

async function requireFreeName(name: string, area: string): Promise<void> {
  if (!NAME.test(name))
    throw new CommandError(
      `"${name}" cannot be a remote's name; allowed: mf- and 2 to 20 lowercase letters, like mf-events.`,
    );
  if (existsSync(path.join(repositoryRoot, name)))
    throw new CommandError(`There is a folder ${name} already. Choose another name, or remove it first.`);
  const isTaken = Object.hasOwn(paths, area);
  if (isTaken || !isIdentifier(area))
    throw new CommandError(
      `${name} would need paths.${area}, which ${isTaken ? `${SITE_PATHS} has already` : 'is a word of JavaScript'}. Choose another name.`,
    );
}

/** @throws CommandError when the path is not one, or overlaps one that another remote has */
async function requireFreePath(wanted: string): Promise<void> {
  if (!PATH.test(wanted))
    throw new CommandError(
      `"${wanted}" cannot be the path of its page; allowed: a slash and letters, digits, - or _, like /events or /events/past.`,
    );
  const conflict = findConflict([wanted], { others: Object.values(paths) });
  if (!conflict) return;
  const owner = conflict.owner === 'shell' ? "the shell's server itself" : await ownerOf(conflict.claimed);
  throw new CommandError(`${wanted} overlaps ${conflict.claimed}, which belongs to ${owner}. Choose another path.`);
}

/** The remote whose route table names a path. */
async function ownerOf(claimed: string): Promise<string> {
  const keys = Object.entries(paths).flatMap(([key, pattern]) => (pattern === claimed ? [key] : []));
  for (const { name } of remotes) {
    const routes = await readFile(path.join(repositoryRoot, name, 'src/routes.tsx'), 'utf8').catch(() => '');
    if (keys.some((key) => new RegExp(`\\bpaths\\.${key}\\b`).test(routes))) return name;
  }
  return SITE_PATHS;
}

function isIdentifier(word: string): boolean {
  try {
    // Async, since in a module `await` is no identifier either.
    return Boolean(new Function(`"use strict"; return async () => { const ${word} = true; };`));
  } catch {
    return false;
  }
}

/** Copies the template elsewhere first, then moves it: a folder is never half a remote. */
async function fillIn(name: string, replacements: [RegExp, string][]): Promise<void> {
  const draft = path.join(repositoryRoot, '.cache', `new-${name}-${process.pid}`);
  try {
    for (const entry of await readdir(TEMPLATE, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = path.join(entry.parentPath, entry.name);
      let text = await readFile(file, 'utf8');
      for (const [token, value] of replacements) text = text.replace(token, () => value);
      const target = path.join(draft, path.relative(TEMPLATE, file));
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(target, text);
    }
    await rename(draft, path.join(repositoryRoot, name));
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Replaces a file at once: it is never half written, and what is linked to it elsewhere stays as it was. */
async function change(file: string, edit: (text: string) => string): Promise<void> {
  const target = path.join(repositoryRoot, file);
  await writeFile(`${target}.new`, edit(await readFile(target, 'utf8')));
  await rename(`${target}.new`, target);
}

/** Adds the package to the lock file, without the network: its dependencies are those of every remote. */
async function linkPackage(name: string): Promise<string> {
  const isInstalled =
    (await lockHash(repositoryRoot)) ===
    (await readFile(path.join(repositoryRoot, INSTALLED_STAMP), 'utf8').catch(() => ''));
  const { status, output } = await run(
    'npm',
    ['install', '--package-lock-only', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    { quiet: true },
  );
  if (status !== 0) return `package-lock.json could not be brought up to date; run npm install. npm said:\n${output}`;
  const link = path.join(repositoryRoot, 'node_modules', name);
  await symlink(path.join('..', name), link, 'junction').catch(() => {});
  const hash = await lockHash(repositoryRoot);
  if (isInstalled) await change(INSTALLED_STAMP, () => hash);
  return 'package-lock.json: the package.';
}
