/** Comments, documents, titles of tests and messages do without words that a native speaker would not use there. */
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../workspace/root.ts';

const OWN = 'tooling/checks/words.test.ts';

/** Each with what to write instead. Names of files and paths, such as `reload-once.ts`, are left alone. */
const WORDS: readonly [RegExp, string][] = [
  [/(?<![-/])\banew\b/i, '"again", or "re-": reloads, is remade'],
  // Not `of before)`, which is code.
  [/\bof before\b(?!\))/i, '"earlier", "former" or "previous"'],
  // "None of these" is fine.
  [/\bthat is none\b(?! of)/i, '"not a …", "an invalid …"'],
  [/\bwhoever\b/i, 'the person or program: "a visitor who", "a slow reader"'],
  [/\bin vain\b/i, '"without success", or what did not happen'],
];

/** Not by asking Git: a copy of the sources may have none, and Git lists what was just deleted. */
const files = (): string[] =>
  globSync(['*.{md,ts}', '{api,deploy,docs,e2e,mf-*,shared,shell,tooling}/**/*.{ts,tsx,mjs,md,yaml}'], {
    cwd: repositoryRoot,
    exclude: ['**/node_modules/**', '**/dist*/**', '**/.*/**', OWN],
  });

function foreignWords(file: string, text: string): string[] {
  return text.split('\n').flatMap((line, index) =>
    WORDS.flatMap(([word, instead]) => {
      const found = word.exec(line);
      return found ? [`${file}:${index + 1}: "${found[0]}". Write ${instead}.`] : [];
    }),
  );
}

test('no text has one of these words', async () => {
  const all = files();
  expect(all.length).toBeGreaterThan(1_000);
  const found = await Promise.all(
    all.map(async (file) => foreignWords(file, await readFile(path.join(repositoryRoot, file), 'utf8'))),
  );
  expect(found.flat()).toEqual([]);
});

test.each([
  ['// The page is made anew.', 'anew'],
  ['A shell of before may not know it.', 'of before'],
  ["['a session that is none', 401],", 'that is none'],
  ['Whoever reads slowly is waited for.', 'Whoever'],
  ['* It was asked in vain.', 'in vain'],
])('%j is found', (line, word) => {
  expect(foreignWords('docs/a.md', `\n${line}`)).toEqual([expect.stringContaining(`docs/a.md:2: "${word}". Write `)]);
});

test.each([
  "import { reloadOnce } from './reload-once.ts';",
  "const KEY = 'loaded-anew';",
  'for (const name of before) {}',
])('%j is not', (line) => {
  expect(foreignWords('a.ts', line)).toEqual([]);
});
