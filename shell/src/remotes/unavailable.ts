/** The owner of a page could not be loaded or could not render it. */
export class RemoteUnavailableError extends Error {
  readonly remote: string;

  constructor(remote: string, cause?: unknown) {
    super(`${remote} is unavailable`, { cause });
    this.name = 'RemoteUnavailableError';
    this.remote = remote;
  }
}
