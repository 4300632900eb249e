/** Takes a release back that fails more often than the one it stands in for (decision 069). */
import type { Change, Registry, RegistryEntry } from 'shared/contracts/registry';
import { updateRegistry } from 'shared/release-store/registry-file';
import { currentReleases, previousRelease, withStep } from 'shared/releases/current';
import { withExtras } from 'shared/releases/entries';
import { findConflict } from 'shared/releases/ownership';
import { ownershipOfOthers, servedReleases, withTraffic } from 'shared/releases/traffic';
import type { RemoteSource } from '../remote-source.ts';
import type { Observed } from './observed.ts';
import { verdictOn } from './verdict.ts';

/** How long it takes until a warning about something not done is repeated, in milliseconds. */
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

/** Logged when the setting keeps a failing release current. */
const OFF = 'it stays current: TAKE_BACK is off. Go back with: npm run rollback';

export class TakeBack {
  readonly #parts: TakeBackParts;
  /** When each failing release that stays current was last logged. */
  readonly #said = new Map<string, number>();
  #isLooking = false;

  constructor(parts: TakeBackParts) {
    this.#parts = parts;
  }

  /**
   * Judges each release that visitors get: the current one against the one before it, one in a split against the
   * current one. Never throws: if the store cannot be written, that is logged. Does nothing while a look is under way:
   * each would wait for a store that is slow or locked, with a file open.
   */
  async look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    await this.#judgeAll().finally(() => (this.#isLooking = false));
  }

  async #judgeAll(): Promise<void> {
    const registry = await this.#parts.remotes.registry().catch(() => undefined);
    if (!registry) return;
    for (const [remote, [current, ...splits]] of servedReleases(registry)) {
      await this.#judge(remote, current!, previousRelease(registry, remote));
      for (const split of splits) await this.#judge(remote, split, current);
    }
  }

  async #judge(remote: string, { metadata, deployment, extras }: RegistryEntry, before?: RegistryEntry): Promise<void> {
    const { observed } = this.#parts;
    const changes = deployment.default ? extras.current : extras.traffic;
    // Called even without an earlier release, so that the first views are known.
    const first = observed.firstViews(
      { name: remote, version: metadata.version },
      changes?.at(-1)?.at ?? extras.releasedAt,
    );
    if (!first || !before) return;
    const reason = verdictOn(first, observed.latestViews({ name: remote, version: before.metadata.version }));
    if (reason) await this.#takeBack(remote, metadata.version, reason);
  }

  async #takeBack(remote: string, version: string, reason: string): Promise<void> {
    const { isOn, store, log } = this.#parts;
    const facts = { remote, release: version, reason };
    if (!isOn) return this.#say(facts, OFF);
    if (store === undefined) return this.#say(facts, 'it stays current: the release store can only be read from here');
    try {
      const change = { at: new Date().toISOString(), by: `shell: ${reason}` };
      let isSettled = false;
      const next = await updateRegistry(store, (registry) => {
        isSettled = !isServed(registry, remote, version);
        return isSettled ? registry : registryWithout(registry, remote, version, change);
      });
      // Another shell has already settled it.
      if (isSettled) return;
      if (isServed(next, remote, version))
        return this.#say(facts, 'it stays current: there is no release to go back to');
      const instead = currentReleases(next).get(remote)?.metadata.version;
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

function isServed(registry: Registry, remote: string, version: string): boolean {
  return (servedReleases(registry).get(remote) ?? []).some(({ metadata }) => metadata.version === version);
}

/** The registry without the release that is taken back; unchanged if no earlier one still owns its paths. */
function registryWithout(registry: Registry, remote: string, version: string, change: Change): Registry {
  const isSplit = currentReleases(registry).get(remote)?.metadata.version !== version;
  if (isSplit)
    return withExtras(withTraffic(registry, remote, { version, traffic: 0 }, change), remote, version, {
      takenBack: change,
    });
  const target = previousRelease(registry, remote);
  if (!target || findConflict(target.extras.routes, ownershipOfOthers(registry, remote))) return registry;
  const next = withStep(registry, remote, change, target) ?? registry;
  // Marked even if the release to go back to was made later: the next step must not lead to one that fails.
  return withExtras(next, remote, version, { takenBack: change });
}
