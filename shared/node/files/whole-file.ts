import { rename, rm, writeFile } from 'node:fs/promises';
import { draftOf } from './draft.ts';

/** Writes a file under another name first: readers find all of it or none, even after a stop in between. */
export async function writeWhole(file: string, content: string | Buffer): Promise<void> {
  const draft = draftOf(file);
  try {
    await writeFile(draft, content);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
