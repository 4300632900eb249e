/** Marks typed at the start of a line, as in Markdown, become what they mean. Undo brings the marks back. */
import type { Quill } from 'react-quill';
import { endOfMarks, lineFormats, meaningOf } from './marks.ts';
import { Delta, imagesIn, type Contents } from './quill.ts';

/** For the event `text-change`. Changes made by undo, redo and programs are left as they are. */
export function applyShorthand(quill: Quill, change: Contents, source: string): void {
  if (source !== 'user' || quill.history.ignoreChange) return;
  const end = endOfMarks(change);
  if (end === undefined) return;
  const [line] = quill.getLine(end);
  if (!line) return;
  const start = quill.getIndex(line);
  const meaning = meaningOf(quill.getText(start, end - start));
  if (!meaning || !isPlain(quill, start)) return;
  // Code holds none.
  if (meaning.format === 'code-block' && imagesIn(quill, { index: start, length: line.length() }).length > 0) return;
  // Undone in two steps: the first brings the marks back, the second removes them.
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
  // Afterwards: what was typed sets the cursor once more, to where it would be after the marks.
  queueMicrotask(() => quill.setSelection(start, 0, 'silent'));
}

/** Whether the line has none of the formats that marks make. */
function isPlain(quill: Quill, start: number): boolean {
  const formats = quill.getFormat(start, 0);
  return lineFormats.every((format) => formats[format] === undefined);
}
