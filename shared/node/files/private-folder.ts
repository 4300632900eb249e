/** `DATA_DIR` holds people's data: only its owner on the machine may read it. */
import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const OTHERS = 0o077;
const STICKY = 0o1000;

/** What is private in `DATA_DIR`. Releases are not, and other files there are not ours. */
const OURS = /^(site\.db(-wal|-shm|-journal)?|session-secret(\..+)?)$/;
const OUR_FOLDERS = ['mail', 'uploads'];

/** Makes the folder if it is missing, for its owner alone. An existing folder stays as it is. */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: FOLDER_MODE });
}

/** Makes an empty file if it is missing, for its owner alone. */
export function makePrivateFile(path: string): void {
  closeSync(openSync(path, 'a', FILE_MODE));
}

/**
 * Makes the folder, the database, the secret, mails and uploads accessible to their owner only: older installations
 * left them readable.
 * @returns paths that others can still read, because they belong to another user or cannot be changed
 */
export function makePrivate(dataDir: string): string[] {
  const inside = (folder: string, isOurs: (name: string) => boolean) =>
    namesIn(folder)
      .filter(isOurs)
      .map((name) => join(folder, name));
  const folders = OUR_FOLDERS.map((name) => join(dataDir, name));
  const files = [
    ...inside(dataDir, (name) => OURS.test(name)),
    ...folders.flatMap((folder) => inside(folder, () => true)),
  ];
  return [
    ...[dataDir, ...folders].filter((path) => !isPrivate(path, FOLDER_MODE)),
    ...files.filter((path) => !isPrivate(path, FILE_MODE)),
  ];
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Whether this program or Node is in a folder, as in `/`: no other user could run them any more. */
const holdsPrograms = (folder: string): boolean =>
  [import.meta.dirname, process.execPath].some((program) => !/^\.\.(\/|$)/.test(relative(folder, program)));

/**
 * Whether only the owner has access; changes it if necessary. A file that may not be changed, or has just been removed,
 * must not keep the site from starting.
 */
function isPrivate(path: string, mode: number): boolean {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found || (found.mode & OTHERS) === 0) return true;
    // A folder that everyone may write to, like the one for temporary files, is not ours.
    if (found.uid !== process.getuid?.() || (found.mode & STICKY) !== 0 || holdsPrograms(path)) return false;
    chmodSync(path, mode);
    return true;
  } catch {
    return false;
  }
}
