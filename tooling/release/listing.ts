/** What a store holds, for those who operate the site. */
import type { Change, Registry, RegistryEntry } from '../../shared/contracts/registry.ts';
import { readRegistry } from '../../shared/release-store/registry-file.ts';
import { storedDocument } from '../../shared/release-store/stored-document.ts';
import { writerOf } from '../../shared/release-store/store-writer.ts';
import { observedCells, observedColumns, observedOf, type ObservedRelease } from './observed.ts';
import { someAtATime } from './some-at-a-time.ts';
import { damagedRelease } from './verify.ts';

/** Of each, the sizes of all files are asked for at once. */
const LISTED_AT_A_TIME = 4;
const BROWSER_FILE = /\.(js|css)$/;

/** One release, as `npm run releases` shows it. */
export interface ListedRelease {
  remote: string;
  version: string;
  state: 'current' | 'split' | 'preview' | 'taken back' | 'kept';
  /** Share of visitors who get it, in percent. */
  traffic: number;
  /** ISO 8601. */
  releasedAt: string;
  /** Who last changed its share; undefined when an older tool did. */
  by: string | undefined;
  commit: string | undefined;
  /** All scripts and styles for browsers, compressed, in bytes; undefined when files are missing. */
  bytes: number | undefined;
  /** What the shells here have counted. */
  observed: ObservedRelease | undefined;
}

/** Names of the remotes that something is released of, also of those in repositories of their own. */
export async function releasedNames(store: string): Promise<string[]> {
  return Object.keys((await readRegistry(store)).microFrontends);
}

/** All releases of a registry, or those of one remote. */
export async function listReleases(registry: Registry, store: string, remote?: string): Promise<ListedRelease[]> {
  const observed = await observedOf();
  return someAtATime(wanted(registry, remote), LISTED_AT_A_TIME, async ([name, entry]) => ({
    ...(await listed(name, entry, store)),
    observed: observed(name, entry.metadata.version),
  }));
}

/** Releases with files that are missing or altered, as sentences. */
export async function damages(registry: Registry, store: string, remote?: string): Promise<string[]> {
  const damaged = await damagedReleases(registry, store, remote);
  return damaged.map(({ name, version, files }) => `${name} ${version}: ${files.join(', ')}`);
}

/** The same, with the names of these files. */
export async function damagedReleases(
  registry: Registry,
  store: string,
  remote?: string,
): Promise<{ name: string; version: string; files: string[] }[]> {
  // One by one: of each, many files are read at a time.
  const each = await someAtATime(wanted(registry, remote), 1, async ([name, { metadata, extras }]) => {
    const { version } = metadata;
    return { name, version, files: await damagedRelease(store, { name, version }, extras.release.integrity) };
  });
  return each.filter(({ files }) => files.length > 0);
}

/** Releases as columns. */
export function releaseTable(releases: ListedRelease[]): string {
  if (releases.length === 0) return 'Nothing is released.';
  const head = ['remote', 'version', 'state', 'traffic', 'released', 'by', 'commit', 'size', ...observedColumns];
  const rows = releases.map((each) => [
    each.remote,
    each.version,
    each.state,
    `${each.traffic} %`,
    each.releasedAt.slice(0, 16).replace('T', ' '),
    each.by ?? '',
    each.commit ?? '',
    each.bytes === undefined ? 'files missing' : `${Math.round(each.bytes / 1024)} kB`,
    ...observedCells(each.observed),
  ]);
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]!.length)));
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function wanted({ microFrontends }: Registry, remote: string | undefined): [name: string, entry: RegistryEntry][] {
  return Object.entries(microFrontends)
    .filter(([name]) => remote === undefined || name === remote)
    .flatMap(([name, entries]) => entries.map((entry): [string, RegistryEntry] => [name, entry]));
}

async function listed(remote: string, entry: RegistryEntry, store: string): Promise<Omit<ListedRelease, 'observed'>> {
  const { metadata, deployment, extras } = entry;
  return {
    remote,
    version: metadata.version,
    state: stateOf(entry),
    traffic: deployment.traffic,
    releasedAt: extras.releasedAt,
    by: lastChange(entry)?.by,
    commit: extras.commit,
    bytes: await compressedBytes(store, `${remote}/${metadata.version}`),
  };
}

function stateOf({ deployment, extras }: RegistryEntry): ListedRelease['state'] {
  if (deployment.default) return 'current';
  if (deployment.traffic > 0) return 'split';
  if (extras.takenBack) return 'taken back';
  const wasServed = extras.current !== undefined || extras.traffic?.some(({ traffic }) => traffic > 0);
  return extras.traffic && !wasServed ? 'preview' : 'kept';
}

function lastChange({ extras }: RegistryEntry): Change | undefined {
  const changes = [extras.current?.at(-1), extras.traffic?.at(-1), extras.takenBack].filter(
    (each) => each !== undefined,
  );
  return changes.toSorted((a, b) => (a.at < b.at ? -1 : 1)).at(-1);
}

async function compressedBytes(store: string, folder: string): Promise<number | undefined> {
  const files = writerOf(store);
  const document = await storedDocument(files, folder);
  if (!document) return undefined;
  const names = document.files.filter((file) => BROWSER_FILE.test(file) && !file.startsWith('server/'));
  const sizes = await Promise.all(
    names.map(async (file) => (await files.size(`${folder}/${file}.br`)) ?? (await files.size(`${folder}/${file}`))),
  );
  return sizes.reduce((sum, size) => (sum === undefined || size === undefined ? undefined : sum + size), 0);
}
