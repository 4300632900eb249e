/**
 * Splits: releases that some visitors get while another one is current. `deployment.traffic` says how many, in percent;
 * what is left belongs to the current release.
 */
import type { Change, Registry, RegistryEntry } from '../contracts/registry.ts';
import { entriesOf, isCurrent, withEntries, withHistory } from './entries.ts';
import type { Ownership } from './ownership.ts';

/** Every change of a release's traffic while it is not current, oldest first. */
type TrafficLog = NonNullable<RegistryEntry['extras']['traffic']>;

/**
 * The releases of a remote that have a share of its visitors beside the current one. The earliest split comes first, so
 * later ones take no visitor from it. None where nothing is current, or their shares exceed 100 %.
 */
export function splitsOf(registry: Registry, name: string): RegistryEntry[] {
  const entries = entriesOf(registry, name);
  const splits = entries.filter(isSplit).toSorted((a, b) => (begunAt(a) < begunAt(b) ? -1 : 1));
  return entries.some(isCurrent) && totalTraffic(splits) <= 100 ? splits : [];
}

/** Whether any remote has a split, so that visitors have to be told apart. */
export function hasSplits(registry: Registry): boolean {
  return [...servedReleases(registry).values()].some((entries) => entries.length > 1);
}

const served = new WeakMap<Registry, ReadonlyMap<string, RegistryEntry[]>>();

/**
 * Releases that visitors may get without asking for them, by remote: the current one first, then those with a share.
 * Worked out once for each registry, since every page view asks.
 */
export function servedReleases(registry: Registry): ReadonlyMap<string, RegistryEntry[]> {
  let known = served.get(registry);
  if (!known) {
    known = new Map(
      Object.entries(registry.microFrontends).flatMap(([name, entries]) => {
        const current = entries.find(isCurrent);
        return current ? [[name, [current, ...splitsOf(registry, name)]] as const] : [];
      }),
    );
    served.set(registry, known);
  }
  return known;
}

/** Paths of the other remotes: of all their releases that visitors get without asking. */
export function ownershipOfOthers(registry: Registry, name: string): Ownership {
  const others = [...servedReleases(registry)].filter(([other]) => other !== name);
  return Object.fromEntries(
    others.map(([other, entries]) => [other, entries.flatMap(({ extras }) => extras.routes)] as const),
  );
}

/** What some releases have together, in percent: of at most two decimals, which floats would not add up exactly. */
export const totalTraffic = (entries: readonly RegistryEntry[]): number =>
  entries.reduce((sum, { deployment }) => sum + Math.round(deployment.traffic * 100), 0) / 100;

/** The largest share that a release can have, in percent: what the other splits of its remote leave. */
export function trafficLeft(registry: Registry, name: string, version: string): number {
  const others = entriesOf(registry, name).filter((entry) => isSplit(entry) && entry.metadata.version !== version);
  return Math.max(0, 100 - totalTraffic(others));
}

/**
 * The registry after a release that is not current got a share of the visitors. With 0 no visitor gets it: a preview,
 * or the end of its split.
 * @param traffic percent, below 100, and not more than {@link trafficLeft}
 */
export function withTraffic(
  registry: Registry,
  name: string,
  { version, traffic }: { version: string; traffic: number },
  change: Change,
): Registry {
  const entries = withHistory(entriesOf(registry, name)).map((entry) => {
    if (entry.metadata.version !== version) return entry;
    const { takenBack, ...extras } = entry.extras;
    const isKept = traffic === 0 && takenBack !== undefined;
    return withShare({ ...entry, extras: isKept ? entry.extras : extras }, traffic, change);
  });
  return withEntries(registry, name, withRest(entries));
}

/** Entries of a remote whose splits have ended, but for the one that is named. */
export function withoutSplits(entries: RegistryEntry[], change: Change, except?: string): RegistryEntry[] {
  return withRest(
    entries.map((entry) => (isSplit(entry) && entry.metadata.version !== except ? withShare(entry, 0, change) : entry)),
  );
}

/** The entry with another share, and the change written down; unchanged if that share is on record already. */
function withShare(entry: RegistryEntry, traffic: number, change: Change): RegistryEntry {
  const { deployment, extras } = entry;
  const isKnown = extras.traffic !== undefined || extras.current !== undefined;
  if (isKnown && deployment.traffic === traffic) return entry;
  const log: TrafficLog = [...(extras.traffic ?? []), { ...change, traffic }];
  return { ...entry, deployment: { traffic, default: false }, extras: { ...extras, traffic: log } };
}

/** Gives the current release what the others leave. */
function withRest(entries: RegistryEntry[]): RegistryEntry[] {
  const rest = Math.max(0, 100 - totalTraffic(entries.filter(isSplit)));
  return entries.map((entry) =>
    isCurrent(entry) && entry.deployment.traffic !== rest
      ? { ...entry, deployment: { traffic: rest, default: true } }
      : entry,
  );
}

const isSplit = ({ deployment }: RegistryEntry): boolean => !deployment.default && deployment.traffic > 0;

function begunAt({ extras }: RegistryEntry): string {
  const log = extras.traffic ?? [];
  const ended = log.findLastIndex(({ traffic }) => traffic === 0 || traffic === 100);
  return log[ended + 1]?.at ?? extras.releasedAt;
}
