/** Releases built remotes into the release store on disk, and goes back. */
import { rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { folder, readEnv, urlOf } from '../../shared/node/env.ts';
import { knownRelease } from '../../shared/releases/current.ts';
import { distOf } from './build-remote.ts';
import { createRelease, type CreatedRelease } from './create-release.ts';
import { publish, type PublishOptions } from './publish.ts';
import { readRegistry } from '../../shared/release-store/registry-file.ts';

const schema = z.object({ DATA_DIR: folder.prefault('.data'), RELEASES_URL: urlOf('file').optional() });

/** Folder of the release store that releases are written to: `RELEASES_URL` if it is a `file:` address. */
export function writableStore(source: Record<string, string | undefined> = process.env): string {
  const { DATA_DIR, RELEASES_URL } = readEnv(schema, source);
  return RELEASES_URL ? fileURLToPath(RELEASES_URL) : path.join(DATA_DIR, 'releases');
}

/**
 * Releases a remote's build: for everybody, or for those of `options`.
 * @returns its version
 * @throws RefusedRelease
 */
export async function release(name: string, store: string, options?: PublishOptions): Promise<string> {
  return publishOrForget(await createRelease(name, distOf(name), store), store, options);
}

/** A release that is refused leaves nothing behind, unless it was there before and is only mended now. */
export async function publishOrForget(
  { release: created, isNew }: CreatedRelease,
  store: string,
  options?: PublishOptions,
): Promise<string> {
  const { name, version } = created;
  try {
    await publish(created, store, options);
    return version;
  } catch (error) {
    if (isNew && !knownRelease(await readRegistry(store), name, version)) await removeFiles(store, name, version);
    throw error;
  }
}

async function removeFiles(store: string, name: string, version: string): Promise<void> {
  await rm(path.join(store, name, version), { recursive: true, force: true });
  await rmdir(path.join(store, name)).catch(() => {}); // other releases are in it
}

/**
 * Releases a remote's build unless the store knew it before: a release that was rolled back stays so.
 * @returns its version if it was released now
 */
export async function releaseIfNew(name: string, store: string): Promise<string | undefined> {
  const created = await createRelease(name, distOf(name), store);
  if (knownRelease(await readRegistry(store), name, created.release.version)) return undefined;
  return publishOrForget(created, store);
}
