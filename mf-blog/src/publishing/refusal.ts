import { ApiError } from 'shared/api-client/api';

/** Whether the visitor must log in first. */
export function needsLogin(error: unknown): boolean {
  return error instanceof ApiError && error.problem?.code === 'login-required';
}

/** Why the API refused what was sent, in its own words; undefined when trying again may help. */
export function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) return undefined;
  return error.problem?.detail;
}
