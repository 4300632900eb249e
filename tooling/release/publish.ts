/** Makes a release current, or goes back to the one before. The running site sees it with its next request. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { findConflict } from '../../shared/releases/ownership.ts';
import type { Registry, RegistryEntry, Release } from '../../shared/contracts/registry.ts';
import { integrityOf } from '../../shared/releases/integrity.ts';
import { RefusedRelease } from './create-release.ts';
import { updateRegistry } from './registry-file.ts';
import { releaseBase } from './version.ts';

/**
 * Puts a release into the registry and makes it current. Publishing the current release again changes nothing.
 * @throws RefusedRelease when its paths collide with another remote's or with the shell's own
 */
export async function publish(release: Release, store: string): Promise<void> {
  const entry = await entryOf(release, store);
  await updateRegistry(store, (registry) => {
    const conflict = findConflict(entry.extras.routes, currentRoutesExcept(registry, release.name));
    if (conflict) {
      throw new RefusedRelease(
        `Its path ${conflict.pattern} overlaps ${conflict.claimed}, which belongs to ${conflict.owner}.`,
      );
    }
    const others = (registry.microFrontends[release.name] ?? []).filter((known) => known.metadata.version !== release.version);
    return withEntries(registry, release.name, [entry, ...others.map(retired)]);
  });
}

/** Whether the registry knows this version, current or not. */
export function isPublished(registry: Registry, name: string, version: string): boolean {
  return (registry.microFrontends[name] ?? []).some((entry) => entry.metadata.version === version);
}

/**
 * Makes the release before the current one current.
 * @returns the version that is current now
 * @throws RefusedRelease when there is none before it
 */
export async function rollBack(name: string, store: string): Promise<string> {
  let version = '';
  await updateRegistry(store, (registry) => {
    const entries = registry.microFrontends[name] ?? [];
    const current = entries.findIndex((entry) => entry.deployment.default);
    const previous = entries[current + 1];
    if (current < 0 || !previous) throw new RefusedRelease(`${name} has no release before the current one.`);
    version = previous.metadata.version;
    return withEntries(registry, name, entries.map((entry) => (entry === previous ? promoted(entry) : retired(entry))));
  });
  return version;
}

function withEntries(registry: Registry, name: string, entries: RegistryEntry[]): Registry {
  return { ...registry, microFrontends: { ...registry.microFrontends, [name]: entries } };
}

const promoted = (entry: RegistryEntry): RegistryEntry => ({ ...entry, deployment: { traffic: 100, default: true } });
const retired = (entry: RegistryEntry): RegistryEntry => ({ ...entry, deployment: { traffic: 0, default: false } });

function currentRoutesExcept(registry: Registry, name: string): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(registry.microFrontends).flatMap(([other, entries]) => {
      const current = entries.find((entry) => entry.deployment.default);
      return other === name || !current ? [] : [[other, current.extras.routes]];
    }),
  );
}

async function entryOf(release: Release, store: string): Promise<RegistryEntry> {
  const base = releaseBase(release.name, release.version);
  const document = await readFile(path.join(store, release.name, release.version, 'release.json'));
  const hashOf = (file: string) => {
    const hash = release.files[file];
    if (!hash) throw new RefusedRelease(`It holds no ${file}.`);
    return hash;
  };
  return promoted({
    url: base + release.entry,
    metadata: { version: release.version, integrity: hashOf(release.entry) },
    deployment: { traffic: 100, default: true },
    extras: {
      routes: release.routes.map((route) => route.path),
      release: { url: `${base}release.json`, integrity: integrityOf(document) },
      server: { url: base + release.server, integrity: hashOf(release.server) },
      contract: release.contract,
      releasedAt: new Date().toISOString(),
    },
  });
}
