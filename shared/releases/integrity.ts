/** Subresource Integrity metadata: `<algorithm>-<base64>` (https://www.w3.org/TR/sri/). */
import { createHash } from 'node:crypto';
import type { Integrity } from '../contracts/registry.ts';

type Algorithm = 'sha256' | 'sha384';

/** @param algorithm SHA-384 unless documents carry it: hashes do not compress, so those are shorter (decision 165) */
export function integrityOf(bytes: Uint8Array | string, algorithm: Algorithm = 'sha384'): Integrity {
  return `${algorithm}-${createHash(algorithm).update(bytes).digest('base64')}`;
}

/** Of a module that browsers load: documents and compositions carry many of these. */
export const moduleIntegrityOf = (bytes: Uint8Array | string): Integrity => integrityOf(bytes, 'sha256');

/**
 * Whether these are the bytes that an integrity was made of, by whichever algorithm. A damaged document may have
 * anything in its place.
 */
export function isIntact(bytes: Uint8Array | string, integrity: Integrity): boolean {
  return integrity === integrityOf(bytes, String(integrity).startsWith('sha256-') ? 'sha256' : 'sha384');
}
