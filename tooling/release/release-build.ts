/** Releases built remotes into the release store, and goes back. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { folder, readEnv, urlOf } from '../../shared/node/env.ts';
import { knownRelease } from '../../shared/releases/current.ts';
import { createRelease, type CreatedRelease } from './create-release.ts';
import { publish, type PublishOptions } from './publish.ts';
import { writerOf } from '../../shared/release-store/store-writer.ts';
import { RefusedRelease } from './refused-release.ts';
import { readRegistry } from '../../shared/release-store/registry-file.ts';
import { distOf } from '../workspace/remotes.ts';

const schema = z.object({ DATA_DIR: folder.prefault('.data'), RELEASES_URL: urlOf('file', 's3').optional() });

/** Where releases are written to: path of a folder, by default below `DATA_DIR`, or `s3://bucket/prefix`. */
export function writableStore(source: Record<string, string | undefined> = process.env): string {
  const { DATA_DIR, RELEASES_URL } = readEnv(schema, source);
  if (RELEASES_URL?.startsWith('s3:')) return RELEASES_URL;
  return RELEASES_URL ? fileURLToPath(RELEASES_URL) : path.join(DATA_DIR, 'releases');
}

/**
 * Releases a remote's build: for everybody, or for those of `options`.
 * @param tried version that passed the gate
 * @returns its version
 * @throws RefusedRelease
 */
export async function release(name: string, store: string, tried: string, options?: PublishOptions): Promise<string> {
  return publishOrForget(await createRelease(name, distOf(name), store, { tried }), store, options);
}

/** A refused release leaves nothing behind, unless it existed before and is only repaired. */
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
    if (isNew && !knownRelease(await readRegistry(store), name, version)) await writerOf(store).remove(name, version);
    throw error;
  }
}

/**
 * Releases a remote's build unless the store knew it before: a release that was rolled back stays so.
 * @param dist where the build is
 * @returns its version if it was released now
 */
export async function releaseIfNew(name: string, store: string, dist = distOf(name)): Promise<string | undefined> {
  const created = await createRelease(name, dist, store);
  const { version } = created.release;
  if (knownRelease(await readRegistry(store), name, version)) {
    await writerOf(store).settle(name, version);
    return undefined;
  }
  return publishOrForget(created, store);
}

/**
 * The same for several remotes. One that takes a path over comes after the one that gives it up.
 * @param told gets each that was released now
 * @throws RefusedRelease when one is refused whatever the others do
 */
export async function releaseAllNew(
  builds: readonly { name: string; dist?: string }[],
  store: string,
  told: (name: string, version: string) => void,
): Promise<void> {
  const refused: { build: (typeof builds)[number]; error: RefusedRelease }[] = [];
  for (const build of builds) {
    try {
      const version = await releaseIfNew(build.name, store, build.dist);
      if (version) told(build.name, version);
    } catch (error) {
      if (!(error instanceof RefusedRelease)) throw error;
      refused.push({ build, error });
    }
  }
  if (refused.length === 0) return;
  if (refused.length === builds.length) throw refused[0]!.error;
  await releaseAllNew(
    refused.map(({ build }) => build),
    store,
    told,
  );
}
