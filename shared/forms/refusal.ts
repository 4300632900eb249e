import { ApiError } from '../api-client/api.ts';
import type { FieldProblem, ProblemCode } from '../contracts/problem.ts';
import { fieldErrors } from './form-errors.ts';
import { isUnsure } from './unsure.ts';

/** Why a form was not accepted, as its page shows it. */
export interface Refusal {
  /** HTTP status of the page that says so. */
  status: number;
  /** One sentence. */
  message: string;
  /** What is wrong, by field. */
  errors: Record<string, string>;
  /** Which problem the API named, if it did. */
  code?: ProblemCode;
  /** It may have been done anyway ({@link isUnsure}). */
  isUnsure?: true;
}

/** What the checks of a form found: at least one problem. */
export function refused(problems: readonly FieldProblem[]): Refusal {
  return { status: 422, message: problems[0]!.message, errors: fieldErrors(problems) };
}

/** The form was not sent; its own call supplies the message. */
export class NotSentError extends Error {
  /** HTTP status of the answer; 0 if there was none. */
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/**
 * The refusal of a form whose call failed.
 * @param otherwise shown if the API gave no reason, or it is unknown what it has done. A failure that
 *   was not foreseen is told in the API's words anyway, since they name the request
 * @throws any other error
 */
export function refusalOf(error: unknown, otherwise: string): Refusal {
  const isNotSent = error instanceof NotSentError;
  if (!isNotSent && !(error instanceof ApiError)) throw error;
  const status = error.status >= 400 ? error.status : 503;
  if (isNotSent) return { status, message: error.message, errors: {} };
  const { problem } = error;
  const unsure = isUnsure(error);
  const inItsWords = !unsure || problem?.code === 'internal-error';
  return {
    status,
    message: (inItsWords ? problem?.detail : undefined) ?? otherwise,
    errors: fieldErrors(problem?.errors),
    ...(problem ? { code: problem.code } : {}),
    ...(unsure ? { isUnsure: true } : {}),
  };
}
