/** Errors as they leave the API. */
import { STATUS_CODES } from 'node:http';
import type { Problem } from 'shared/contracts/problem';
import type { ProblemError } from '../problem.ts';

export function problemBody(error: ProblemError): Problem {
  return {
    type: 'about:blank',
    title: STATUS_CODES[error.status] ?? 'Error',
    status: error.status,
    detail: error.message,
    code: error.code,
    ...(error.errors ? { errors: error.errors } : {}),
  };
}
