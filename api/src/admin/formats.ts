/** Rows as text: for people, for programs, for spreadsheets. */
import type { Row } from './lists.ts';

export const formats = ['table', 'json', 'csv'] as const;
export type Format = (typeof formats)[number];

/** Longest cell of a table. */
const CELL_MAX = 60;

export function formatted(rows: Row[], format: Format): string {
  if (format === 'json') return `${JSON.stringify(rows, null, 2)}\n`;
  return format === 'csv' ? csv(rows) : table(rows);
}

function table(rows: Row[]): string {
  const [first] = rows;
  if (!first) return 'Nothing.\n';
  const columns = Object.keys(first);
  const lines = [columns, ...rows.map((row) => columns.map((column) => cell(row[column])))];
  const widths = columns.map((_, index) => lines.reduce((width, line) => Math.max(width, line[index]!.length), 0));
  const text = lines.map((line) => line.map((value, index) => value.padEnd(widths[index]!)).join('  ').trimEnd());
  return `${text.join('\n')}\n${rows.length} ${rows.length === 1 ? 'row' : 'rows'}.\n`;
}

/** Values come from visitors: what would move the cursor or colour the terminal is left out. */
function cell(value: Row[string] | undefined): string {
  const line = String(value ?? '').replace(/[\p{Cc}\p{Cf}]+/gu, ' ');
  if (line.length <= CELL_MAX) return line;
  // Not in the middle of a character.
  return `${line.slice(0, CELL_MAX - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** What spreadsheets take for the beginning of a formula; the last four are the wide forms of East Asian keyboards. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** RFC 4180. What a spreadsheet would take for a formula gets an apostrophe before it. */
function csv(rows: Row[]): string {
  if (!rows[0]) return '';
  const columns = Object.keys(rows[0]);
  const quoted = (value: Row[string] | undefined) => {
    const text = String(value ?? '');
    return `"${(typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
  };
  return [columns.map(quoted), ...rows.map((row) => columns.map((column) => quoted(row[column])))].map((line) => `${line.join(',')}\r\n`).join('');
}
