/** Which releases are current, which came before, and what a registry looks like after a release or a step back. */
import type { Change, Registry, RegistryEntry } from '../contracts/registry.ts';
import { speaksContract } from '../contracts/remote.ts';
import { entriesOf, isCurrent, withEntries, withHistory } from './entries.ts';
import { splitsOf, withoutSplits, withTraffic } from './traffic.ts';

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
 * The releases that were current, latest first: a release is listed as often as it became current. Releases without a
 * record of it were made by an older tool, which kept them newest first.
 */
export function historyOf(registry: Registry, name: string): RegistryEntry[] {
  const entries = entriesOf(registry, name);
  const told = entries.flatMap((entry) => (entry.extras.current ?? []).map(({ order }) => ({ entry, order })));
  const silent = entries
    .slice(Math.max(0, entries.findIndex(isCurrent)))
    .filter(({ extras }) => !extras.current && !extras.traffic && !extras.takenBack);
  return [...told.toSorted((a, b) => b.order - a.order).map(({ entry }) => entry), ...silent];
}

/** The release that was current before the present one, leaving out those that were taken back. */
export function previousRelease(registry: Registry, name: string): RegistryEntry | undefined {
  return earlierReleases(registry, name)[0];
}

/** The releases that were current before the present one, latest first, without those that were taken back. */
function earlierReleases(registry: Registry, name: string): RegistryEntry[] {
  return historyOf(registry, name).filter((entry) => !isCurrent(entry) && !entry.extras.takenBack);
}

/** Whether this version of the shell can work with a release; newer ones may know newer contracts. */
export const isUsable = ({ extras }: RegistryEntry): boolean => speaksContract(extras.contract);

/** One release of a remote, current or not; undefined when the registry does not know it. */
export function knownRelease(registry: Registry, name: string, version: string): RegistryEntry | undefined {
  return entriesOf(registry, name).find(({ metadata }) => metadata.version === version);
}

/** How many releases before the current one are tried: each takes a thread, and time. */
const EARLIER_TRIED = 3;

/**
 * The releases to render a remote's page with, in the order in which they are tried: the one that the visitor is to
 * get, the current one, then the last one that worked, then some before the current that this shell can work with. A
 * release may work except for this page, and so may the next one; and after a restart nothing is known to have worked.
 * @param lastGood one that was current: no visitor gets a split's release without being in the split
 */
export function releasesToTry(
  registry: Registry,
  name: string,
  lastGood: RegistryEntry | undefined,
  chosen?: RegistryEntry,
): RegistryEntry[] {
  const known = lastGood && knownRelease(registry, name, lastGood.metadata.version);
  const wanted = [
    chosen,
    currentReleases(registry).get(name),
    known?.extras.takenBack ? undefined : known,
    ...earlierReleases(registry, name).filter(isUsable).slice(0, EARLIER_TRIED),
  ];
  const byVersion = new Map(
    wanted.filter((entry) => entry !== undefined).map((entry) => [entry.metadata.version, entry]),
  );
  return [...byVersion.values()];
}

/**
 * The registry after a release: it comes first and is current. A known release keeps its records, and
 * the one that is current its place.
 */
export function withRelease(registry: Registry, name: string, entry: RegistryEntry, change: Change): Registry {
  const known = knownRelease(registry, name, entry.metadata.version);
  if (known && isCurrent(known)) return withEntry(registry, name, known, withFactsOf(entry, known));
  const fresh: RegistryEntry = { ...entry, deployment: { traffic: 0, default: false } };
  const released = known ? withLogsOf(known, fresh) : fresh;
  const others = entriesOf(registry, name).filter((other) => other !== known);
  return withCurrent(withEntries(registry, name, [released, ...others]), name, released, change);
}

/**
 * The registry after a release that only some visitors get, beside the current one. It takes the place of running
 * splits. With a share of 0 it is a preview, which nobody gets, and splits go on.
 * @param traffic percent, below 100
 */
export function withSplit(
  registry: Registry,
  name: string,
  { entry, traffic }: { entry: RegistryEntry; traffic: number },
  change: Change,
): Registry {
  const { version } = entry.metadata;
  const known = knownRelease(registry, name, version);
  const added: RegistryEntry = { ...entry, deployment: { traffic: 0, default: false } };
  const before = withHistory(entriesOf(registry, name));
  const entries = known
    ? before.map((each) => (each.metadata.version === version ? withFactsOf(entry, each) : each))
    : [added, ...before];
  const free = traffic > 0 ? withoutSplits(entries, change, version) : entries;
  return withTraffic(withEntries(registry, name, free), name, { version, traffic }, change);
}

