/** What an editor begins with. Pages know the type alone: its code comes with the editor. */
import type { Operations } from '../draft/draft.ts';

/** A draft, a post's HTML, or what the plain field holds, behind a draft. */
export type Start = Operations | { html: string } | { behind: Operations; plain: string };

/** Every line is a paragraph, and every space is kept: the visitor may be about to type the next word. */
export function plainLines(typed: string): Operations {
  return [{ insert: `${oneBreakEach(typed)}\n` }];
}

/** How many characters {@link plainLines} has after the field's cursor. */
export function afterCursor({ value, selectionEnd }: Pick<HTMLTextAreaElement, 'value' | 'selectionEnd'>): number {
  return oneBreakEach(value).length - oneBreakEach(value.slice(0, selectionEnd)).length;
}

/** In the plain field an empty line begins a paragraph; in the editor every line does. */
const oneBreakEach = (typed: string): string => typed.replaceAll(/\n{2,}/g, '\n');
