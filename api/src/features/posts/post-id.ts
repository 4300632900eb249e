/** Numbers of posts, as in URLs. */
import { isPostId } from 'shared/rules/posts/post-id';
import { ProblemError } from '../../problem.ts';

/** @param id as in the URL @throws ProblemError `not-found` for what cannot be one */
export function postId(id: string): number {
  if (!isPostId(id)) throw noSuchPost();
  return Number(id);
}

export function noSuchPost(): ProblemError {
  return new ProblemError({ status: 404, code: 'not-found', detail: 'There is no post at this address.' });
}
