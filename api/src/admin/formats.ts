/** Rows as text: for people, for programs, for spreadsheets. */
import { counted } from 'shared/rules/counted';
import type { Row } from './lists.ts';

export const formats = ['table', 'json', 'csv'] as const;
export type Format = (typeof formats)[number];

/** Widest cell of a table, in columns of a terminal. */
const CELL_MAX = 60;

/**
 * Values come from visitors, and older rules were less strict. Characters that move the cursor, colour the terminal or
 * change the direction of writing are never printed as they are. Joiners are: emoji and many scripts need them.
 */
const UNPRINTABLE = /[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]--[\u200c\u200d]]+/gv;

export function formatted(rows: Row[], format: Format): string {
  // The line breaks are JSON's own: those of values are escaped already.
  if (format === 'json')
    return `${JSON.stringify(rows, null, 2).replace(UNPRINTABLE, (found) => escaped(found, '\n'))}\n`;
  return format === 'csv' ? csv(rows) : table(rows);
}

function table(rows: Row[]): string {
  const [first] = rows;
  if (!first) return 'Nothing.\n';
  const columns = Object.keys(first);
  const lines = [columns, ...rows.map((row) => columns.map((column) => cell(row[column])))];
  const widths = columns.map((_, index) => lines.reduce((width, line) => Math.max(width, widthOf(line[index]!)), 0));
  const text = lines.map((line) =>
    line
      .map((value, index) => value + ' '.repeat(widths[index]! - widthOf(value)))
      .join('  ')
      .trimEnd(),
  );
  return `${text.join('\n')}\n${counted(rows.length, 'row')}.\n`;
}

function cell(value: Row[string] | undefined): string {
  const line = String(value ?? '').replace(UNPRINTABLE, ' ');
  let width = 0;
  let cut = '';
  for (const { segment } of characters.segment(line)) {
    width += widthOfOne(segment);
    if (width > CELL_MAX) return `${cut}…`;
    // With room for the ellipsis.
    if (width < CELL_MAX) cut += segment;
  }
  return line;
}

/** Characters as people count them: a letter with all its accents is one. */
const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Characters as wide as two others: East Asian ones, without their narrow forms, and emoji. */
const WIDE = /^[[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Hangul}！-｠￠-￦\p{Emoji_Presentation}]--[\uff61-\uffdc]]/v;

const widthOfOne = (character: string): number => (WIDE.test(character) ? 2 : 1);

/** How many columns of a terminal a text takes. */
function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of characters.segment(text)) width += widthOfOne(segment);
  return width;
}

/** As JSON writes it, by UTF-16 units: `\u202e`. @param kept characters that stay as they are */
function escaped(text: string, kept: string): string {
  return text
    .split('')
    .map((unit) => (kept.includes(unit) ? unit : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`))
    .join('');
}

/** What spreadsheets take for the beginning of a formula; the last four are the wide forms of East Asian keyboards. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * RFC 4180. What a spreadsheet would take for a formula gets an apostrophe before it. Line breaks and tabs within a
 * value stay, other characters that cannot be printed are written as JSON writes them.
 */
function csv(rows: Row[]): string {
  if (!rows[0]) return '';
  const columns = Object.keys(rows[0]);
  const quoted = (value: Row[string] | undefined) => {
    const text = String(value ?? '')
      .replaceAll('\r\n', '\n')
      .replace(UNPRINTABLE, (found) => escaped(found, '\t\n'));
    return `"${(typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
  };
  return [columns.map(quoted), ...rows.map((row) => columns.map((column) => quoted(row[column])))]
    .map((line) => `${line.join(',')}\r\n`)
    .join('');
}
