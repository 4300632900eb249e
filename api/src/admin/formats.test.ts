import { expect, test } from 'vitest';
import { formatted } from './formats.ts';

test('the columns of a table are aligned, whatever is in them', () => {
  const names = ['Ọ̀nà', '王小明', '👩‍💻 x', 'ｱｲ', 'Z'.padEnd(12, '\u0351')];
  const rows = names.map((name, id) => ({ name, id }));
  expect(formatted(rows, 'table').split('\n').slice(0, -2)).toEqual([
    'name    id',
    'Ọ̀nà     0',
    '王小明  1',
    '👩‍💻 x    2',
    'ｱｲ      3',
    `${'Z'.padEnd(12, '\u0351')}       4`,
  ]);
});

test('a long cell is cut between characters', () => {
  const cut = (name: string) => formatted([{ name }], 'table').split('\n')[1];
  expect(cut('Ọ̀'.repeat(61))).toBe(`${'Ọ̀'.repeat(59)}…`);
  expect(cut('王'.repeat(31))).toBe(`${'王'.repeat(29)}…`);
  expect(cut('👩‍💻'.repeat(30))).toBe('👩‍💻'.repeat(30));
});
