import type { FormTable } from 'shared/rules/form';
import { plainTextOf, plainTextToHtml } from 'shared/rules/posts/plain-text';
import { postForm } from 'shared/rules/posts/post-form';

/** The form of an edited post. Without script, its text is plain where that loses nothing, and HTML otherwise. */
export const editForm = {
  ...postForm,
  version: { kind: 'hidden', label: 'Version that the author has seen' },
  format: { kind: 'hidden', label: 'What the text is' },
} as const satisfies FormTable;

type TextFormat = 'text' | 'html';

/** A post's HTML as its author edits it in a plain field. */
export function plainField(html: string): { text: string; format: TextFormat } {
  const text = plainTextOf(html);
  return text === undefined ? { text: html, format: 'html' } : { text, format: 'text' };
}

/** What was typed into that field, as HTML. */
export function htmlOfField(typed: string, format: string): string {
  if (format === 'html' || typed.trim() === '') return typed.trim();
  return plainTextToHtml(typed);
}

/** Whether the editor would drop parts of a post: other programs may have published more than it supports. */
export function isBeyondEditor(html: string): boolean {
  return /<(?:table|figure|hr|sub|sup|h4|ol start)\b/.test(html);
}
