/** Checks of a new post, the same in the forms and in the API. */
import type { FieldProblem } from '../../contracts/problem.ts';
import { formCheck } from '../form-check.ts';
import { type NewPost, postForm, simplePostForm } from './post-form.ts';
import { strayCharacter } from '../text.ts';

const words = {
  tooLong: ({ noun, max }: { noun?: string; max: number }) =>
    `${noun} is too long: the limit is ${max.toLocaleString('en-GB')} characters.`,
  notText: ({ noun }: { noun?: string }, stray: string) => `${noun} contains ${stray}. Remove it, then publish again.`,
};

const checkRichText = formCheck(postForm, { kinds: {}, words });
const checkPlainText = formCheck(simplePostForm, { kinds: {}, words });

/**
 * What is wrong with a new post, by field; empty if it can be published. The rich-text editor sets no lower bound
 * on the content, the simple form requires some: `contentRequired`.
 */
export function checkPost(post: NewPost, { contentRequired }: { contentRequired: boolean }): FieldProblem[] {
  return (contentRequired ? checkPlainText : checkRichText)(post);
}

/**
 * What is wrong with rich text's characters once decoded: `&#8238;` changes the writing direction just as U+202E does.
 */
export function checkDecodedContent(html: string): FieldProblem[] {
  const stray = strayCharacter(html, 'text');
  return stray === undefined ? [] : [{ field: 'content', message: words.notText(postForm.content, stray) }];
}

/**
 * Whether content is too long as it is stored: sanitising may have added to it, and escaping does to plain text. What
 * is longer than the limit could never be edited.
 */
export function checkStoredContent(html: string): FieldProblem[] {
  const { noun, max } = postForm.content;
  if (html.length <= max) return [];
  const [length, limit] = [html.length, max].map((count) => count.toLocaleString('en-GB'));
  const message = `${noun} is too long: with its formatting it has ${length} characters. The limit is ${limit}.`;
  return [{ field: 'content', message }];
}
