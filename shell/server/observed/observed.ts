/**
 * What this shell knows about how releases are doing. Memory is bounded by the releases of the registry. Visitors are
 * recognised by hashes with a key that never leaves the process.
 */
import { hash, randomBytes } from 'node:crypto';
import type { Vitals } from 'shared/contracts/observed';
import { networkOf } from 'shared/node/http/network-of';
import { pageViewed, releaseFailed, vitalSeen } from '../measured.ts';
import { costly, noCounts, noSample, type FailureKind, type ReleaseCounts } from './counts.ts';
import { addTo, type VitalName } from './histogram.ts';
import { FIRST_VIEWS, type Sample } from './verdict.ts';

/** A release by its remote's name and its version. */
export interface ReleaseName {
  name: string;
  version: string;
}

/** How many of one visitor's views count for a verdict, so that nobody can take a release back by reloading. */
const VIEWS_PER_VISITOR = 4;

interface VisitorViews {
  views: number;
  /** Whether the last view has not failed yet: one view fails once, whatever happens in it. */
  isIntact: boolean;
  hasFailed: boolean;
}

interface Watched {
  counts: ReleaseCounts;
  /** Visitors of the trial's recent round, by hash; at most as many as it has views. */
  visitors: Map<string, VisitorViews>;
}

export class Observed {
  readonly #releases = new Map<string, Watched>();
  readonly #key = randomBytes(32).toString('base64');

  /** @param kept counts of the previous process, by `<remote>/<version>` */
  constructor(kept: Record<string, ReleaseCounts> = {}) {
    for (const [key, counts] of Object.entries(kept)) this.#releases.set(key, { counts, visitors: new Map() });
  }

  /** Counts by `<remote>/<version>`. */
  get counts(): Record<string, ReleaseCounts> {
    return Object.fromEntries([...this.#releases].map(([key, { counts }]) => [key, counts]));
  }

  /** A page of the release was shown to a visitor. */
  viewed(release: ReleaseName, ip: string, times = 1): void {
    const watched = this.#watched(release);
    watched.counts.views += times;
    pageViewed.tell({ remote: release.name, release: release.version, times });
    for (let time = 0; time < Math.min(times, VIEWS_PER_VISITOR); time += 1) this.#try(watched, ip);
  }

  /** The release failed for a visitor. For a verdict, a failure counts at most once for each view that counts. */
  failed(release: ReleaseName, kind: FailureKind, ip: string): void {
    const { counts, visitors } = this.#watched(release);
    counts.failures[kind] = (counts.failures[kind] ?? 0) + 1;
    releaseFailed.tell({ remote: release.name, release: release.version, kind });
    const visitor = visitors.get(this.#hashOf(ip));
    if (!costly.has(kind) || !visitor?.isIntact) return;
    const { recent } = counts.trial;
    recent.failed += 1;
    if (!visitor.hasFailed) recent.visitors += 1;
    Object.assign(visitor, { isIntact: false, hasFailed: true });
  }

  /** Notes how fast a page of the release was. */
  measured(release: ReleaseName, vitals: Vitals): void {
    const { counts } = this.#watched(release);
    for (const vital of Object.keys(counts.vitals) as VitalName[]) {
      const value = vitals[vital];
      if (value === undefined) continue;
      addTo(counts.vitals[vital], vital, value);
      vitalSeen.tell({ remote: release.name, vital, value });
    }
  }

  /**
   * The first views of a release, counted from when it became current. Undefined when they are over.
   * @param since ISO 8601; a different value starts over, since the release was made current again. Views counted
   * before the first call belong to the first value
   */
  firstViews(release: ReleaseName, since: string): Sample | undefined {
    const watched = this.#watched(release);
    const { trial } = watched.counts;
    if (trial.since === '') trial.since = since;
    if (trial.since !== since) {
      watched.counts.trial = { since, recent: noSample() };
      watched.visitors.clear();
    }
    const { recent, before } = watched.counts.trial;
    return before ? undefined : recent;
  }

  /** The latest views of a release, at most twice as many as its first ones. */
  latestViews(release: ReleaseName): Sample {
    const { recent, before = noSample() } = this.#watched(release).counts.trial;
    return {
      views: recent.views + before.views,
      failed: recent.failed + before.failed,
      visitors: recent.visitors + before.visitors,
    };
  }

  /** Keeps only the given releases. */
  forgetOthers(isKnown: (name: string, version: string) => boolean): void {
    for (const key of this.#releases.keys()) {
      const [name = '', version = ''] = key.split('/');
      if (!isKnown(name, version)) this.#releases.delete(key);
    }
  }

  #watched({ name, version }: ReleaseName): Watched {
    const key = `${name}/${version}`;
    let watched = this.#releases.get(key);
    if (!watched) this.#releases.set(key, (watched = { counts: noCounts(), visitors: new Map() }));
    return watched;
  }

  #try({ counts: { trial }, visitors }: Watched, ip: string): void {
    if (trial.recent.views >= FIRST_VIEWS) {
      trial.before = trial.recent;
      trial.recent = noSample();
      visitors.clear();
    }
    const known = this.#hashOf(ip);
    const visitor = visitors.get(known) ?? { views: 0, isIntact: true, hasFailed: false };
    if (visitor.views >= VIEWS_PER_VISITOR) {
      visitor.isIntact = false;
      return;
    }
    visitors.set(known, Object.assign(visitor, { views: visitor.views + 1, isIntact: true }));
    trial.recent.views += 1;
  }

  #hashOf(ip: string): string {
    // Not an HMAC, which takes four times as long: no one can see these hashes or extend their input.
    return hash('sha256', this.#key + networkOf(ip), 'base64url').slice(0, 16);
  }
}
