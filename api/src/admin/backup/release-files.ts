/** Copies releases into a backup and out of it. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { COMPRESSED_FORMS } from 'shared/node/http/released-file';
import { storedIn } from 'shared/release-store/registry-file';
import { type StoreWriter, writerOf } from 'shared/release-store/store-writer';
import { storedDocument } from 'shared/release-store/stored-document';
import { AdminError } from '../admin-error.ts';
import type { BackupFolder } from './backup-folder.ts';
import type { Manifest } from './manifest.ts';

const FOLDER = 'releases';
const REGISTRY = `${FOLDER}/registry.json`;
const DOCUMENT = 'release.json';

/**
 * Copies the registry as it is now, and every release that it names: those never change.
 * @returns releases that are not complete, one sentence each
 * @throws RegistryError when the store's document is no registry
 */
export async function backUpReleases(store: string, backup: BackupFolder): Promise<string[]> {
  const writer = writerOf(store);
  const text = await writer.readRegistry();
  if (text === undefined) return [];
  const { registry, complaints } = storedIn(text, store);
  const leftOut = [...complaints];
  for (const [name, entries] of Object.entries(registry.microFrontends))
    for (const { metadata } of entries) {
      const release = `${name}/${metadata.version}`;
      const missing = await copyRelease(writer, release, backup);
      if (missing === undefined) continue;
      await backup.forget(`${FOLDER}/${release}`);
      leftOut.push(`The release ${release} is left out: the store does not have its ${missing}.`);
    }
  await backup.writeBytes(REGISTRY, Buffer.from(text));
  return leftOut;
}

/** @returns the first file that is missing */
async function copyRelease(writer: StoreWriter, release: string, backup: BackupFolder): Promise<string | undefined> {
  const document = await storedDocument(writer, release);
  if (!document) return DOCUMENT;
  await backup.writeBytes(`${FOLDER}/${release}/${DOCUMENT}`, document.bytes);
  for (const file of document.files)
    for (const form of ['', ...COMPRESSED_FORMS]) {
      const bytes = await writer.read(`${release}/${file}${form}`);
      if (bytes) await backup.writeBytes(`${FOLDER}/${release}/${file}${form}`, bytes);
      else if (form === '') return file;
    }
  return undefined;
}

/** Releases in their places, unused until the registry names them. */
export interface PlacedReleases {
  /** Makes them known. */
  publish: () => Promise<void>;
  /** Takes them away again. */
  takeBack: () => Promise<void>;
}

/** @throws AdminError when the store has a registry, unless it is the backup's */
export async function refuseOtherReleases(store: string, folder: string, manifest: Manifest): Promise<void> {
  const there = await writerOf(store).readRegistry();
  if (there === undefined || there === (await registryIn(folder, manifest))) return;
  throw new AdminError(
    `The release store ${store} has releases already. Restore into an empty one, or add --without-releases to leave it as it is.`,
  );
}

export async function placeReleases(store: string, folder: string, manifest: Manifest): Promise<PlacedReleases> {
  const writer = writerOf(store);
  const placed: [string, string][] = [];
  const takeBack = async () => {
    for (const [name, version] of placed) await writer.remove(name, version);
  };
  try {
    for (const [name, version, files] of releasesOf(manifest)) {
      if ((await writer.size(`${name}/${version}/${DOCUMENT}`)) === undefined) placed.push([name, version]);
      const stage = await writer.stage(name, version);
      try {
        for (const file of files) {
          await mkdir(dirname(join(stage, file)), { recursive: true });
          await writeFile(join(stage, file), await readFile(join(folder, FOLDER, name, version, file)));
        }
        await writer.place(stage, name, version);
      } catch (error) {
        await writer.discard(stage);
        throw error;
      }
    }
  } catch (error) {
    await takeBack();
    throw error;
  }
  const text = await registryIn(folder, manifest);
  const publish = () => writer.changeRegistry((there) => (there === text ? undefined : text));
  return { publish, takeBack };
}

async function registryIn(folder: string, { files }: Manifest): Promise<string | undefined> {
  return files[REGISTRY] && (await readFile(join(folder, REGISTRY), 'utf8'));
}

/** Name, version and files of each. */
function releasesOf({ files }: Manifest): [string, string, string[]][] {
  const found = new Map<string, [string, string, string[]]>();
  for (const file of Object.keys(files)) {
    const [, name, version, rest] = /^releases\/([^/]+)\/([^/]+)\/(.+)$/.exec(file) ?? [];
    if (!name || !version || !rest) continue;
    const release = `${name}/${version}`;
    if (!found.has(release)) found.set(release, [name, version, []]);
    found.get(release)![2].push(rest);
  }
  return [...found.values()];
}
