import { useState } from 'react';
import type { FieldProblem } from 'shared/contracts/problem';
import { fieldErrors, fieldId, wrongFields, type FormErrors } from 'shared/forms/form-errors';
import { checkPost } from 'shared/rules/posts/post';
import { postForm, type NewPost } from 'shared/rules/posts/post-form';

const FORM_NAME = 'post';
export const TITLE_ID = fieldId(FORM_NAME, 'title');
export const CONTENT_ID = fieldId(FORM_NAME, 'content');
export const AUTHOR_ID = fieldId(FORM_NAME, 'author');

export type PostErrors = FormErrors<typeof postForm>;

/** What is wrong with a post, beside its fields and in the summary. @param first the problems that the server found */
export function useProblems(first: PostErrors = {}) {
  const [errors, setErrors] = useState(first);
  const [attempt, setAttempt] = useState(0);

  const refuse = (problems: readonly FieldProblem[]) => {
    setErrors(fieldErrors(problems) as PostErrors);
    setAttempt((before) => before + 1);
  };

  /** A message about a field stays until that is right. @param value as it is now, read only if needed */
  const edited = (name: keyof PostErrors, value: () => string | undefined) => {
    if (errors[name] === undefined) return;
    const problems = checkPost({ title: '-', content: '', [name]: value() ?? '' }, { contentRequired: false });
    const message = problems.find(({ field }) => field === name)?.message;
    setErrors((before) => ({ ...before, [name]: message }));
  };

  return {
    errors,
    summary: { wrong: wrongFields(postForm, FORM_NAME, errors, ['title', 'content', 'author']), attempt },
    edited,
    /** @returns whether the post may be sent; if not, the summary says why */
    check(post: NewPost): boolean {
      const problems = checkPost(post, { contentRequired: false });
      if (problems.length > 0) refuse(problems);
      else setErrors({});
      return problems.length === 0;
    },
  };
}
