/** Makes a release current, or goes back to the one before. The running site shows it as soon as it is loaded. */
import type { Integrity, Registry, RegistryEntry, Release } from '../../shared/contracts/registry.ts';
import { releaseBase } from '../../shared/releases/urls.ts';
import {
  currentReleases,
  knownRelease,
  previousRelease,
  withRelease,
  withNone,
  withSplit,
  withStepBack,
} from '../../shared/releases/current.ts';
import { integrityOf } from '../../shared/releases/integrity.ts';
import { findConflict } from '../../shared/releases/ownership.ts';
import { withSignature } from '../../shared/releases/signature.ts';
import { signingKey } from './signing.ts';
import { ownershipOfOthers, servedReleases, splitsOf } from '../../shared/releases/traffic.ts';
import { authorOf, type Author } from './author.ts';
import { documentOf } from './examine-build.ts';
import { overlap } from './overlap.ts';
import { RefusedRelease } from './refused-release.ts';
import { readRegistry, updateRegistry } from '../../shared/release-store/registry-file.ts';
import { writerOf } from '../../shared/release-store/store-writer.ts';
import { damagedRelease } from './verify.ts';

export interface PublishOptions {
  author?: Author;
  /** Share of the visitors who get it, in percent: with 100 it becomes current, with 0 it is a preview. */
  traffic?: number;
}

/**
 * Puts a release into the registry, signed if there is a key, and makes it current or gives it its share. Publishing
 * the current release again changes nothing but a signature that it did not have.
 * @throws RefusedRelease when its paths collide with another remote's or with the shell's own, its files are damaged,
 * or it cannot have that share
 */
export async function publish(
  release: Release,
  store: string,
  { author = authorOf(release.name), traffic = 100 }: PublishOptions = {},
): Promise<void> {
  const key = signingKey();
  const entry = entryOf(release, author, await documentIntegrity(release, store, key !== undefined));
  await verified(release.name, entry, store);
  await updateRegistry(store, (registry) => {
    const { name, version } = release;
    const change = { at: entry.extras.releasedAt, by: author.by };
    refuseConflict(registry, name, entry);
    if (traffic < 100) refuseShare(registry, name, version, traffic);
    const next =
      traffic === 100
        ? withRelease(registry, name, entry, change)
        : withSplit(registry, name, { entry, traffic }, change);
    return key ? withSignature(next, name, version, key) : next;
  });
  // Its release exists; should this fail, the mark expires by itself.
  await writerOf(store)
    .settle(release.name, release.version)
    .catch(() => {});
}

/** Only a release that is not current has a share, and only beside one that is. @throws RefusedRelease */
export function refuseShare(registry: Registry, name: string, version: string, traffic: number): void {
  const current = currentReleases(registry).get(name);
  if (current?.metadata.version === version) {
    throw new RefusedRelease(
      `${name} ${version} is current: it gets all visitors that no split takes. Give another release a share, or go back with rollback.`,
    );
  }
  if (!current && traffic > 0)
    throw new RefusedRelease(
      `${name} has no current release for the remaining visitors. Release it to everybody first.`,
    );
}

/**
 * Makes another release current, the one before the current one or the one that is named, and ends the remote's splits.
 * It is checked as on publishing.
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
    return withStepBack(registry, name, { at: new Date().toISOString(), by: author.by }, known) ?? registry;
  });
  return target.metadata.version;
}

/**
 * Takes a remote off the site: no visitor gets a release of it any more, and nothing has its paths. Tabs that are open
 * keep what they have.
 * @returns the release that was current, and the paths
 * @throws RefusedRelease when visitors get none
 */
export async function withdraw(
  name: string,
  store: string,
  author: Author = authorOf(name),
): Promise<{ version: string; paths: string[] }> {
  let served: RegistryEntry[] = [];
  await updateRegistry(store, (registry) => {
    served = servedReleases(registry).get(name) ?? [];
    if (served.length === 0) throw new RefusedRelease(`No visitor gets a release of ${name}: it cannot be withdrawn.`);
    return withNone(registry, name, { at: new Date().toISOString(), by: author.by });
  });
  const paths = new Set(served.flatMap(({ extras }) => extras.routes));
  return { version: served[0]!.metadata.version, paths: [...paths] };
}

