/** Marks that people type at the start of a line, as in Markdown, become what they mean. Undoing brings the marks back. */
import type { Quill } from 'react-quill';
import { Delta, type Contents } from './quill.ts';

/** A format of the whole line. */
interface Meaning {
  format: 'header' | 'list' | 'blockquote' | 'code-block';
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

/** What the beginning of a line means, up to what was typed last; undefined for ordinary words. */
export function meaningOf(beginning: string): Meaning | undefined {
  // Browsers write some spaces as such that do not break.
  const typed = beginning.replaceAll('\u00a0', ' ');
  return meanings.find(([marks]) => marks.test(typed))?.[1];
}

/** Where one character was typed that may end the marks; undefined for every other change. */
export function endOfMarks({ ops }: Contents): number | undefined {
  const [first, second] = ops;
  const [index, inserted] = first?.retain === undefined ? [0, first] : [Number(first.retain), second];
  const isAll = ops.length === (first?.retain === undefined ? 1 : 2);
  return isAll && typeof inserted?.insert === 'string' && /^[ \u00a0`]$/.test(inserted.insert) ? index + 1 : undefined;
}

/** For the event `text-change`. What comes from undoing, redoing and programs is left as it is. */
export function applyShorthand(quill: Quill, change: Contents, source: string): void {
  if (source !== 'user' || quill.history.ignoreChange) return;
  const end = endOfMarks(change);
  if (end === undefined) return;
  const [line] = quill.getLine(end);
  if (!line) return;
  const start = quill.getIndex(line);
  const meaning = meaningOf(quill.getText(start, end - start));
  if (!meaning || !isPlain(quill, start)) return;
  // Two steps to undo: the first brings the marks back, the second takes them away.
  quill.history.cutoff();
  const rest = line.length() - 1 - (end - start);
  quill.updateContents(
    new Delta([
      ...(start > 0 ? [{ retain: start }] : []),
      { delete: end - start },
      ...(rest > 0 ? [{ retain: rest }] : []),
      { retain: 1, attributes: { [meaning.format]: meaning.value } },
    ]),
    'user',
  );
  quill.history.cutoff();
  quill.setSelection(start, 0, 'silent');
}

/** Whether the line is none of what marks can make of it. */
function isPlain(quill: Quill, start: number): boolean {
  const formats = quill.getFormat(start, 0);
  return meanings.every(([, { format }]) => formats[format] === undefined);
}
