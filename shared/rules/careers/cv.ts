/**
 * Checks of the file that goes with an application, as far as its name and size tell. Separate from the other checks,
 * because the form needs them as soon as a file is chosen.
 */
import { CV_MAX_BYTES, CV_NAME_MAX } from '../limits.ts';
import { isLine } from '../text.ts';

const LARGEST = `${CV_MAX_BYTES / 1024 / 1024} MB`;

export const CV_ALLOWED = `PDF or Word (.docx), up to ${LARGEST}`;
export const CV_WRONG_TYPE = 'The CV must be a PDF or Word (.docx) file.';
export const CV_TOO_LARGE = `The CV is too large: the limit is ${LARGEST}.`;
export const CV_EMPTY = 'This file is empty. Choose another one.';
export const CV_CHANGED = 'This file has been changed, moved or deleted since you chose it. Choose it again.';
export const CV_BAD_NAME = 'This file name cannot be used. Rename the file, then choose it again.';

/** Endings that the form offers; the API determines from its bytes what a file really is. */
export const cvEndings = ['.pdf', '.docx'] as const;

/** What is wrong with a chosen file, in words. */
export function cvProblem({ name, size }: { name: string; size: number }): string | undefined {
  if (!isFileName(name)) return CV_BAD_NAME;
  if (!cvEndings.some((ending) => name.toLowerCase().endsWith(ending))) return CV_WRONG_TYPE;
  if (size > CV_MAX_BYTES) return CV_TOO_LARGE;
  return size === 0 ? CV_EMPTY : undefined;
}

/** Whether a name has no folder in it: browsers send only such names. */
function isFileName(name: string): boolean {
  return name.length <= CV_NAME_MAX && isLine(name) && !/[/\\]/.test(name);
}
