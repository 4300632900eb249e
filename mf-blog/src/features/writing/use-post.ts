import { useRef } from 'react';
import { useProblems, AUTHOR_ID, CONTENT_ID, TITLE_ID, type PostErrors } from './use-problems.ts';
import { useWriter, type Edited, type Fields } from './use-writer.tsx';
import type { DraftName } from './draft/draft.ts';
import { titleOf } from './sending.tsx';

/**
 * A post while it is being written: its fields, text and draft, and what is wrong with them.
 * @param first the problems that the server found
 * @param edited if left out, a new post is written
 */
export function usePost(name: DraftName, first: PostErrors | undefined, edited?: Edited) {
  const title = useRef<HTMLTextAreaElement>(null);
  const author = useRef<HTMLInputElement>(null);
  const { errors, summary, edited: fieldEdited, check } = useProblems(first);
  const fields: Fields = {
    get: () => ({
      title: title.current?.value ?? '',
      ...(author.current && { author: author.current.value }),
    }),
    set: (typed) => {
      if (title.current) title.current.value = typed.title;
      if (author.current) author.current.value = typed.author ?? author.current.defaultValue;
    },
  };
  const writer = useWriter(name, fields, edited);
  const { draft, editor, area } = writer;
  return {
    ...writer,
    fields,
    summary,
    check,
    titleField: {
      id: TITLE_ID,
      ref: title,
      error: errors.title,
      onEdit: () => {
        draft.edited();
        fieldEdited('title', () => titleOf(title.current?.value ?? ''));
      },
      onEnter: () => editor?.focus(),
    },
    authorField: {
      id: AUTHOR_ID,
      ref: author,
      error: errors.author,
      onChange: () => {
        draft.edited();
        fieldEdited('author', () => author.current?.value);
      },
    },
    area: {
      ...area,
      id: CONTENT_ID,
      error: errors.content,
      label: 'Content',
      onEdit: () => {
        draft.edited();
        fieldEdited('content', () => editor?.html());
      },
    },
  };
}
