/** Changes to a stated version: `If-Match` and the two answers that go with it (RFC 9110, RFC 6585). */
import { ProblemError } from '../problem.ts';

/** @returns the header @throws ProblemError 428 if it is missing */
export function requireIfMatch(given: string | undefined): string {
  if (given !== undefined && given.trim() !== '') return given;
  throw new ProblemError({
    status: 428,
    code: 'precondition-required',
    detail: 'This call needs the header If-Match with the version you have seen.',
  });
}

/** Whether `If-Match` names the tag, which is a strong one: weak tags never match here. */
export function ifMatch(given: string, tag: string): boolean {
  return given.trim() === '*' || given.split(',').some((each) => each.trim() === tag);
}
