import { useRef } from 'react';
import { useProblems, CONTENT_ID, TITLE_ID, type PostErrors } from './use-problems.ts';
import { useWriter, type Edited } from './use-writer.ts';
import type { DraftName } from './draft/draft.ts';

/**
 * A post while it is being written: its title, text and draft, and what is wrong with them.
 * @param first the problems that the server found
 * @param edited if left out, a new post is written
 */
export function usePost(name: DraftName, first: PostErrors | undefined, edited?: Edited) {
  const title = useRef<HTMLTextAreaElement>(null);
  const { errors, summary, setTitleProblem, contentEdited, check } = useProblems(first);
  const setTitle = (text: string) => {
    if (title.current) title.current.value = text;
  };
  const writer = useWriter(name, { get: () => title.current?.value ?? '', set: setTitle }, edited);
  const { draft, editor, area } = writer;
  return {
    ...writer,
    setTitle,
    errors,
    summary,
    check,
    titleField: {
      id: TITLE_ID,
      ref: title,
      error: errors.title,
      onEdit: draft.edited,
      onProblem: setTitleProblem,
      onEnter: () => editor?.focus(),
    },
    area: {
      ...area,
      id: CONTENT_ID,
      error: errors.content,
      label: 'Content',
      onEdit: () => {
        draft.edited();
        contentEdited(() => editor?.html());
      },
    },
  };
}
