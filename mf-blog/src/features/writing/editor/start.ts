/** What an editor begins with. Pages import only the type: its code comes with the editor. */
import type { Operations } from '../draft/draft.ts';

/** A draft, a post's HTML, or the content of the plain field, appended to a draft. */
export type Start = Operations | { html: string } | { behind: Operations; plain: string };

/** Makes every line a paragraph, and keeps every space: the visitor may be about to type the next word. */
export function plainLines(typed: string): Operations {
  return [{ insert: `${oneBreakEach(typed)}\n` }];
}

/** How many characters of {@link plainLines} come after the field's cursor. */
export function afterCursor({ value, selectionEnd }: Pick<HTMLTextAreaElement, 'value' | 'selectionEnd'>): number {
  return oneBreakEach(value).length - oneBreakEach(value.slice(0, selectionEnd)).length;
}

/** In the plain field an empty line begins a paragraph; in the editor every line does. */
const oneBreakEach = (typed: string): string => typed.replaceAll(/\n{2,}/g, '\n');
