/** What the editor asks about a part of the text: where a link leads, what an image shows. */
import type { Quill } from 'react-quill';
import { imageAt, type Contents, type Selection } from './quill.ts';

export interface Asked {
  kind: 'link' | 'image';
  at: Selection;
  /** The answer as it is now. */
  value: string;
  /** Whether the visitor is not writing at the moment. */
  takesFocus: boolean;
}

export interface Question extends Asked {
  id: number;
}

/** The questions after a change of the text: each stays with its part, and disappears with its image. */
export function moved(questions: readonly Question[], change: Contents, quill: Quill): readonly Question[] {
  if (questions.length === 0) return questions;
  return questions
    .map((question) => {
      const { index, length } = question.at;
      const [start, end] = [change.transformPosition(index), change.transformPosition(index + length)];
      return { ...question, at: { index: start, length: question.kind === 'image' ? 1 : end - start } };
    })
    .filter(({ kind, at }) => kind === 'link' || imageAt(quill, at.index) !== undefined);
}
