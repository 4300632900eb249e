/** Links in documents lead to files in the repository, the commands that they name exist, and lines are wrapped. */
import { globSync } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { addBackupCommands } from '../../api/src/admin/commands/backup-commands.ts';
import { adminCommands } from '../../api/src/admin/commands/commands.ts';
import { addLaunchCommand } from '../../api/src/admin/launch.ts';
import { repositoryRoot } from '../workspace/root.ts';

/** Not by asking Git: a copy of the sources may have none, and Git lists what was just deleted. */
function documents(): string[] {
  return globSync(['*.md', '{api,deploy,docs,e2e,mf-*,shared,shell,tooling}/**/*.md'], {
    cwd: repositoryRoot,
    // Texts for visitors link to pages, not files.
    exclude: ['**/node_modules/**', '**/dist/**', '**/src/**'],
  });
}

const read = (file: string) => readFile(path.join(repositoryRoot, file), 'utf8');
const exists = (file: string) =>
  access(path.join(repositoryRoot, file)).then(
    () => true,
    () => false,
  );

const withoutCode = (text: string) => text.replace(/^ *```[^]*?^ *```$/gm, (code) => code.replace(/[^\n]/g, ''));

/** What links to the headings of a document end with, as GitHub makes it of their words. */
async function anchorsIn(document: string): Promise<string[]> {
  const headings = withoutCode(await read(document)).matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, words]) =>
    words!
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test('every link of a document leads to a file that exists, and to a heading in it', async () => {
  const dead: string[] = [];
  for (const document of documents()) {
    const links = (await read(document)).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g);
    for (const [link, target = '', anchor] of links) {
      const file = target === '' ? document : path.join(path.dirname(document), target);
      const isThere = (await exists(file)) && (anchor === undefined || (await anchorsIn(file)).includes(anchor));
      if (!isThere) dead.push(`${document} → ${link}`);
    }
  }
  expect(dead).toEqual([]);
});

test('text is wrapped at 120 characters; rows of tables and code are not', async () => {
  const long: string[] = [];
  // The specification is as its owner wrote it.
  for (const document of documents().filter((file) => file !== 'docs/specification.md')) {
    const text = withoutCode(await read(document));
    for (const [index, line] of text.split('\n').entries())
      if (line.length > 120 && !/^ *\|/.test(line)) long.push(`${document}:${index + 1}`);
  }
  expect(long).toEqual([]);
});

test('the specification exists, and its coverage goes through it section by section', async () => {
  const sections = (text: string) =>
    [...text.matchAll(/^## (\d)\.?(?: to (\d))? /gm)].flatMap(([, first, last]) => (last ? [first, last] : [first]));
  const specification = sections(await read('docs/specification.md'));
  expect(specification).toHaveLength(9);
  expect(sections(await read('docs/specification-coverage.md'))).toEqual(specification);
});

test('every command that a document names exists, and the README names every command', async () => {
  const scriptsOf = async (file: string) =>
    Object.keys((JSON.parse(await read(file)) as { scripts?: object }).scripts ?? {});
  const scripts = [...(await scriptsOf('package.json')), ...(await scriptsOf('mf-blog/package.json'))];
  const commands = adminCommands({} as Parameters<typeof adminCommands>[0]);
  addBackupCommands(commands, {} as Parameters<typeof addBackupCommands>[1]);
  addLaunchCommand(commands, {} as Parameters<typeof addLaunchCommand>[1]);
  const admin = new Set(commands.commands.map((command) => command.name()));

  const missing: string[] = [];
  let named = 0;
  for (const document of documents()) {
    const text = await read(document);
    for (const [, script, word] of text.matchAll(
      /npm run (?:--silent )?([a-z][\w:-]*)(?:\s-w \S+)?(?:\s--\s([a-z][a-z-]*))?/g,
    )) {
      named += 1;
      if (!scripts.includes(script!)) missing.push(`${document}: npm run ${script}`);
      if (script === 'admin' && word !== undefined && !admin.has(word)) missing.push(`${document}: admin ${word}`);
    }
  }
  const table = await read('docs/admin.md');
  const listed = [...table.matchAll(/^\| (`.+?`) \|/gm)].flatMap(([, cell]) =>
    [...cell!.matchAll(/`([a-z][a-z-]*)/g)].map(([, name]) => name!),
  );
  expect([...new Set(listed)].toSorted()).toEqual([...admin].toSorted());
  const readme = await read('README.md');
  const unnamed = (await scriptsOf('package.json')).filter((name) => !new RegExp(`npm (run )?${name}\\b`).test(readme));
  expect(unnamed).toEqual([]);
  expect(named).toBeGreaterThan(50);
  expect(missing).toEqual([]);
});
