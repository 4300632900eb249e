/** Releases in a folder: one process writes the registry at a time, and every write is atomic. */
import { copyFile, mkdir, readdir, readFile, rename, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { withLock } from '../node/files/file-lock.ts';
import { foldersIn } from '../node/files/folders-in.ts';
import { sync } from '../node/files/sync.ts';
import { isAlive } from '../node/is-alive.ts';
import { VERSION_LENGTH } from '../releases/urls.ts';
import type { StoredRelease, StoreWriter } from './store-writer.ts';

/** Folders of releases, and those that are being written or removed: `.<version>.<process id>`. */
const FOLDER = new RegExp(`^(?:[0-9a-f]{${VERSION_LENGTH}}|\\.[0-9a-f]{${VERSION_LENGTH}}\\.(\\d+).*)$`);

export class FolderWriter implements StoreWriter {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  read(file: string): Promise<Buffer | undefined> {
    return readFile(path.join(this.#root, file)).catch(ignoreMissing);
  }

  async size(file: string): Promise<number | undefined> {
    return (await stat(path.join(this.#root, file)).catch(ignoreMissing))?.size;
  }

  async claim(name: string, version: string): Promise<void> {
    const now = new Date();
    await utimes(path.join(this.#root, name, version), now, now).catch(ignoreMissing);
  }

  /** Nothing to do: the claim is the folder's date, which is checked again once the folder has been moved away. */
  async settle(): Promise<void> {}

  async stage(name: string, version: string): Promise<string> {
    await removeLeftovers(path.join(this.#root, name));
    // In the store itself, so that it can be moved into place in one step.
    const stage = path.join(this.#root, name, `.${version}.${process.pid}`);
    await mkdir(stage, { recursive: true });
    return stage;
  }

  async place(stage: string, name: string, version: string): Promise<void> {
    const directory = path.join(this.#root, name, version);
    const damaged = `${stage}.damaged`;
    // The registry, which is synced as well, must not outlive a power cut without the files that it names.
    await syncAll(stage);
    await rename(directory, damaged).catch(ignoreMissing);
    // Whoever released the same at this moment was quicker, and has the same files: versions are derived from contents.
    await rename(stage, directory).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
      return rm(stage, { recursive: true });
    });
    await sync(path.dirname(directory));
    await sync(this.#root);
    await rm(damaged, { recursive: true, force: true });
  }

  async discard(stage: string): Promise<void> {
    await rm(stage, { recursive: true, force: true });
    await rmdir(path.dirname(stage)).catch(() => {}); // other releases are in it
  }

  async remove(name: string, version: string): Promise<void> {
    await this.discard(path.join(this.#root, name, version));
  }

  /** The folder is moved away first, so that a release is there either as a whole or not at all. */
  async removeUnused(name: string, version: string, unusedSince: number): Promise<boolean> {
    const folder = path.join(this.#root, name, version);
    const away = path.join(this.#root, name, `.${version.replace(/^\./, '')}.${process.pid}`);
    const isThere = await rename(folder, away).then(() => true, ignoreMissing);
    if (!isThere) return false;
    if (((await modifiedAt(away)) ?? 0) > unusedSince) {
      await rename(away, folder);
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
          const worker = FOLDER.exec(version)?.[1];
          if (wantedAt === undefined) return [];
          return [{ name, version, wantedAt, ...(worker !== undefined && { worker: Number(worker) }) }];
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
    await mkdir(this.#root, { recursive: true });
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

async function modifiedAt(file: string): Promise<number | undefined> {
  return (await stat(file).catch(() => undefined))?.mtimeMs;
}

/** Removes what killed processes left behind. */
async function removeLeftovers(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const leftover of await readdir(folder)) {
    const id = /^\.\w+\.(\d+)/.exec(leftover)?.[1];
    if (id !== undefined && (Number(id) === process.pid || !isAlive(Number(id))))
      await rm(path.join(folder, leftover), { recursive: true, force: true });
  }
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
