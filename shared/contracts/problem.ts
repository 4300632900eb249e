/**
 * How the API says no: problem details (RFC 9457) with a stable `code`. Clients branch on `code`, never on text.
 */
export const problemCodes = [
  'validation-failed',
  'malformed-body',
  'unsupported-media-type',
  'body-too-large',
  'not-found',
  'method-not-allowed',
  'posting-closed',
  'too-many-requests',
  'unavailable',
  'api-unreachable',
  'internal-error',
] as const;

export type ProblemCode = (typeof problemCodes)[number];

/** One field that was refused. */
export interface FieldProblem {
  field: string;
  /** A sentence that says what is wrong and what is allowed. */
  message: string;
}

/** Body of every error answer with `content-type: application/problem+json`. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ProblemCode;
  errors?: FieldProblem[];
}
