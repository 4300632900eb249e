/** Links in documents lead to files in the repository. */
import { execFile } from 'node:child_process';
import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../workspace/root.ts';

async function documents(): Promise<string[]> {
  const { stdout } = await promisify(execFile)(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'],
    {
      cwd: repositoryRoot,
    },
  );
  // Texts for visitors link to pages.
  return stdout
    .trim()
    .split('\n')
    .filter((file) => !file.includes('/src/'));
}

const read = (file: string) => readFile(path.join(repositoryRoot, file), 'utf8');
const exists = (file: string) =>
  access(path.join(repositoryRoot, file)).then(
    () => true,
    () => false,
  );

test('every link of a document leads to a file that is there', async () => {
  const dead: string[] = [];
  for (const document of await documents()) {
    const links = [...(await read(document)).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)];
    for (const [, target] of links)
      if (!(await exists(path.join(path.dirname(document), target!)))) dead.push(`${document} → ${target}`);
  }
  expect(dead).toEqual([]);
});

test('the specification is there, and its coverage goes through it section by section', async () => {
  const sections = (text: string) =>
    [...text.matchAll(/^## (\d)\.?(?: to (\d))? /gm)].flatMap(([, first, last]) => (last ? [first, last] : [first]));
  const specification = sections(await read('docs/specification.md'));
  expect(specification).toHaveLength(9);
  expect(sections(await read('docs/specification-coverage.md'))).toEqual(specification);
});