function targetOf(registry: Registry, name: string, version: string | undefined): RegistryEntry {
  if (version !== undefined) return namedRelease(registry, name, version);
  const target = previousRelease(registry, name);
  if (target) return target;
  const known = registry.microFrontends[name] ?? [];
  const isServed = currentReleases(registry).has(name);
  const others = known.length > (isServed ? 1 : 0);
  const splits = splitsOf(registry, name).map(
    ({ metadata }) => `npm run releases -- traffic ${name}@${metadata.version} 0`,
  );
  throw new RefusedRelease(
    [
      `${name} has no earlier release to go back to${others ? ', except those taken back. Name one with --to' : ''}.`,
      ...splits.map((command) => `To end its split: ${command}`),
      ...(isServed ? [`To take ${name} off the site: npm run releases -- withdraw ${name}`] : []),
    ].join(' '),
  );
}

/**
 * One release of a remote.
 * @param version its beginning is enough if no other one begins so
 * @throws RefusedRelease when there is none, naming those that there are, or when there are several
 */
export function namedRelease(registry: Registry, name: string, version: string): RegistryEntry {
  const entry = knownRelease(registry, name, version);
  if (entry) return entry;
  const known = registry.microFrontends[name] ?? [];
  const found = version === '' ? [] : known.filter(({ metadata }) => metadata.version.startsWith(version));
  if (found.length === 1) return found[0]!;
  const list = (entries: RegistryEntry[]) => entries.map(({ metadata }) => metadata.version).join(', ');
  if (found.length > 1)
    throw new RefusedRelease(`${name} has several releases that begin with ${version}: ${list(found)}.`);
  throw new RefusedRelease(`${name} has no release ${version || '""'}. It has ${list(known) || 'none'}.`);
}

/** Every release that visitors get without asking for it counts. @throws RefusedRelease */
export function refuseConflict(registry: Registry, name: string, { extras }: RegistryEntry): void {
  const conflict = findConflict(extras.routes, ownershipOfOthers(registry, name));
  if (conflict) throw new RefusedRelease(overlap(conflict));
}

/** @throws RefusedRelease when a file is not as it was released */
export async function verified(
  name: string,
  { metadata: { version }, extras }: RegistryEntry,
  store: string,
): Promise<void> {
  const damaged = await damagedRelease(store, { name, version }, extras.release.integrity);
  if (damaged.length > 0)
    throw new RefusedRelease(
      `The store's copy of ${name} ${version} is damaged (${damaged.join(', ')}). Release its sources again to repair it.`,
    );
}

/** What is signed is what was made here, whatever is in the store by now. */
async function documentIntegrity(release: Release, store: string, isSigned: boolean): Promise<Integrity> {
  if (isSigned) return integrityOf(documentOf(release));
  const document = await writerOf(store).read(`${release.name}/${release.version}/release.json`);
  if (document) return integrityOf(document);
  throw new RefusedRelease(`The store has no ${releaseBase(release.name, release.version)}release.json.`);
}

function entryOf(release: Release, { commit }: Author, integrity: Integrity): RegistryEntry {
  const base = releaseBase(release.name, release.version);
  const hashOf = (file: string) => {
    const hash = release.files[file];
    if (!hash) throw new RefusedRelease(`It has no ${file}.`);
    return hash;
  };
  return {
    url: base + release.entry,
    metadata: { version: release.version, integrity: hashOf(release.entry) },
    deployment: { traffic: 100, default: true },
    extras: {
      routes: release.routes.map((route) => route.path),
      ...(release.findable && { findable: release.findable }),
      release: { url: `${base}release.json`, integrity },
      server: { url: base + release.server, integrity: hashOf(release.server) },
      contract: release.contract,
      releasedAt: new Date().toISOString(),
      ...(commit && { commit }),
    },
  };
}
