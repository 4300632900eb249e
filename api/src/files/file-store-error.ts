import { ProblemError } from '../problem.ts';

/** A file could not be written, read or deleted; the message names place and reason, for operators. */
export class FileStoreError extends Error {
  override name = 'FileStoreError';
}

/** It is this one file that cannot be read: it is missing or damaged, or its key is. */
export class LostFileError extends FileStoreError {}

/** What a visitor is told then. */
export function filesAway(): ProblemError {
  return new ProblemError({
    status: 503,
    code: 'unavailable',
    detail: 'Files cannot be stored or read at the moment. Nothing has changed; please try again in a minute.',
    headers: { 'retry-after': '30' },
  });
}
