/** Releases in a folder: one process writes the registry at a time, and every write is atomic. */
import {
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { draftOf, isLeftBehind } from '../node/files/draft.ts';
import { withLock } from '../node/files/file-lock.ts';
import { foldersIn } from '../node/files/folders-in.ts';
import { sync } from '../node/files/sync.ts';
import { VERSION_LENGTH } from '../releases/urls.ts';
import type { StoredRelease, StoreWriter } from './store-writer.ts';
import { WANTED_MS } from './wanted.ts';

/** Folders of releases, and those that are being written or removed: `.<version>.<anything>`. */
const FOLDER = new RegExp(`^(?:[0-9a-f]{${VERSION_LENGTH}}|\\.[0-9a-f]{${VERSION_LENGTH}}\\..+)$`);

export class FolderWriter implements StoreWriter {
  readonly #root: string;
  /** Dates of releases' folders, as this process has set them and as they were before. */
  readonly #claims = new Map<string, { until: number; before: number }>();

  constructor(root: string) {
    this.#root = root;
  }

  read(file: string): Promise<Buffer | undefined> {
    return readFile(path.join(this.#root, file)).catch(ignoreMissing);
  }

  async size(file: string): Promise<number | undefined> {
    return (await stat(path.join(this.#root, file)).catch(ignoreMissing))?.size;
  }

  /** The claim is the folder's date, in the future: it outlasts a removal that begins now. */
  async claim(name: string, version: string): Promise<void> {
    const folder = path.join(this.#root, name, version);
    const [until, date] = [Date.now() + WANTED_MS, await dateOf(folder)];
    const own = this.#claims.get(folder);
    await setDate(folder, until);
    this.#claims.set(folder, { until, before: own?.until === date ? own.before : date });
  }

  /** Another process may want the same release: its claim holds, whether it is the earlier or the later one. */
  async settle(name: string, version: string): Promise<void> {
    const folder = path.join(this.#root, name, version);
    const claim = this.#claims.get(folder);
    this.#claims.delete(folder);
    if (claim?.until === (await dateOf(folder))) await setDate(folder, Math.max(Date.now(), claim.before));
  }

  async stage(name: string, version: string): Promise<string> {
    await removeLeftovers(path.join(this.#root, name));
    // In the store itself, so that it can be moved into place in one step.
    const stage = draftOf(path.join(this.#root, name, `.${version}`));
    await mkdir(stage, { recursive: true });
    return stage;
  }

  async place(stage: string, name: string, version: string): Promise<void> {
    const directory = path.join(this.#root, name, version);
    const damaged = `${stage}.damaged`;
    // The registry, which is synced as well, must not outlive a power cut without the files that it names.
    await syncAll(stage);
    const until = Date.now() + WANTED_MS;
    await setDate(stage, until);
    this.#claims.set(directory, { until, before: 0 });
    if (!(await moved(stage, directory))) {
      await this.claim(name, version);
      // What another process has placed a moment ago stays: that process may be reading it.
      if (!(await isCopy(stage, directory))) {
        await rename(directory, damaged).catch(ignoreMissing);
        await moved(stage, directory);
      }
    }
    await sync(path.dirname(directory));
    await sync(this.#root);
    for (const left of [stage, damaged]) await rm(left, { recursive: true, force: true });
  }

  async discard(stage: string): Promise<void> {
    await rm(stage, { recursive: true, force: true });
    await rmdir(path.dirname(stage)).catch(() => {}); // other releases are in it
  }

  async remove(name: string, version: string): Promise<void> {
    await this.discard(path.join(this.#root, name, version));
  }

  /**
   * The folder is moved away first, so that a release exists either as a whole or not at all. Its date is checked
   * before, to disturb no one, and once more when it can no longer change.
   */
  async removeUnused(name: string, version: string, unusedSince: number): Promise<boolean> {
    const folder = path.join(this.#root, name, version);
    const away = draftOf(path.join(this.#root, name, `.${version.replace(/^\./, '')}`));
    if (((await modifiedAt(folder)) ?? 0) > unusedSince) return false;
    const isThere = await rename(folder, away).then(() => true, ignoreMissing);
    if (!isThere) return false;
    if (((await modifiedAt(away)) ?? 0) > unusedSince) {
      if (!(await moved(away, folder))) await rm(away, { recursive: true });
      return false;
    }
    await rm(away, { recursive: true, force: true });
    return true;
  }

  async releases(): Promise<StoredRelease[]> {
    const each = (await foldersIn(this.#root)).map(async (name) => {
      const versions = (await foldersIn(path.join(this.#root, name))).filter((folder) => FOLDER.test(folder));
      return Promise.all(
        versions.map(async (version): Promise<StoredRelease[]> => {
          const wantedAt = await modifiedAt(path.join(this.#root, name, version));
          return wantedAt === undefined ? [] : [{ name, version, wantedAt }];
        }),
      );
    });
    return (await Promise.all(each)).flat(2);
  }

  async bytes(name: string, version: string): Promise<number> {
    const folder = path.join(this.#root, name, version);
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    const sizes = entries
      .filter((entry) => entry.isFile())
      .map((entry) => stat(path.join(entry.parentPath, entry.name)).then(({ size }) => size));
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  }

  async registryChangedAt(): Promise<number> {
    return (await modifiedAt(path.join(this.#root, 'registry.json'))) ?? 0;
  }

  async readRegistry(): Promise<string | undefined> {
    return (await this.read('registry.json'))?.toString('utf8');
  }

  async changeRegistry(change: (text: string | undefined) => string | undefined): Promise<void> {
    const file = path.join(this.#root, 'registry.json');
    await withLock(path.join(this.#root, 'registry.lock'), async () => {
      const next = change(await this.readRegistry());
      if (next === undefined) return;
      await writeFile(`${file}.next`, next);
      await sync(`${file}.next`);
      // A copy that fails would take away what it replaces.
      const previous = path.join(this.#root, 'registry.previous.json');
      await copyFile(file, `${previous}.next`).then(() => rename(`${previous}.next`, previous), ignoreMissing);
      await rename(`${file}.next`, file);
    });
  }

  async settleRegistry(): Promise<void> {
    await sync(this.#root);
  }
}

/** Moves a release. @returns false where the same one exists already: versions are derived from contents */
async function moved(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return false;
  }
}

/** As {@link setDate} takes it: file systems are more precise. */
async function dateOf(folder: string): Promise<number> {
  return Math.round((await modifiedAt(folder)) ?? 0);
}

async function setDate(folder: string, ms: number): Promise<void> {
  const date = new Date(ms);
  await utimes(folder, date, date).catch((error: NodeJS.ErrnoException) =>
    error.code === 'EPERM' ? setPresentDate(folder) : ignoreMissing(error),
  );
}

/** Sets a folder's date to now where another user of the store has made it: only its owner can set any date. */
async function setPresentDate(folder: string): Promise<void> {
  await rmdir(await mkdtemp(path.join(folder, '.date-')));
}

async function modifiedAt(file: string): Promise<number | undefined> {
  return (await stat(file).catch(() => undefined))?.mtimeMs;
}

/** Removes what killed processes left behind. */
async function removeLeftovers(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) {
    const draft = path.join(folder, name);
    if (name.startsWith('.') && FOLDER.test(name) && (await isLeftBehind(draft)))
      await rm(draft, { recursive: true, force: true });
  }
}

/** Whether a folder has each file of another one, with the same content. */
async function isCopy(folder: string, other: string): Promise<boolean> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((each) => each.isFile())) {
    const file = path.join(entry.parentPath, entry.name);
    const bytes = await readFile(path.join(other, path.relative(folder, file))).catch(() => undefined);
    if (!bytes?.equals(await readFile(file))) return false;
  }
  return true;
}

/** Waits until a folder and all that is in it is on the disk. */
async function syncAll(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true });
  for (const entry of ['', ...entries]) await sync(path.join(folder, entry));
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
