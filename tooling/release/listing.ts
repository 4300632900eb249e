/** What a store holds, for whoever operates the site. */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Registry, RegistryEntry, Release } from '../../shared/contracts/registry.ts';
import { observedOf, type ObservedRelease } from './observed.ts';
import { damagedRelease } from './verify.ts';

const BROWSER_FILE = /\.(js|css)$/;

/** One release, as `npm run releases` shows it. */
export interface ListedRelease {
  remote: string;
  version: string;
  state: 'current' | 'taken back' | 'kept';
  /** Share of visitors who get it, in percent. */
  traffic: number;
  /** ISO 8601. */
  releasedAt: string;
  /** Who made it current last; undefined when an older tool did. */
  by: string | undefined;
  commit: string | undefined;
  /** All scripts and styles for browsers, compressed, in bytes; undefined when files are missing. */
  bytes: number | undefined;
  /** What the shells here have counted. */
  observed: ObservedRelease | undefined;
}

/** All releases of a registry, or those of one remote. */
export async function listReleases(registry: Registry, store: string, remote?: string): Promise<ListedRelease[]> {
  const observed = await observedOf();
  return Promise.all(
    wanted(registry, remote).map(async ([name, entry]) => ({
      ...(await listed(name, entry, store)),
      observed: observed(name, entry.metadata.version),
    })),
  );
}

/** Releases with files that are missing or altered, as sentences. */
export async function damages(registry: Registry, store: string, remote?: string): Promise<string[]> {
  const each = wanted(registry, remote).map(
    async ([
      name,
      {
        metadata: { version },
        extras,
      },
    ]) => {
      const damaged = await damagedRelease(path.join(store, name, version), extras.release.integrity);
      return damaged.length > 0 ? [`${name} ${version}: ${damaged.join(', ')}`] : [];
    },
  );
  return (await Promise.all(each)).flat();
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
    state: deployment.default ? 'current' : extras.takenBack ? 'taken back' : 'kept',
    traffic: deployment.traffic,
    releasedAt: extras.releasedAt,
    by: extras.takenBack?.by ?? extras.current?.at(-1)?.by,
    commit: extras.commit,
    bytes: await compressedBytes(path.join(store, remote, metadata.version)).catch(() => undefined),
  };
}

async function compressedBytes(directory: string): Promise<number> {
  const { files } = JSON.parse(await readFile(path.join(directory, 'release.json'), 'utf8')) as Release;
  const names = Object.keys(files).filter((file) => BROWSER_FILE.test(file) && !file.startsWith('server/'));
  const sizes = names.map(async (file) => {
    const { size } = await stat(path.join(directory, `${file}.br`)).catch(() => stat(path.join(directory, file)));
    return size;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
