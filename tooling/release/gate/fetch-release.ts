import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { storedDocument } from '../../../shared/release-store/stored-document.ts';
import { writerOf } from '../../../shared/release-store/store-writer.ts';

/**
 * Brings a release from object storage. What is missing there is missing here.
 * @param folder `<name>/<version>`
 */
export async function fetchRelease(from: string, folder: string, to: string): Promise<void> {
  const files = writerOf(from);
  const document = await storedDocument(files, folder);
  if (!document) return;
  for (const name of ['release.json', ...document.files]) {
    const bytes = await files.read(`${folder}/${name}`);
    const file = path.join(to, folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    if (bytes) await writeFile(file, bytes);
  }
}
