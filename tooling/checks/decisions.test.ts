/** The index of the decisions names every record, as it is called there, and nothing else. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../workspace/root.ts';

const folder = path.join(repositoryRoot, 'docs/decisions');
const ROW = /^\| \[(\d{3})\]\((.+?)\) \| (.+?) \| (\d{4}-\d{2}-\d{2}) \| (in force|superseded by \d{3}) \|$/;

test('every decision is in the index, and every gap in their numbers is explained', async () => {
  const index = await readFile(path.join(folder, 'README.md'), 'utf8');
  const rows = index.split('\n').flatMap((line) => {
    const [, number, file, title] = ROW.exec(line) ?? [];
    return number === undefined ? [] : [{ number, file, title }];
  });
  const records = (await readdir(folder)).filter((name) => /^\d{3}-/.test(name)).toSorted();
  const expected = await Promise.all(
    records.map(async (file) => {
      const [, number, title] = /^# (\d{3}) (.+)$/m.exec(await readFile(path.join(folder, file), 'utf8')) ?? [];
      return { number, file, title };
    }),
  );
  expect(rows).toEqual(expected);
  const numbers = new Set(rows.map(({ number }) => number));
  const last = Number(rows.at(-1)?.number);
  for (let number = 1; number <= last; number += 1) {
    const name = String(number).padStart(3, '0');
    if (!numbers.has(name)) expect(index.split('|')[0], `decision ${name}`).toContain(name);
  }
});
