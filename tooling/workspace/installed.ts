/** Which packages a checkout has: those of the lock file whose hash its stamp holds (`run-command.mjs`). */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** From the root of the checkout. */
export const INSTALLED_STAMP = 'node_modules/.installed';

/** SHA-256 of a checkout's lock file, in hex. @param root of the checkout */
export async function lockHash(root: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(path.join(root, 'package-lock.json')))
    .digest('hex');
}
