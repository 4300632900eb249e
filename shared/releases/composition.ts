/** The composition of one page view, and what browsers load of a release. */
import { createHash } from 'node:crypto';
import type { ComposedRemote, Composition, Integrity, RegistryEntry, Release } from '../contracts/registry.ts';
import { releaseUrl } from './urls.ts';
import type { ChosenReleases } from './current.ts';
import type { Ownership } from './ownership.ts';

const COMPOSITION_ID_LENGTH = 12;
const BROWSER_MODULE = /\.js$/;

/** Which remote owns which paths, among the given releases. */
export function ownershipOf(releases: ChosenReleases): Ownership {
  return Object.fromEntries([...releases].map(([name, { extras }]) => [name, extras.routes]));
}

/** Names a choice of releases. The same choice always has the same id. */
export function compositionOf(chosen: ChosenReleases): Composition {
  const byName = [...chosen].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const releases = Object.fromEntries(byName.map(([name, { metadata }]) => [name, metadata.version]));
  const id = createHash('sha256').update(JSON.stringify(releases)).digest('hex').slice(0, COMPOSITION_ID_LENGTH);
  return { id, releases };
}

/** What the browser needs to load pages of a release. */
export function composedRemote(name: string, { metadata, url, extras }: RegistryEntry): ComposedRemote {
  return { name, version: metadata.version, entry: url, routes: extras.routes, contract: extras.contract };
}

/** Hashes of a release's browser modules by URL. */
export function moduleIntegrity({ name, version, files }: Release): Record<string, Integrity> {
  const modules = Object.entries(files).filter(([file]) => BROWSER_MODULE.test(file));
  return Object.fromEntries(modules.map(([file, hash]) => [releaseUrl(name, version, file), hash]));
}

/**
 * Hashes of the modules that may be loaded while a page is shown, by URL. The hashes for other pages arrive before the
 * visitor gets there (`laterImportMap`).
 * @param routeIds matched routes
 */
export function pageIntegrity(release: Release, routeIds: readonly string[]): Record<string, Integrity> {
  const all = moduleIntegrity(release);
  const matched = release.routes.filter(({ id }) => routeIds.includes(id));
  if (matched.some(({ later }) => !later)) return all;
  const later = matched.flatMap((route) => route.later!.map((file) => releaseUrl(release.name, release.version, file)));
  const wanted = new Set([...pageFiles(release, routeIds), ...later]);
  return Object.fromEntries(Object.entries(all).filter(([url]) => wanted.has(url)));
}

/**
 * URLs of all files that a page needs, so that none is discovered only when code runs.
 * @param routeIds matched routes
 */
export function pageFiles({ name, version, entryFiles, routes }: Release, routeIds: readonly string[]): string[] {
  const own = routes.filter(({ id }) => routeIds.includes(id)).flatMap(({ files }) => files);
  return [...new Set([...entryFiles, ...own])].map((file) => releaseUrl(name, version, file));
}

/** The browser modules that each page of a release needs, by the pattern of its path. */
export function modulesOfPages(release: Release): Record<string, string[]> {
  return Object.fromEntries(
    release.routes.map(({ id, path }) => [path, pageFiles(release, [id]).filter((url) => BROWSER_MODULE.test(url))]),
  );
}
