/** Numbers of posts, as they stand in URLs. */
import { ProblemError } from '../../problem.ts';

/** Largest id that both databases hold. */
export const ID_MAX = 2 ** 31 - 1;

/** @param id as it stands in the URL @throws ProblemError `not-found` for what cannot be one */
export function postId(id: string): number {
  const number = /^[1-9]\d{0,9}$/.test(id) ? Number(id) : Infinity;
  if (number > ID_MAX) throw noSuchPost();
  return number;
}

export function noSuchPost(): ProblemError {
  return new ProblemError({ status: 404, code: 'not-found', detail: 'There is no post at this address.' });
}
