/** Who gets an existing release: some visitors, everybody, or nobody. */
import { withRelease } from '../../shared/releases/current.ts';
import { trafficLeft, withTraffic } from '../../shared/releases/traffic.ts';
import { readRegistry, updateRegistry } from '../../shared/release-store/registry-file.ts';
import { authorOf, type Author } from './author.ts';
import { namedRelease, refuseConflict, refuseShare, verified } from './publish.ts';
import { RefusedRelease } from './refused-release.ts';

export interface TrafficChange {
  name: string;
  version: string;
  /** Percent; 100 makes the release current, and 0 ends its split. */
  traffic: number;
}

/**
 * Gives a release its share of the visitors, with all checks of a release unless the share is 0.
 * @throws RefusedRelease when there is no such release, it is current, the other splits leave less, its files are
 * damaged, or its paths belong to another remote by now
 */
export async function changeTraffic(
  { name, version, traffic }: TrafficChange,
  store: string,
  author: Author = authorOf(name),
): Promise<void> {
  if (traffic > 0) await verified(name, namedRelease(await readRegistry(store), name, version), store);
  await updateRegistry(store, (registry) => {
    const known = namedRelease(registry, name, version);
    const change = { at: new Date().toISOString(), by: author.by };
    if (traffic > 0) refuseConflict(registry, name, known);
    if (traffic === 100) return withRelease(registry, name, known, change);
    refuseShare(registry, name, version, traffic);
    const left = trafficLeft(registry, name, version);
    if (traffic > left) {
      throw new RefusedRelease(
        `${name} ${version} can have at most ${left} %: other splits of ${name} have ${Math.round((100 - left) * 100) / 100} %. End one with traffic 0 first.`,
      );
    }
    return withTraffic(registry, name, { version, traffic }, change);
  });
}
