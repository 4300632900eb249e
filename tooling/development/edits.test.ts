import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../workspace/root.ts';
import { edits, mistakes } from './edits.ts';

test('the texts that the tests of development change exist', async () => {
  const stale: string[] = [];
  for (const { file, from } of [...Object.values(edits), ...mistakes]) {
    const text = await readFile(path.join(repositoryRoot, file), 'utf8').catch(() => '');
    if (!text.includes(from)) stale.push(`${file}: ${from}`);
  }
  expect(stale).toEqual([]);
});
