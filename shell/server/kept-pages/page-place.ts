/** Which page a URL asks for, if that page can be kept. */
import type { Registry, RegistryEntry } from 'shared/contracts/registry';
import { compositionOf, ownershipOf } from 'shared/releases/composition';
import { usableReleases, type VisitorChoice } from 'shared/releases/chosen';
import type { ChosenReleases } from 'shared/releases/current';
import { type Ownership, ownerOf, patternOf } from 'shared/releases/ownership';
import { readSearch } from 'shared/releases/read-search';
import { servedReleases } from 'shared/releases/traffic';
import type { RemoteSource } from '../remote-source.ts';

export interface PagePlace {
  /** Path, and the query parameters that the page reads. */
  pageUrl: string;
  /** What it is kept under: its URL, or one name for all URLs that no remote owns (decision 105). */
  key: string;
  /** The remote whose page it is; null for the frame alone. */
  owner: string | null;
  /** The release that should render it; if another one has to, the page is not kept. Null for the frame alone. */
  version: string | null;
}

/** No URL begins like this. */
const NOBODYS = 'nobody’s';

/** What a visitor gets, computed once for each choice among the releases of a registry. */
export interface Current {
  /** Id of the composition. */
  id: string;
  entries: ChosenReleases;
  ownership: Ownership;
  /** All releases that visitors get without asking for them. When these change, every page is out of date. */
  served: string;
}

interface Known {
  served: string;
  /** By the versions that are chosen. */
  choices: Map<string, Current>;
}

const known = new WeakMap<Registry, Known>();

export function currentOf(registry: Registry, choice?: VisitorChoice): Current {
  // As `Pages` finds a path's owner: otherwise a page would be kept, or shared, as another one.
  const entries = usableReleases(registry, choice);
  let found = known.get(registry);
  if (!found) {
    const served = [...servedReleases(registry)].map(([name, all]) => `${name} ${versionsOf(all)}`).join();
    known.set(registry, (found = { served, choices: new Map() }));
  }
  const { served, choices } = found;
  const versions = versionsOf([...entries.values()]);
  let current = choices.get(versions);
  if (!current) {
    current = { id: compositionOf(entries).id, entries, ownership: ownershipOf(entries), served };
    choices.set(versions, current);
  }
  return current;
}

const versionsOf = (entries: RegistryEntry[]): string => entries.map(({ metadata }) => metadata.version).join(' ');

/** Undefined for pages that must not be kept. */
export async function placeOf(
  remotes: RemoteSource,
  { entries, ownership }: Current,
  { pathname, search }: URL,
): Promise<PagePlace | undefined> {
  const owner = ownerOf(ownership, pathname);
  if (owner === undefined) return { pageUrl: pathname, key: NOBODYS, owner: null, version: null };
  const entry = entries.get(owner)!;
  const names = await searchOf(remotes, entry, pathname);
  if (!names) return undefined;
  const pageUrl = pathname + readSearch(search, names);
  return { pageUrl, key: pageUrl, owner, version: entry.metadata.version };
}

async function searchOf(
  remotes: RemoteSource,
  entry: RegistryEntry,
  pathname: string,
): Promise<readonly string[] | undefined> {
  // If its release cannot be read, the page is rendered by another one, or fails.
  const release = await remotes.release(entry).catch(() => undefined);
  const routes = release?.routes ?? [];
  const pattern = patternOf(
    routes.map(({ path }) => path),
    pathname,
  );
  return routes.find(({ path }) => path === pattern)?.search;
}
