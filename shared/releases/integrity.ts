import { createHash } from 'node:crypto';
import type { Integrity } from '../contracts/registry.ts';

/** Subresource Integrity metadata of some bytes: `sha384-<base64>`. */
export function integrityOf(bytes: Uint8Array | string): Integrity {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
}
