/** What `DATA_DIR` holds is people's data: nobody else on the machine may read it. */
import { chmodSync, closeSync, lstatSync, mkdirSync, openSync, readdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const OTHERS = 0o077;

/** Built from sources, and read by whoever serves them. */
const PUBLIC = ['releases', 'mirror'];

/** Makes the folder if it is missing, for its owner alone. One that is there stays as it is. */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: FOLDER_MODE });
}

/** Makes an empty file if it is missing, for its owner alone. */
export function makePrivateFile(path: string): void {
  closeSync(openSync(path, 'a', FILE_MODE));
}

/**
 * Takes the folder, and what is in it, from everybody but its owner: older installations made it readable.
 * @returns paths that others can still read, because they belong to somebody else or cannot be changed
 */
export function makePrivate(dataDir: string): string[] {
  const left: string[] = [];
  const visit = (path: string): void => {
    const found = statOf(path);
    // A link says nothing about what it leads to.
    if (!found || found.isSymbolicLink()) return;
    if ((found.mode & OTHERS) !== 0 && !tryTo(() => chmodSync(path, found.isDirectory() ? FOLDER_MODE : FILE_MODE))) left.push(path);
    if (!found.isDirectory()) return;
    tryTo(() => {
      for (const name of readdirSync(path)) if (path !== dataDir || !PUBLIC.includes(name)) visit(join(path, name));
    });
  };
  visit(dataDir);
  return left;
}

function statOf(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}

/** Whatever is not allowed, or was removed meanwhile, must not keep the site from starting. */
function tryTo(change: () => void): boolean {
  try {
    change();
    return true;
  } catch {
    return false;
  }
}
