import { ApiError } from '../api-client/api.ts';
import type { ProblemCode } from '../contracts/problem.ts';

/** Failures of the API with which nothing has been done; `api-not-reached` is the shell's, which could not send it. */
const NOTHING_DONE: readonly ProblemCode[] = ['unavailable', 'storage-full', 'api-not-reached'];

/**
 * Whether a call that failed may have been carried out anyway: no answer came, or one from a party that does not
 * know, such as a proxy, or the API after a failure that was not foreseen.
 */
export function isUnsure(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { status, code, problem } = error;
  if (status >= 400 && status < 500) return false;
  return !problem || !NOTHING_DONE.includes(code);
}
