/** Takes a release back that fails more often than the one before it (decision 069). */
import type { Change, Registry, RegistryEntry } from 'shared/contracts/registry';
import { updateRegistry } from 'shared/release-store/registry-file';
import { ownershipOf } from 'shared/releases/composition';
import { currentReleases, previousRelease, withStep } from 'shared/releases/current';
import { findConflict } from 'shared/releases/ownership';
import type { RemoteSource } from '../remote-source.ts';
import type { Observed } from './observed.ts';
import { verdictOn } from './verdict.ts';

/** What is not done is said again after so long, in milliseconds. */
const SAID_AGAIN_MS = 60_000;

interface TakeBackParts {
  observed: Observed;
  remotes: Pick<RemoteSource, 'registry'>;
  /** Where the registry is written; undefined when this shell only reads it. */
  store: string | undefined;
  isOn: boolean;
  log: { error: (facts: object, text: string) => void };
}

/** What a line of the log says. */
interface Facts {
  remote: string;
  release: string;
  reason: string;
  err?: unknown;
}

/** The setting that keeps a release current although it fails. */
const OFF = 'it stays current: TAKE_BACK is off. Go back with: npm run rollback';

export class TakeBack {
  readonly #parts: TakeBackParts;
  /** When each release that stays was last told of. */
  readonly #said = new Map<string, number>();

  constructor(parts: TakeBackParts) {
    this.#parts = parts;
  }

  /** Judges the current release of each remote. Never throws: a store that cannot be written is told of. */
  async look(): Promise<void> {
    const registry = await this.#parts.remotes.registry().catch(() => undefined);
    if (!registry) return;
    for (const [remote, current] of currentReleases(registry)) {
      const reason = this.#reasonAgainst(registry, remote, current);
      if (reason) await this.#takeBack(remote, current, reason);
    }
  }

  #reasonAgainst(registry: Registry, remote: string, { metadata, extras }: RegistryEntry): string | undefined {
    const { observed } = this.#parts;
    const since = extras.current?.at(-1)?.at ?? extras.releasedAt;
    // Asked even when there is none before, so that its first views are known.
    const first = observed.firstViews({ name: remote, version: metadata.version }, since);
    const before = previousRelease(registry, remote);
    if (!first || !before) return undefined;
    return verdictOn(first, observed.latestViews({ name: remote, version: before.metadata.version }));
  }

  async #takeBack(remote: string, { metadata: { version } }: RegistryEntry, reason: string): Promise<void> {
    const { isOn, store, log } = this.#parts;
    const facts = { remote, release: version, reason };
    if (!isOn) return this.#say(facts, OFF);
    if (store === undefined) return this.#say(facts, 'it stays current: the release store can only be read from here');
    try {
      const change = { at: new Date().toISOString(), by: `shell: ${reason}` };
      let isSettled = false;
      const next = await updateRegistry(store, (registry) => {
        isSettled = currentReleases(registry).get(remote)?.metadata.version !== version;
        return isSettled ? registry : registryWithout(registry, remote, version, change);
      });
      const instead = currentReleases(next).get(remote)?.metadata.version;
      // Somebody else was quicker.
      if (isSettled) return;
      if (instead === version) return this.#say(facts, 'it stays current: there is no release to go back to');
      log.error({ ...facts, instead }, 'a release fails and was taken back');
    } catch (error) {
      this.#say({ ...facts, err: error }, 'it stays current: the registry cannot be written');
    }
  }

  #say(facts: Facts, what: string): void {
    const key = `${facts.remote}/${facts.release}`;
    const now = performance.now();
    if (now - (this.#said.get(key) ?? Number.NEGATIVE_INFINITY) < SAID_AGAIN_MS) return;
    this.#said.set(key, now);
    this.#parts.log.error(facts, `a release fails, and ${what}`);
  }
}

/** The registry after a release was taken back; the same when there is none to go back to whose paths are still its own. */
function registryWithout(registry: Registry, remote: string, version: string, change: Change): Registry {
  const others = currentReleases(registry);
  others.delete(remote);
  const target = previousRelease(registry, remote);
  if (!target || findConflict(target.extras.routes, ownershipOf(others))) return registry;
  const next = withStep(registry, remote, change, target) ?? registry;
  // Also when the release to go back to was made later: one that fails must not be what the next step leads to.
  const marked = next.microFrontends[remote]!.map((entry) =>
    entry.metadata.version === version ? { ...entry, extras: { ...entry.extras, takenBack: change } } : entry,
  );
  return { ...next, microFrontends: { ...next.microFrontends, [remote]: marked } };
}
