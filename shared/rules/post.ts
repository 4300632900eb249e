/** Checks of a new post, the same in the forms and in the API. */
import type { NewPost } from '../contracts/posts.ts';
import type { FieldProblem } from '../contracts/problem.ts';
import { AUTHOR_MAX, CONTENT_MAX, TITLE_MAX } from './limits.ts';
import { isVisible, strayCharacter } from './text.ts';

/**
 * What is wrong with a new post, by field; empty if it can be published. The rich-text editor sets no lower bound
 * on the content, the simple form requires some (specification, section 5): `contentRequired`.
 */
export function checkPost(post: NewPost, { contentRequired }: { contentRequired: boolean }): FieldProblem[] {
  const { title, content, author = '' } = post;
  const problems: FieldProblem[] = [];
  const refuse = (field: keyof NewPost, message: string) => problems.push({ field, message });
  const refuseStray = (field: keyof NewPost, name: string, stray: string | undefined) => {
    if (stray) refuse(field, `${name} contains ${stray}. Remove it, then publish again.`);
  };
  if (!isVisible(title)) refuse('title', 'A post needs a title.');
  else if (title.trim().length > TITLE_MAX) refuse('title', `The title is too long: at most ${TITLE_MAX} characters fit.`);
  else refuseStray('title', 'The title', strayCharacter(title.trim(), 'line'));

  if (contentRequired && content.trim() === '') refuse('content', 'A post needs some content.');
  else if (content.length > CONTENT_MAX) refuse('content', `The content is too long: at most ${CONTENT_MAX} characters fit.`);
  else refuseStray('content', 'The content', strayCharacter(content, 'text'));

  if (author.trim().length > AUTHOR_MAX) refuse('author', `The author's name is too long: at most ${AUTHOR_MAX} characters fit.`);
  else refuseStray('author', "The author's name", strayCharacter(author.trim(), 'line'));
  return problems;
}
