/**
 * How the API says no: problem details (RFC 9457) with a stable `code`. Clients branch on `code`, never on text.
 */
export const problemCodes = [
  'validation-failed',
  'malformed-body',
  'malformed-request',
  'unsupported-media-type',
  'body-too-large',
  'request-timeout',
  'cross-site-request',
  'not-found',
  'not-yours',
  'other-account',
  'precondition-failed',
  'precondition-required',
  'post-hidden',
  'link-expired',
  'method-not-allowed',
  'idempotency-key-reused',
  'posting-closed',
  'nothing-to-redeem',
  'invalid-signature',
  'login-required',
  'wrong-credentials',
  'too-many-requests',
  'unavailable',
  'storage-full',
  'outcome-unknown',
  'api-unreachable',
  'api-not-reached',
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
  /** One sentence for the person who sent the request; the whole body of a `text/plain` answer. */
  detail: string;
  code: ProblemCode;
  /** Id of the request in the logs; missing if what arrived could not be read as a request. */
  requestId?: string;
  errors?: FieldProblem[];
}
