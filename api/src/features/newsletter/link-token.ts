/** Tokens of mailed links: they stand in the mail, and the database knows their hashes. */
import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** A token has as much chance in it as its hash: neither salt nor slowness would add anything. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
