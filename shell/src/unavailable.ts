/** The owner of a page could not be loaded or could not render it. */
export class RemoteUnavailableError extends Error {
  readonly remote: string;
  /** Its release is not kept any more: a full load of the page goes on with today's. */
  readonly isGone: boolean;

  constructor(remote: string, cause?: unknown, isGone = false) {
    super(`${remote} is unavailable`, { cause });
    this.name = 'RemoteUnavailableError';
    this.remote = remote;
    this.isGone = isGone;
  }
}
