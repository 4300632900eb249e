/** Removes releases that are no longer needed: first from the registry, then their files. */
import { LEFT_BEHIND_MS } from '../../shared/node/files/draft.ts';
import type { Registry } from '../../shared/contracts/registry.ts';
import { readStored, updateRegistry } from '../../shared/release-store/registry-file.ts';
import { type StoredRelease, writerOf } from '../../shared/release-store/store-writer.ts';
import { prunableReleases, withoutReleases, type Retention } from '../../shared/releases/prunable.ts';
import { releaseBase } from '../../shared/releases/urls.ts';

/** What was removed, or would be. */
export interface Pruned {
  remote: string;
  /** Name of its folder, if no release is left of it. */
  version: string;
  bytes: number;
  /** It was in no registry: an interrupted command left it. */
  isLeftBehind: boolean;
}

export interface PruneOptions extends Retention {
  /** One remote only. */
  remote?: string | undefined;
  /** Tells what would be removed, and removes nothing. */
  isDry?: boolean | undefined;
}

interface LeftBehind {
  name: string;
  version: string;
  /** Wanting the release again sets a later date, in milliseconds since 1970. */
  unusedSince: number;
}

/** If it is interrupted between registry and files, the next one removes the files. */
export async function prune(store: string, { remote, isDry, ...retention }: PruneOptions): Promise<Pruned[]> {
  const writer = writerOf(store);
  const now = Date.now();
  const { registry } = await readStored(store);
  const names = Object.keys(registry.microFrontends).filter((name) => remote === undefined || name === remote);
  const leftBehind = (await leftBehindIn(store)).filter(({ name }) => remote === undefined || name === remote);
  let removed = removalsOf(registry, names, retention);
  if (!isDry && removed.length > 0) {
    await updateRegistry(store, (known) => {
      removed = removalsOf(known, names, retention);
      return names.reduce((next, name) => withoutReleases(next, name, prunableReleases(next, name, retention)), known);
    });
    await writer.settleRegistry();
  }
  const releases = [
    ...removed.map((release) => ({ ...release, unusedSince: now, isLeftBehind: false })),
    ...leftBehind.map((release) => ({ ...release, isLeftBehind: true })),
  ];
  const pruned: Pruned[] = [];
  for (const { name, version, unusedSince, isLeftBehind } of releases) {
    const bytes = await writer.bytes(name, version);
    if (isDry || (await writer.removeUnused(name, version, unusedSince)) || !isLeftBehind)
      pruned.push({ remote: name, version, bytes, isLeftBehind });
  }
  return pruned;
}

function removalsOf(registry: Registry, names: string[], retention: Retention): { name: string; version: string }[] {
  return names.flatMap((name) =>
    prunableReleases(registry, name, retention).map(({ metadata: { version } }) => ({ name, version })),
  );
}

/** Releases in a store that no registry names and no command works on: what interrupted commands left. */
export async function leftBehindIn(store: string): Promise<LeftBehind[]> {
  const writer = writerOf(store);
  const [text, textBefore] = await Promise.all([writer.readRegistry(), writer.read('registry.previous.json')]);
  // Without it, it is unknown what is in use.
  if (!text) return [];
  const changedAt = await writer.registryChangedAt();
  // What an unreadable entry names stays, too.
  const isNamed = ({ name, version }: StoredRelease, by: string) => by.includes(releaseBase(name, version));
  return (await writer.releases()).flatMap((stored) => {
    const { name, version, wantedAt } = stored;
    if (isNamed(stored, text)) return [];
    const wasRemoved = isNamed(stored, textBefore?.toString('utf8') ?? '');
    // What no registry names may be about to be released.
    const unusedSince = wasRemoved ? changedAt : Date.now() - LEFT_BEHIND_MS;
    return wantedAt > unusedSince ? [] : [{ name, version, unusedSince }];
  });
}
