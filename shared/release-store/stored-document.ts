/** `release.json`, read by those who copy releases or list them, and so do not know its hash. */
import path from 'node:path';
import type { Release } from '../contracts/registry.ts';
import type { StoreWriter } from './store-writer.ts';

interface StoredDocument {
  bytes: Buffer;
  /** Names of the release's other files. */
  files: string[];
}

/**
 * Undefined where there is none, or none of a release: anyone who can write into the store can write anything there,
 * and files are copied by these names.
 * @param folder `<name>/<version>`
 */
export async function storedDocument(
  store: Pick<StoreWriter, 'read'>,
  folder: string,
): Promise<StoredDocument | undefined> {
  const bytes = await store.read(`${folder}/release.json`);
  if (!bytes) return undefined;
  try {
    const files = Object.keys((JSON.parse(bytes.toString('utf8')) as Release).files);
    return files.every((file) => isFileName(`${folder}/${file}`)) ? { bytes, files } : undefined;
  } catch {
    return undefined; // damaged
  }
}

/** Whether a file with this name is in the folder that the name begins in, and nowhere else. */
export function isFileName(name: string): boolean {
  return path.posix.normalize(name) === name && !name.startsWith('..') && !path.posix.isAbsolute(name);
}
