import { EnvError } from '../env.ts';

/**
 * Does what needs `DATA_DIR` at the start of a program.
 * @throws EnvError when the disk refuses: with its reason, and what is allowed
 */
export function inDataDir<T>(dataDir: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { code, syscall, message } = error as NodeJS.ErrnoException;
    if (code === undefined || syscall === undefined) throw error;
    throw new EnvError(
      `DATA_DIR is ${JSON.stringify(dataDir)}, which cannot be used (${message}). Set it to a folder that you own.`,
      { cause: error },
    );
  }
}
