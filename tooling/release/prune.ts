/** Removes releases that nobody needs any more: first from the registry, then their files. */
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { isAlive } from '../../shared/node/file-lock.ts';
import type { Registry } from '../../shared/contracts/registry.ts';
import { prunableReleases, withoutReleases, type Retention } from '../../shared/releases/prunable.ts';
import { RefusedRelease } from './refused-release.ts';
import { VERSION_LENGTH } from './version.ts';
import { readStored, updateRegistry } from '../../shared/release-store/registry-file.ts';

/** A folder that no registry ever named may be about to be released; after this time it was left behind. */
const LEFT_BEHIND_MS = 60 * 60 * 1000;
/** Folders of releases, and those that are being written or removed: `.<version>.<process id>`. Others are none of ours. */
const FOLDER = new RegExp(`^(?:[0-9a-f]{${VERSION_LENGTH}}|\\.[0-9a-f]{${VERSION_LENGTH}}\\.(\\d+).*)$`);

/** What was removed, or would be. */
export interface Pruned {
  remote: string;
  /** Name of its folder, if no release is left of it. */
  version: string;
  bytes: number;
  /** It was in no registry: something that was interrupted left it. */
  isLeftBehind: boolean;
}

export interface PruneOptions extends Retention {
  /** One remote only. */
  remote?: string | undefined;
  /** Tells what would be removed, and removes nothing. */
  isDry?: boolean | undefined;
}

interface Folder {
  name: string;
  version: string;
  /** Someone who wants the release again says so with a later date, in milliseconds since 1970. */
  unusedSince: number;
}

/** When it is interrupted between registry and files, the next one removes the files. @throws RefusedRelease */
export async function prune(store: string, { remote, isDry, ...retention }: PruneOptions): Promise<Pruned[]> {
  if (!path.isAbsolute(store)) throw new RefusedRelease(`Only a store in a folder can be pruned, not ${store}.`);
  const unusedSince = Date.now();
  const { registry } = await readStored(store);
  const names = Object.keys(registry.microFrontends).filter((name) => remote === undefined || name === remote);
  const leftBehind = (await leftBehindIn(store)).filter(({ name }) => remote === undefined || name === remote);
  let removed = removalsOf(registry, names, retention);
  if (!isDry && removed.length > 0) {
    await updateRegistry(store, (known) => {
      removed = removalsOf(known, names, retention);
      return names.reduce((next, name) => withoutReleases(next, name, prunableReleases(next, name, retention)), known);
    });
    await written(store);
  }
  const folders = [
    ...removed.map((release) => ({ ...release, unusedSince, isLeftBehind: false })),
    ...leftBehind.map((folder) => ({ ...folder, isLeftBehind: true })),
  ];
  const pruned: Pruned[] = [];
  for (const { name, version, unusedSince, isLeftBehind } of folders) {
    const folder = path.join(store, name, version);
    const bytes = await bytesOf(folder);
    if (isDry || (await removeFolder(folder, unusedSince)) || !isLeftBehind)
      pruned.push({ remote: name, version, bytes, isLeftBehind });
  }
  return pruned;
}

function removalsOf(registry: Registry, names: string[], retention: Retention): { name: string; version: string }[] {
  return names.flatMap((name) =>
    prunableReleases(registry, name, retention).map(({ metadata: { version } }) => ({ name, version })),
  );
}

/** Folders of a store that no registry names and nobody works on: what interrupted commands left. */
export async function leftBehindIn(store: string): Promise<Folder[]> {
  const registry = path.join(store, 'registry.json');
  const [text, textBefore] = await Promise.all([registry, path.join(store, 'registry.previous.json')].map(textOf));
  // Without it nobody knows what is in use.
  if (!text) return [];
  const changedAt = (await modifiedAt(registry)) ?? 0;
  const isNamed = (name: string, version: string, by = '') => by.includes(`/remotes/${name}/${version}/`);
  const each = (await foldersIn(store)).map(async (name) => {
    const versions = (await foldersIn(path.join(store, name))).filter((folder) => FOLDER.test(folder));
    const candidates = await Promise.all(
      versions.map(async (version): Promise<Folder[]> => {
        const worker = FOLDER.exec(version)?.[1];
        // Also what stands in an entry that cannot be read stays.
        if (worker === undefined ? isNamed(name, version, text) : isAlive(Number(worker))) return [];
        const wasRemoved = isNamed(name, version, textBefore);
        const unusedSince = worker ? Date.now() : wasRemoved ? changedAt : Date.now() - LEFT_BEHIND_MS;
        const at = await modifiedAt(path.join(store, name, version));
        return at === undefined || at > unusedSince ? [] : [{ name, version, unusedSince }];
      }),
    );
    return candidates.flat();
  });
  return (await Promise.all(each)).flat();
}

/**
 * Moved away first: who releases the same content meanwhile finds all of it or nothing.
 * @returns false when it is gone, or somebody wants it again
 */
async function removeFolder(folder: string, unusedSince: number): Promise<boolean> {
  const away = path.join(path.dirname(folder), `.${path.basename(folder).replace(/^\./, '')}.${process.pid}`);
  try {
    await rename(folder, away);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  if (((await modifiedAt(away)) ?? 0) > unusedSince) {
    await rename(away, folder);
    return false;
  }
  await rm(away, { recursive: true, force: true });
  return true;
}

const textOf = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '');

const modifiedAt = (file: string): Promise<number | undefined> =>
  stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

async function bytesOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map((entry) => stat(path.join(entry.parentPath, entry.name)).then(({ size }) => size));
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** Waits until the registry's new name is on the disk: no file goes before. */
async function written(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
