/** Which releases are current, which came before, and what a registry is after a release or a step back. */
import type { Change, Registry, RegistryEntry } from '../contracts/registry.ts';

/** One release of each remote, by the remote's name. */
export type ChosenReleases = ReadonlyMap<string, RegistryEntry>;

/** The release that is current for each remote. */
export function currentReleases({ microFrontends }: Registry): Map<string, RegistryEntry> {
  return new Map(
    Object.entries(microFrontends).flatMap(([name, entries]) => {
      const entry = entries.find(isCurrent);
      return entry ? [[name, entry] as const] : [];
    }),
  );
}

/**
 * What was current, latest first: a release stands there as often as it became current.
 * Releases that say nothing about it were made by an older tool, which kept them newest first.
 */
export function historyOf(registry: Registry, name: string): RegistryEntry[] {
  const entries = entriesOf(registry, name);
  const told = entries.flatMap((entry) => (entry.extras.current ?? []).map(({ order }) => ({ entry, order })));
  const silent = entries.slice(Math.max(0, entries.findIndex(isCurrent))).filter(({ extras }) => !extras.current);
  return [...told.toSorted((a, b) => b.order - a.order).map(({ entry }) => entry), ...silent];
}

/** The release that was current before the one that is, without those that were taken back. */
export function previousRelease(registry: Registry, name: string): RegistryEntry | undefined {
  return historyOf(registry, name).find((entry) => !isCurrent(entry) && !entry.extras.takenBack);
}

/** One release of a remote, current or not; undefined when the registry does not know it. */
export function knownRelease(registry: Registry, name: string, version: string): RegistryEntry | undefined {
  return entriesOf(registry, name).find(({ metadata }) => metadata.version === version);
}

/**
 * The releases to render a remote's page with, in the order in which they are tried: the current one, then the last one
 * that worked, then the one before the current. A release may work but for this page, and after a restart nothing is
 * known to have worked.
 */
export function releasesToTry(registry: Registry, name: string, lastGood: RegistryEntry | undefined): RegistryEntry[] {
  const isTakenBack = lastGood && knownRelease(registry, name, lastGood.metadata.version)?.extras.takenBack;
  const wanted = [
    currentReleases(registry).get(name),
    isTakenBack ? undefined : lastGood,
    previousRelease(registry, name),
  ];
  const byVersion = new Map(
    wanted.filter((entry) => entry !== undefined).map((entry) => [entry.metadata.version, entry]),
  );
  return [...byVersion.values()];
}

/** The registry after a release: it comes first and is current. One that was there keeps what is known of it. */
export function withRelease(registry: Registry, name: string, entry: RegistryEntry, change: Change): Registry {
  const known = knownRelease(registry, name, entry.metadata.version);
  if (known && isCurrent(known)) return registry;
  const released = known
    ? { ...entry, extras: { ...entry.extras, ...(known.extras.current && { current: known.extras.current }) } }
    : entry;
  const others = entriesOf(registry, name).filter((other) => other !== known);
  return withCurrent(withEntries(registry, name, [released, ...others]), name, released, change);
}

/**
 * The registry after a step to another release that it knows. A step to an older one takes the current one back.
 * @param target by default the one that was current before
 * @returns undefined when there is none
 */
export function withStep(
  registry: Registry,
  name: string,
  change: Change,
  target: RegistryEntry | undefined = previousRelease(registry, name),
): Registry | undefined {
  const current = currentReleases(registry).get(name);
  if (!current || !target) return undefined;
  if (target.metadata.version === current.metadata.version) return registry;
  const entries = entriesOf(registry, name);
  const isOlder = entries.indexOf(target) > entries.indexOf(current);
  const left = isOlder ? { ...current, extras: { ...current.extras, takenBack: change } } : current;
  const known = entries.map((entry) => (entry === current ? left : entry));
  return withCurrent(withEntries(registry, name, known), name, target, change);
}

function withCurrent(registry: Registry, name: string, target: RegistryEntry, change: Change): Registry {
  const entries = withHistory(entriesOf(registry, name));
  const orders = entries.flatMap(({ extras }) => (extras.current ?? []).map(({ order }) => order));
  const order = Math.max(0, ...orders) + 1;
  const next = entries.map((entry): RegistryEntry => {
    if (entry.metadata.version !== target.metadata.version)
      return { ...entry, deployment: { traffic: 0, default: false } };
    const { takenBack: _, ...extras } = entry.extras;
    return {
      ...entry,
      deployment: { traffic: 100, default: true },
      extras: { ...extras, current: [...(extras.current ?? []), { ...change, order }] },
    };
  });
  return withEntries(registry, name, next);
}

/** Entries that say when they were current; of those that do not, what an older tool kept is written down now. */
function withHistory(entries: RegistryEntry[]): RegistryEntry[] {
  if (entries.some(({ extras }) => extras.current)) return entries;
  const at = entries.findIndex(isCurrent);
  if (at < 0) return entries;
  return entries.map((entry, index) => {
    const then = { at: entry.extras.releasedAt, by: 'unknown' };
    return index < at
      ? { ...entry, extras: { ...entry.extras, takenBack: then } }
      : { ...entry, extras: { ...entry.extras, current: [{ ...then, order: entries.length - index }] } };
  });
}

/** Names come from URLs too, so a remote called `constructor` is none. */
function entriesOf({ microFrontends }: Registry, name: string): RegistryEntry[] {
  return (Object.hasOwn(microFrontends, name) && microFrontends[name]) || [];
}

const isCurrent = ({ deployment }: RegistryEntry): boolean => deployment.default;

function withEntries(registry: Registry, name: string, entries: RegistryEntry[]): Registry {
  return { ...registry, microFrontends: { ...registry.microFrontends, [name]: entries } };
}