/** What an entry says of the release itself, and signatures vouch for. */
function factsOf({ url, metadata, extras }: RegistryEntry) {
  const { routes, findable, release, server, contract } = extras;
  return { url, metadata, extras: { routes, ...(findable && { findable }), release, server, contract } };
}

/**
 * An entry with the facts of another one, and its own records; the same entry if they agree. What is in a store may
 * have been altered there, and must not be signed for what was built here.
 */
function withFactsOf(fresh: RegistryEntry, entry: RegistryEntry): RegistryEntry {
  const facts = factsOf(fresh);
  if (JSON.stringify(facts) === JSON.stringify(factsOf(entry))) return entry;
  const { findable: _, ...extras } = entry.extras;
  return { ...entry, ...facts, extras: { ...extras, ...facts.extras } };
}

function withEntry(registry: Registry, name: string, old: RegistryEntry, entry: RegistryEntry): Registry {
  if (old === entry) return registry;
  return withEntries(
    registry,
    name,
    entriesOf(registry, name).map((each) => (each === old ? entry : each)),
  );
}

function withLogsOf({ extras: { current, traffic } }: RegistryEntry, entry: RegistryEntry): RegistryEntry {
  return { ...entry, extras: { ...entry.extras, ...(current && { current }), ...(traffic && { traffic }) } };
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
  if (!target) return undefined;
  // Nothing but previews, or a current release whose entry cannot be read.
  if (!current) return withCurrent(registry, name, target, change);
  if (target.metadata.version === current.metadata.version) return registry;
  const entries = entriesOf(registry, name);
  const isOlder = entries.indexOf(target) > entries.indexOf(current);
  const left = isOlder ? { ...current, extras: { ...current.extras, takenBack: change } } : current;
  const known = entries.map((entry) => (entry === current ? left : entry));
  return withCurrent(withEntries(registry, name, known), name, target, change);
}

/** The registry after a step away from whatever is new: as {@link withStep}, and no split of the remote is left. */
export function withStepBack(
  registry: Registry,
  name: string,
  change: Change,
  target?: RegistryEntry,
): Registry | undefined {
  const splits = splitsOf(registry, name).filter(({ metadata }) => metadata.version !== target?.metadata.version);
  const ended = withoutSplits(entriesOf(registry, name), change, target?.metadata.version).map((entry) =>
    splits.some(({ metadata }) => metadata.version === entry.metadata.version)
      ? { ...entry, extras: { ...entry.extras, takenBack: change } }
      : entry,
  );
  const known = withEntries(registry, name, ended);
  return withStep(known, name, change, target && knownRelease(known, name, target.metadata.version));
}

/**
 * The registry after a remote was withdrawn: no visitor gets a release of it, and those that visitors got are taken
 * back. Unchanged if visitors get none.
 */
export function withNone(registry: Registry, name: string, change: Change): Registry {
  const isServed = ({ deployment }: RegistryEntry) => deployment.default || deployment.traffic > 0;
  const entries = withHistory(entriesOf(registry, name));
  const served = new Set(entries.filter(isServed).map(({ metadata }) => metadata.version));
  if (served.size === 0) return registry;
  const left = withoutSplits(entries, change).map((entry) =>
    served.has(entry.metadata.version)
      ? { ...entry, deployment: { traffic: 0, default: false }, extras: { ...entry.extras, takenBack: change } }
      : entry,
  );
  return withEntries(registry, name, left);
}

function withCurrent(registry: Registry, name: string, target: RegistryEntry, change: Change): Registry {
  const entries = withoutSplits(withHistory(entriesOf(registry, name)), change, target.metadata.version);
  const orders = entries.flatMap(({ extras }) => (extras.current ?? []).map(({ order }) => order));
  const order = Math.max(0, ...orders) + 1;
  const next = entries.map((entry): RegistryEntry => {
    if (entry.metadata.version !== target.metadata.version)
      return { ...entry, deployment: { traffic: 0, default: false } };
    const { takenBack: _, traffic, ...extras } = entry.extras;
    return {
      ...entry,
      deployment: { traffic: 100, default: true },
      extras: {
        ...extras,
        current: [...(extras.current ?? []), { ...change, order }],
        ...(traffic && { traffic: [...traffic, { ...change, traffic: 100 }] }),
      },
    };
  });
  return withEntries(registry, name, next);
}
