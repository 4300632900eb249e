import type { FormBody, FormTable } from '../form.ts';
import { AUTHOR_MAX, CONTENT_MAX, TITLE_MAX } from '../limits.ts';

/** A post from the rich-text editor, which sets no lower bound on its content (specification, section 5). */
export const postForm = {
  title: {
    kind: 'line',
    label: 'Title',
    noun: 'The title',
    max: TITLE_MAX,
    empty: 'A post needs a title.',
  },
  content: { kind: 'text', label: 'Content', noun: 'The content', max: CONTENT_MAX, optional: true, asTyped: true },
  author: {
    kind: 'line',
    label: 'Author',
    noun: 'The author’s name',
    max: AUTHOR_MAX,
    optional: true,
    autoComplete: 'name',
  },
} as const satisfies FormTable;

const { optional: _, ...required } = postForm.content;

/** A post from the simple form, which wants some content. */
export const simplePostForm = {
  ...postForm,
  content: { ...required, empty: 'A post needs some content.' },
} as const satisfies FormTable;

/** Body of `POST /api/blogs/posts` (rich text) and `POST /api/post/postBlog` (plain text). */
export type NewPost = FormBody<typeof simplePostForm>;
