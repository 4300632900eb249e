/** Releases built remotes into the release store on disk, and goes back. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { folder, readEnv, urlOf } from '../../shared/node/env.ts';
import { knownRelease } from '../../shared/releases/current.ts';
import { distOf } from './build-remote.ts';
import { createRelease, type CreatedRelease } from './create-release.ts';
import { publish } from './publish.ts';
import { readRegistry } from '../../shared/release-store/registry-file.ts';

const schema = z.object({ DATA_DIR: folder.prefault('.data'), RELEASES_URL: urlOf('file').optional() });

/** Folder of the release store that releases are written to: `RELEASES_URL` if it is a `file:` address. */
export function writableStore(source: Record<string, string | undefined> = process.env): string {
  const { DATA_DIR, RELEASES_URL } = readEnv(schema, source);
  return RELEASES_URL ? fileURLToPath(RELEASES_URL) : path.join(DATA_DIR, 'releases');
}

/**
 * Releases a remote's build and makes it current.
 * @returns its version
 * @throws RefusedRelease
 */
export async function release(name: string, store: string): Promise<string> {
  return publishOrForget(await createRelease(name, distOf(name), store), store);
}

/** A release that is refused leaves nothing behind. */
async function publishOrForget({ release: created, isNew }: CreatedRelease, store: string): Promise<string> {
  try {
    await publish(created, store);
    return created.version;
  } catch (error) {
    if (isNew) await rm(path.join(store, created.name, created.version), { recursive: true, force: true });
    throw error;
  }
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
