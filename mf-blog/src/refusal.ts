import { ApiError } from 'shared/api-client/api';

/** Why the API refused what was sent, in its own words; undefined when trying again may help. */
export function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) return undefined;
  return error.problem?.errors?.[0]?.message ?? error.problem?.detail;
}
