/** Files with people's data, which only the user who runs the command can read. */
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makePrivateFolder } from 'shared/node/files/private-folder';
import { AdminError } from './admin-error.ts';

const reasons: Record<string, string> = {
  EACCES: 'you are not allowed to',
  EEXIST: 'a file of that name is in the way',
  EISDIR: 'it is a folder',
  ENOENT: 'its folder does not exist',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'its folder is a file',
  EPERM: 'you are not allowed to',
  EROFS: 'the disk is read-only',
};

/** Writes a file that only its owner can read, even if there was one before. @throws AdminError */
export async function writePrivateFile(path: string, content: string | Uint8Array): Promise<void> {
  await orSay(path, async () => {
    const file = await open(path, 'a', 0o600);
    try {
      // Nobody else on the machine could use a device any more, such as /dev/null.
      if (!(await file.stat()).isFile()) throw new AdminError(`${path} cannot be written: it is not a file.`);
      await file.chmod(0o600);
      await file.truncate();
      await file.writeFile(content);
    } finally {
      await file.close();
    }
  });
}

/** Makes the folder if it is missing. @throws AdminError */
export async function preparePrivateFolder(path: string): Promise<void> {
  await orSay(path, async () => makePrivateFolder(path));
}

/** Creates a folder that must not exist yet, so that nothing about another person is in it. @throws AdminError */
export async function makeNewPrivateFolder(path: string): Promise<void> {
  await orSay(path, async () => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await mkdir(path, { mode: 0o700 });
  });
}

/**
 * Does the work, and explains in words why it cannot write there.
 * @param codes those of the system's errors that come from writing, and not from what else is done
 * @throws AdminError
 */
export async function orSay<Result>(
  path: string,
  work: () => Promise<Result>,
  codes = Object.keys(reasons),
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { code = '' } = error as { code?: string };
    const reason = codes.includes(code) ? reasons[code] : undefined;
    throw reason ? new AdminError(`${path} cannot be written: ${reason}.`) : error;
  }
}
