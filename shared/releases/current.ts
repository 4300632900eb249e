/** Which releases are current, which came before, and what a registry is after a release or a step back. */
import type { Registry, RegistryEntry } from '../contracts/registry.ts';

/** One release of each remote, by the remote's name. */
export type ChosenReleases = ReadonlyMap<string, RegistryEntry>;

/** The release that is current for each remote. */
export function currentReleases({ microFrontends }: Registry): Map<string, RegistryEntry> {
  return new Map(
    Object.entries(microFrontends).flatMap(([name, entries]) => {
      const entry = entries[currentIndex(entries)];
      return entry ? [[name, entry] as const] : [];
    }),
  );
}

/** The release that was current before the one that is. */
export function previousRelease(registry: Registry, name: string): RegistryEntry | undefined {
  const entries = entriesOf(registry, name);
  return entries[currentIndex(entries) + 1];
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
  const wanted = [currentReleases(registry).get(name), lastGood, previousRelease(registry, name)];
  const byVersion = new Map(
    wanted.filter((entry) => entry !== undefined).map((entry) => [entry.metadata.version, entry]),
  );
  return [...byVersion.values()];
}

/** The registry after a release: it comes first and is current. */
export function withRelease(registry: Registry, name: string, entry: RegistryEntry): Registry {
  const others = entriesOf(registry, name).filter(({ metadata }) => metadata.version !== entry.metadata.version);
  return withEntries(registry, name, [promoted(entry), ...others.map(retired)]);
}

/** The registry after a step back, which forgets nothing; undefined when no release is before the current one. */
export function withPreviousRelease(registry: Registry, name: string): Registry | undefined {
  const entries = entriesOf(registry, name);
  const previous = currentIndex(entries) < 0 ? undefined : previousRelease(registry, name);
  if (!previous) return undefined;
  return withEntries(
    registry,
    name,
    entries.map((entry) => (entry === previous ? promoted(entry) : retired(entry))),
  );
}

/** Names come from URLs too, so `constructor` must not count as a remote. */
function entriesOf({ microFrontends }: Registry, name: string): RegistryEntry[] {
  return (Object.hasOwn(microFrontends, name) && microFrontends[name]) || [];
}

const currentIndex = (entries: RegistryEntry[]): number => entries.findIndex(({ deployment }) => deployment.default);

function withEntries(registry: Registry, name: string, entries: RegistryEntry[]): Registry {
  return { ...registry, microFrontends: { ...registry.microFrontends, [name]: entries } };
}

const promoted = (entry: RegistryEntry): RegistryEntry => ({ ...entry, deployment: { traffic: 100, default: true } });
const retired = (entry: RegistryEntry): RegistryEntry => ({ ...entry, deployment: { traffic: 0, default: false } });
