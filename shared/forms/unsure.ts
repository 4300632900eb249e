import { ApiError } from '../api-client/api.ts';

/** Whether a call that failed may have been carried out all the same: nobody refused it, and no answer came. */
export function isUnsure(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { status, code, problem } = error;
  return problem ? code === 'api-unreachable' : status < 400 || status >= 500;
}
