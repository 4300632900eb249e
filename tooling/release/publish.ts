/** Makes a release current, or goes back to the one before. The running site sees it at once, and shows it when it has loaded. */
import type { Registry, RegistryEntry, Release } from '../../shared/contracts/registry.ts';
import { releaseBase } from '../../shared/releases/urls.ts';
import { ownershipOf } from '../../shared/releases/composition.ts';
import {
  currentReleases,
  knownRelease,
  previousRelease,
  withRelease,
  withStep,
} from '../../shared/releases/current.ts';
import { integrityOf } from '../../shared/releases/integrity.ts';
import { findConflict } from '../../shared/releases/ownership.ts';
import { withSignature } from '../../shared/releases/signature.ts';
import { signingKey } from './signing.ts';
import { authorOf, type Author } from './author.ts';
import { RefusedRelease } from './refused-release.ts';
import { readRegistry, updateRegistry } from '../../shared/release-store/registry-file.ts';
import { writerOf } from '../../shared/release-store/store-writer.ts';
import { damagedRelease } from './verify.ts';

/**
 * Puts a release into the registry, signed if there is a key, and makes it current. Publishing the current release again
 * changes nothing but a signature that it did not have.
 * @throws RefusedRelease when its paths collide with another remote's or with the shell's own, or its files are damaged
 */
export async function publish(release: Release, store: string, author: Author = authorOf(release.name)): Promise<void> {
  const key = signingKey();
  const entry = await entryOf(release, store, author);
  await verified(release.name, entry, store);
  await updateRegistry(store, (registry) => {
    refuseConflict(registry, release.name, entry);
    const next = withRelease(registry, release.name, entry, { at: entry.extras.releasedAt, by: author.by });
    return key ? withSignature(next, release.name, release.version, key) : next;
  });
}

/**
 * Makes another release current: the one before the current one, or the one that is named. It is checked as on publishing.
 * @returns the version that is current now
 * @throws RefusedRelease when there is none, its files are damaged, or its paths belong to another remote by now
 */
export async function rollBack(
  name: string,
  store: string,
  { to, author = authorOf(name) }: { to?: string; author?: Author } = {},
): Promise<string> {
  const target = targetOf(await readRegistry(store), name, to);
  await verified(name, target, store);
  await updateRegistry(store, (registry) => {
    const known = targetOf(registry, name, target.metadata.version);
    refuseConflict(registry, name, known);
    return withStep(registry, name, { at: new Date().toISOString(), by: author.by }, known) ?? registry;
  });
  return target.metadata.version;
}

function targetOf(registry: Registry, name: string, version: string | undefined): RegistryEntry {
  const target = version === undefined ? previousRelease(registry, name) : knownRelease(registry, name, version);
  if (target) return target;
  const known = (registry.microFrontends[name] ?? []).map(({ metadata }) => metadata.version);
  throw new RefusedRelease(
    version === undefined
      ? `${name} has no release before the current one${known.length > 1 ? ' that was not taken back. Name one with --to' : ''}.`
      : `${name} has no release ${version}. It has ${known.join(', ') || 'none'}.`,
  );
}

function refuseConflict(registry: Registry, name: string, { extras }: RegistryEntry): void {
  const others = currentReleases(registry);
  others.delete(name);
  const conflict = findConflict(extras.routes, ownershipOf(others));
  if (!conflict) return;
  throw new RefusedRelease(
    `Its path ${conflict.pattern} overlaps ${conflict.claimed}, which belongs to ${conflict.owner}.`,
  );
}

/** @throws RefusedRelease when a file is not as it was released */
async function verified(name: string, { metadata: { version }, extras }: RegistryEntry, store: string): Promise<void> {
  const damaged = await damagedRelease(store, { name, version }, extras.release.integrity);
  if (damaged.length > 0)
    throw new RefusedRelease(
      `The store's copy of ${name} ${version} is damaged (${damaged.join(', ')}). Release its sources again, which mends it.`,
    );
}

async function entryOf(release: Release, store: string, { commit }: Author): Promise<RegistryEntry> {
  const base = releaseBase(release.name, release.version);
  const document = await writerOf(store).read(`${release.name}/${release.version}/release.json`);
  if (!document) throw new RefusedRelease(`The store holds no ${base}release.json.`);
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
      ...(commit && { commit }),
    },
  };
}
