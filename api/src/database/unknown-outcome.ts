/**
 * The database did not say whether it has stored something: no answer came to a commit, or the disk failed after it. Or
 * a part has been stored, and the rest failed. Otherwise it is the error that it wraps: its `code` is that error's.
 */
export class UnknownOutcomeError extends Error {
  override name = 'UnknownOutcomeError';
  readonly code: unknown;
  readonly errcode: unknown;

  constructor(cause: Error) {
    super(cause.message, { cause });
    const { code, errcode } = cause as { code?: unknown; errcode?: unknown };
    this.code = code;
    this.errcode = errcode;
  }
}
