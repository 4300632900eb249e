/** The entries of one remote in a registry. */
import type { Registry, RegistryEntry } from '../contracts/registry.ts';

/** A remote's entries. Names come from URLs too, so `constructor` must not pass for a remote. */
export function entriesOf({ microFrontends }: Registry, name: string): RegistryEntry[] {
  return (Object.hasOwn(microFrontends, name) && microFrontends[name]) || [];
}

export function withEntries(registry: Registry, name: string, entries: RegistryEntry[]): Registry {
  return { ...registry, microFrontends: { ...registry.microFrontends, [name]: entries } };
}

/** The registry with added or replaced extras of one release; unchanged if there is no such release. */
export function withExtras(
  registry: Registry,
  name: string,
  version: string,
  more: Partial<RegistryEntry['extras']>,
): Registry {
  const entries = entriesOf(registry, name);
  if (!entries.some(({ metadata }) => metadata.version === version)) return registry;
  return withEntries(
    registry,
    name,
    entries.map((entry) =>
      entry.metadata.version === version ? { ...entry, extras: { ...entry.extras, ...more } } : entry,
    ),
  );
}

export const isCurrent = ({ deployment }: RegistryEntry): boolean => deployment.default;

/**
 * The entries with their history. If none has any, it is written down now from the order in which an older tool kept
 * them.
 */
export function withHistory(entries: RegistryEntry[]): RegistryEntry[] {
  if (entries.some(({ extras }) => extras.current)) return entries;
  const at = entries.findIndex(isCurrent);
  if (at < 0) return entries;
  return entries.map((entry, index) => {
    if (entry.extras.traffic) return entry;
    const then = { at: entry.extras.releasedAt, by: 'unknown' };
    return index < at
      ? { ...entry, extras: { ...entry.extras, takenBack: then } }
      : { ...entry, extras: { ...entry.extras, current: [{ ...then, order: entries.length - index }] } };
  });
}
