/** Marks at the start of a line, as in Markdown, and what they mean. */
import type { Contents } from './quill.ts';

/** A format of the whole line. */
interface Meaning {
  format: (typeof lineFormats)[number];
  value: unknown;
}

const meanings: readonly [RegExp, Meaning][] = [
  [/^##? $/, { format: 'header', value: 2 }],
  [/^### $/, { format: 'header', value: 3 }],
  [/^[-*] $/, { format: 'list', value: 'bullet' }],
  [/^1\. $/, { format: 'list', value: 'ordered' }],
  [/^> $/, { format: 'blockquote', value: true }],
  [/^```$/, { format: 'code-block', value: true }],
];

/** The formats that a line can have. */
export const lineFormats = ['header', 'list', 'blockquote', 'code-block'] as const;

/** What a line's beginning, up to the character typed last, means; undefined for ordinary words. */
export function meaningOf(beginning: string): Meaning | undefined {
  // Browsers write some spaces as non-breaking ones.
  const typed = beginning.replaceAll('\u00a0', ' ');
  return meanings.find(([marks]) => marks.test(typed))?.[1];
}

/** Where a character that may complete a mark was typed; undefined for any other change. */
export function endOfMarks({ ops }: Contents): number | undefined {
  const [first, second] = ops;
  const [index, inserted] = first?.retain === undefined ? [0, first] : [Number(first.retain), second];
  const isAll = ops.length === (first?.retain === undefined ? 1 : 2);
  return isAll && typeof inserted?.insert === 'string' && /^[ \u00a0`]$/.test(inserted.insert) ? index + 1 : undefined;
}
