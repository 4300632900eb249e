/** Keys that stored CVs are encrypted with (decision 111): AES-256-GCM, each file's name bound to its bytes. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { LostFileError } from './file-store-error.ts';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Files whose names begin like this are encrypted; images are not, because they are shown to everybody. */
export const CVS = 'cvs/';

export interface SealedFile {
  /** Nonce, encrypted bytes, tag. */
  bytes: Buffer;
  /** Of the key. */
  keyName: string;
}

/** The first key encrypts; all of them decrypt what they have encrypted. */
export class CvKeys {
  /** The first one is in use. */
  readonly names: readonly [string, ...string[]];
  readonly #keys: ReadonlyMap<string, Buffer>;

  /** @param keys 32 bytes each, by name; the first one encrypts */
  constructor(keys: ReadonlyMap<string, Buffer>) {
    const [first, ...former] = keys.keys();
    if (first === undefined) throw new Error('There is no key.');
    this.names = [first, ...former];
    this.#keys = keys;
  }

  /** @param name of the file: under another one it cannot be decrypted */
  seal(name: string, bytes: Uint8Array): SealedFile {
    const [keyName] = this.names;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#keys.get(keyName)!, nonce).setAAD(Buffer.from(name));
    const sealed = Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    return { bytes: sealed, keyName };
  }

  /** @throws LostFileError when the key is not there, or is not the one that it was sealed with */
  open(name: string, { bytes, keyName }: SealedFile): Buffer {
    const key = this.#keys.get(keyName);
    if (!key) throw keyMissing(name, keyName);
    try {
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(name)).setAuthTag(bytes.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
    } catch (cause) {
      throw new LostFileError(`${name} cannot be decrypted: the key "${keyName}" has changed.`, {
        cause,
      });
    }
  }
}

export function keyMissing(name: string, keyName: string): LostFileError {
  return new LostFileError(`${name} is encrypted with the key "${keyName}", which is not in CV_KEY.`);
}

const ALLOWED =
  'a name and 32 random bytes in base64, like 2026:… with the output of: openssl rand -base64 32; ' +
  'then earlier keys, each after a comma and under its own name';

/** `CV_KEY`. Gives {@link CvKeys}. */
export const cvKeys = z.string().transform((value, context): CvKeys => {
  const keys = new Map<string, Buffer>();
  const parts = value.split(',');
  for (const part of parts) {
    const [, name, base64] = /^\s*([a-z0-9][a-z0-9-]{0,30}):([A-Za-z0-9+/]{43}=)\s*$/.exec(part) ?? [];
    if (name !== undefined && base64 !== undefined) keys.set(name, Buffer.from(base64, 'base64'));
  }
  if (keys.size === parts.length && [...keys.values()].every(({ length }) => length === KEY_BYTES))
    return new CvKeys(keys);
  context.addIssue({ code: 'custom', message: ALLOWED });
  return z.NEVER;
});
