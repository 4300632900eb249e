import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

test('every test that docs/specification-coverage.md names exists', async () => {
  const table = await readFile(path.join(root, 'docs/specification-coverage.md'), 'utf8');
  const named = [...table.matchAll(/`([^`]+\.(?:spec|test)\.ts)` › (.+?)(?=<br>| \|$)/gm)];
  expect(named.length).toBeGreaterThan(50);
  const missing: string[] = [];
  for (const [, file, title] of named) {
    const source = await readFile(path.join(root, file!), 'utf8').catch(() => '');
    const titles = [...source.matchAll(/\b(?:test|it)(?:\.step|\.each\([^]*?\))?\(\s*(['"`])(.*?)\1\s*,/g)].map(
      ([, , text]) => text!.replaceAll("\\'", "'"),
    );
    if (!titles.some((text) => text.includes(title!))) missing.push(`${file} › ${title}`);
  }
  expect(missing).toEqual([]);
});

test('every row names a test, or the issue that brings it', async () => {
  const table = await readFile(path.join(root, 'docs/specification-coverage.md'), 'utf8');
  const rows = table.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| statement'));
  expect(rows.filter((row) => !/ › | issue \d/.test(row))).toEqual([]);
});
