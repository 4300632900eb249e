/** Which releases are no longer needed. */
import type { Registry, RegistryEntry } from '../contracts/registry.ts';
import { historyOf, previousRelease } from './current.ts';
import { entriesOf, isCurrent, withEntries, withHistory } from './entries.ts';

export interface Retention {
  /**
   * How many releases that were current once are kept per remote, whatever their age; those taken back do not count.
   */
  keep: number;
  /** Milliseconds since 1970: anyone who got a page of a release after that may still have it open. */
  usedSince: number;
}

/**
 * The releases of a remote that can be removed: not current, in no split, not the one before the current, to which
 * pages fall back, and not used by anybody for long. A preview counts as used when it was made. A release that was
 * taken back stays until there is a newer one: otherwise a start from the same sources would release it again.
 */
export function prunableReleases(registry: Registry, name: string, { keep, usedSince }: Retention): RegistryEntry[] {
  const entries = withHistory(entriesOf(registry, name));
  const known = withEntries(registry, name, entries);
  const steps = [...new Set(historyOf(known, name).filter(({ extras }) => !extras.takenBack))];
  const kept = new Set([...steps.slice(0, keep), previousRelease(known, name)]);
  // Of a remote that was withdrawn, what was taken back last is the newest.
  const isNewest = entries.some(isCurrent) ? isCurrent : ({ extras }: RegistryEntry) => extras.takenBack !== undefined;
  const newest = entries.findIndex(isNewest);
  const versions = new Set(
    entries
      .filter((entry) => !isCurrent(entry) && entry.deployment.traffic === 0 && !kept.has(entry))
      .filter((entry) => !entry.extras.takenBack || entries.indexOf(entry) > newest)
      .filter((entry) => usedUntil(entries, entry) < usedSince)
      .map(({ metadata }) => metadata.version),
  );
  // The registry's own entries: the ones above carry what an older tool left out, which is known only here.
  return entriesOf(registry, name).filter(({ metadata }) => versions.has(metadata.version));
}

/** The registry without some releases of a remote. */
export function withoutReleases(registry: Registry, name: string, removed: readonly RegistryEntry[]): Registry {
  const left = entriesOf(registry, name).filter((entry) => !removed.includes(entry));
  return withEntries(registry, name, left);
}

/** Until when visitors got a release that is not current, in milliseconds since 1970. */
function usedUntil(entries: RegistryEntry[], { extras }: RegistryEntry): number {
  const steps = entries.flatMap(({ extras: { current } }) => current ?? []).toSorted((a, b) => a.order - b.order);
  const ends = (extras.current ?? []).map(({ order, at }) => steps.find((step) => step.order > order)?.at ?? at);
  // Without a next step, as after a withdrawal, that is when it was taken back.
  const changes = [...(extras.traffic ?? []), ...(extras.takenBack ? [extras.takenBack] : [])].map(({ at }) => at);
  return Math.max(...[extras.releasedAt, ...ends, ...changes].map((at) => Date.parse(at)));
}
