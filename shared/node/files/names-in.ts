import { readdir } from 'node:fs/promises';

/** Names of what is in a folder; none if there is no folder. @throws if it cannot be read: it need not be empty */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
