import { ApiError, isOffline } from 'shared/api-client/api';
import type { ProblemCode } from 'shared/contracts/problem';
import { isUnsure } from 'shared/forms/unsure';

/** Why something was not published, in one sentence; the code, if the API named one. */
export interface Refused {
  problem: string;
  code?: ProblemCode | undefined;
}

/**
 * What became of a post that was sent, if it was not accepted. With `failed`, trying again may help; so it may with
 * `unsure`, and `offline` if nothing came from the site, when the post may have arrived anyway. With a problem it
 * does not help.
 */
export type Failure = 'failed' | 'unsure' | 'offline' | Refused;

export function failureOf(error: unknown): Failure {
  if (isOffline(error)) return 'offline';
  if (!isRefused(error)) return 'unsure';
  const { status, problem } = error;
  return problem && status < 500 ? { problem: problem.detail, code: problem.code } : 'failed';
}

/** Whether the visitor must log in first, perhaps to another account. */
export function needsLogin({ code }: Refused): boolean {
  return code === 'login-required' || code === 'other-account';
}

/** Whether what was sent has not been done, be it that a proxy refused it; otherwise it may have been. */
export function isRefused(error: unknown): error is ApiError {
  return error instanceof ApiError && !isUnsure(error);
}
