/** Makes a release current, or goes back to the one before. The running site sees it with its next request. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { RegistryEntry, Release } from '../../shared/contracts/registry.ts';
import { releaseBase } from '../../shared/releases/urls.ts';
import { ownershipOf } from '../../shared/releases/composition.ts';
import { currentReleases, withPreviousRelease, withRelease } from '../../shared/releases/current.ts';
import { integrityOf } from '../../shared/releases/integrity.ts';
import { findConflict } from '../../shared/releases/ownership.ts';
import { RefusedRelease } from './create-release.ts';
import { updateRegistry } from './registry-file.ts';

/**
 * Puts a release into the registry and makes it current. Publishing the current release again changes nothing.
 * @throws RefusedRelease when its paths collide with another remote's or with the shell's own
 */
export async function publish(release: Release, store: string): Promise<void> {
  const entry = await entryOf(release, store);
  await updateRegistry(store, (registry) => {
    const others = currentReleases(registry);
    others.delete(release.name);
    const conflict = findConflict(entry.extras.routes, ownershipOf(others));
    if (conflict) {
      throw new RefusedRelease(
        `Its path ${conflict.pattern} overlaps ${conflict.claimed}, which belongs to ${conflict.owner}.`,
      );
    }
    return withRelease(registry, release.name, entry);
  });
}

/**
 * Makes the release before the current one current.
 * @returns the version that is current now
 * @throws RefusedRelease when there is none before it
 */
export async function rollBack(name: string, store: string): Promise<string> {
  const registry = await updateRegistry(store, (before) => {
    const after = withPreviousRelease(before, name);
    if (!after) throw new RefusedRelease(`${name} has no release before the current one.`);
    return after;
  });
  return currentReleases(registry).get(name)!.metadata.version;
}

async function entryOf(release: Release, store: string): Promise<RegistryEntry> {
  const base = releaseBase(release.name, release.version);
  const document = await readFile(path.join(store, release.name, release.version, 'release.json'));
  const hashOf = (file: string) => {
    const hash = release.files[file];
    if (!hash) throw new RefusedRelease(`It holds no ${file}.`);
    return hash;
  };
  return {
    url: base + release.entry,
    metadata: { version: release.version, integrity: hashOf(release.entry) },
    deployment: { traffic: 100, default: true },
    extras: {
      routes: release.routes.map((route) => route.path),
      ...(release.findable && { findable: release.findable }),
      release: { url: `${base}release.json`, integrity: integrityOf(document) },
      server: { url: base + release.server, integrity: hashOf(release.server) },
      contract: release.contract,
      releasedAt: new Date().toISOString(),
    },
  };
}
