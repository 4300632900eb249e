/** Calls whose body is a file, or carries one. */
import { applicationCall } from './careers.ts';
import { postCalls } from './posts.ts';

const uploadCalls: readonly string[] = [applicationCall, postCalls.images];

/** Whether a request brings a file, which may take longer to arrive than text. @param url may have a query */
export function takesFile(method: string | undefined, url: string | undefined): boolean {
  return method === 'POST' && uploadCalls.includes(url?.split('?', 1)[0] ?? '');
}
