/** Errors that services and routes throw on purpose: each becomes one problem answer. */
import type { FieldProblem, ProblemCode } from 'shared/contracts/problem';

interface Refusal {
  status: number;
  code: ProblemCode;
  /** One sentence for the person who sent the request. */
  detail: string;
  errors?: FieldProblem[];
  headers?: Record<string, string>;
}

export class ProblemError extends Error {
  override name = 'ProblemError';
  readonly status: number;
  readonly code: ProblemCode;
  readonly errors: FieldProblem[] | undefined;
  readonly headers: Record<string, string>;

  constructor({ status, code, detail, errors, headers = {} }: Refusal) {
    super(detail);
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.headers = headers;
  }
}

/** The answer to fields that were refused. Its sentence is the first field's. */
export function fieldsRefused(errors: FieldProblem[]): ProblemError {
  return new ProblemError({
    status: 422,
    code: 'validation-failed',
    detail: errors[0]?.message ?? 'The request was refused.',
    errors,
  });
}

/** The answer to what only a member may do. */
export function loginRequired(): ProblemError {
  return new ProblemError({ status: 401, code: 'login-required', detail: 'Log in first.' });
}

/**
 * The answer when the browser has lost the token of a mailed link, or never had it: the link itself may still work.
 * @param link which one, in words
 */
export function linkNotOpened(link: string): ProblemError {
  return new ProblemError({
    status: 410,
    code: 'link-expired',
    detail: `This page opens from ${link}. Open that link, even if you have opened it before.`,
  });
}

/** The answer when the database did not say whether it has stored something. */
export function outcomeUnknown(): ProblemError {
  return new ProblemError({
    status: 503,
    code: 'outcome-unknown',
    detail: 'We do not know whether that was done. Please check before you try again.',
    headers: { 'retry-after': '5' },
  });
}

/**
 * The answer when a disk or database has no room left.
 * @param retryAfterS seconds after which trying again may help
 */
export function storageFull(retryAfterS: number): ProblemError {
  return new ProblemError({
    status: 507,
    code: 'storage-full',
    detail: 'Nothing more can be stored at the moment. Nothing has changed; please try again later.',
    headers: { 'retry-after': String(retryAfterS) },
  });
}
