/** Which page an address asks for, as far as it can be kept. */
import { matchRoutes } from 'react-router-dom';
import type { Registry, RegistryEntry } from 'shared/contracts/registry';
import { compositionOf, ownershipOf } from 'shared/releases/composition';
import { type ChosenReleases, currentReleases } from 'shared/releases/current';
import { type Ownership, ownerOf } from 'shared/releases/ownership';
import { readSearch } from 'shared/releases/read-search';
import type { RemoteSource } from '../remote-source.ts';

export interface PagePlace {
  /** Path and what the page reads of the query string. */
  address: string;
  /** The release that is to make it: a page that another one had to make is not kept. */
  version: string;
}

/** What is current, worked out once for each registry. */
export interface Current {
  /** Id of the composition. */
  id: string;
  entries: ChosenReleases;
  ownership: Ownership;
}

const known = new WeakMap<Registry, Current>();

export async function currentOf(remotes: RemoteSource): Promise<Current> {
  const registry = await remotes.registry();
  let current = known.get(registry);
  if (!current) {
    const entries = currentReleases(registry);
    current = { id: compositionOf(entries).id, entries, ownership: ownershipOf(entries) };
    known.set(registry, current);
  }
  return current;
}

/** Undefined for addresses that nobody owns, and for pages that must not be kept. */
export async function placeOf(
  remotes: RemoteSource,
  { entries, ownership }: Current,
  { pathname, search }: URL,
): Promise<PagePlace | undefined> {
  const entry = entries.get(ownerOf(ownership, pathname) ?? '');
  if (!entry) return undefined;
  const names = await searchOf(remotes, entry, pathname);
  return names && { address: pathname + readSearch(search, names), version: entry.metadata.version };
}

async function searchOf(remotes: RemoteSource, entry: RegistryEntry, pathname: string): Promise<string[] | undefined> {
  // Without its release a page is made by another one, or fails.
  const release = await remotes.release(entry).catch(() => undefined);
  const table = release?.routes.map(({ path, search }) => ({ path, handle: search }));
  return table && (matchRoutes(table, pathname)?.[0]?.route.handle as string[] | undefined);
}
