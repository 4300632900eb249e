/** Which releases a visitor gets. Runs on the server only. */
import { createHash } from 'node:crypto';
import type { Registry, RegistryEntry } from '../contracts/registry.ts';
import { isUsable, knownRelease, releasesToTry } from './current.ts';
import { servedReleases } from './traffic.ts';

/** The number of groups that visitors are divided into: one for each hundredth of a percent. */
export const BUCKETS = 10_000;

/** What is known about a visitor. Programs without cookies have neither field, and get what is current. */
export interface VisitorChoice {
  /** 0 to 9999: the visitor's place in every split. */
  bucket?: number | undefined;
  /** Versions by remote that this browser tries. */
  tried?: Readonly<Record<string, string>> | undefined;
}

/** One release of each remote. An unknown version in a trial leaves that remote as it is for everybody. */
export function chosenReleases(
  registry: Registry,
  { bucket, tried = {} }: VisitorChoice = {},
): Map<string, RegistryEntry> {
  const chosen = new Map<string, RegistryEntry>();
  for (const [name, [current, ...splits]] of servedReleases(registry))
    chosen.set(name, (bucket === undefined ? undefined : splitFor(name, splits, bucket)) ?? current!);
  for (const [name, version] of Object.entries(tried)) {
    const entry = knownRelease(registry, name, version);
    if (entry) chosen.set(name, entry);
  }
  return chosen;
}

/**
 * The same for browsers, which could not load a release of a contract that this shell does not know: where the server
 * answers with another one, they get that. What is tried is not replaced, so that its failures are seen.
 * @param chosen for who has computed it already
 */
export function usableReleases(
  registry: Registry,
  choice?: VisitorChoice,
  chosen: ReadonlyMap<string, RegistryEntry> = chosenReleases(registry, choice),
): Map<string, RegistryEntry> {
  const usable = new Map(chosen);
  for (const [name, entry] of chosen) {
    if (isUsable(entry) || choice?.tried?.[name] === entry.metadata.version) continue;
    const other = releasesToTry(registry, name, undefined).find(isUsable);
    if (other) usable.set(name, other);
  }
  return usable;
}

/** The split that a visitor is in; undefined for the current release. */
function splitFor(name: string, splits: RegistryEntry[], bucket: number): RegistryEntry | undefined {
  if (splits.length === 0) return undefined;
  const place = placesOf(name)[bucket];
  let end = 0;
  return splits.find(({ deployment }) => {
    end += Math.round((deployment.traffic * BUCKETS) / 100);
    return place !== undefined && place < end;
  });
}

const known = new Map<string, Uint16Array>();

/**
 * The place of each bucket in a remote's splits: shuffled by the remote's name, so that ten percent of two remotes are
 * not the same people; and not by the version, so that those in a split stay there when its next release comes. A
 * shuffle rather than a hash of each bucket, so that every share is exact.
 */
function placesOf(name: string): Uint16Array {
  let places = known.get(name);
  if (!places) {
    const random = createHash('shake256', { outputLength: 4 * BUCKETS })
      .update(`split/1\n${name}`)
      .digest();
    places = Uint16Array.from({ length: BUCKETS }, (_, bucket) => bucket);
    for (let last = BUCKETS - 1; last > 0; last -= 1) {
      const other = random.readUInt32LE(4 * last) % (last + 1);
      [places[last], places[other]] = [places[other]!, places[last]!];
    }
    known.set(name, places);
  }
  return places;
}
