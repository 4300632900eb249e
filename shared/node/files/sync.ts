import { open } from 'node:fs/promises';

/** Waits until a file, or what a folder lists, is on the disk: only that survives a power cut. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
