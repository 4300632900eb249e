import type { ProblemCode } from '../../contracts/problem.ts';

/** A request that a server refuses for how it was sent, before looking at what it asks. */
export class RefusedRequest extends Error {
  override name = 'RefusedRequest';
  readonly statusCode: number;
  readonly code: ProblemCode;

  /** @param detail one sentence for the sender */
  constructor(statusCode: number, code: ProblemCode, detail: string) {
    super(detail);
    this.statusCode = statusCode;
    this.code = code;
  }
}
