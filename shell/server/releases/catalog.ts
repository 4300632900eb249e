/** What is released, as pages need it: compositions, owners, and the verified documents behind them. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ownerOf, type Ownership } from 'shared/releases/ownership';
import type { ComposedRemote, Composition, Integrity, Registry, RegistryEntry, Release } from 'shared/contracts/registry';
import { integrityOf } from 'shared/releases/integrity';
import { StoreError, type ReleaseStore } from './store.ts';

const COMPOSITION_ID_LENGTH = 12;
const BROWSER_MODULE = /\.js$/;

/** Public address of a release's file, and its path in the store. */
export const releaseUrl = (name: string, version: string, file: string): string => `/remotes/${name}/${version}/${file}`;
const storePath = (url: string): string => url.replace(/^\/remotes\//, '');

export class Catalog {
  readonly #store: ReleaseStore;
  readonly #releases = new Map<string, Promise<Release>>();

  constructor(store: ReleaseStore) {
    this.#store = store;
  }

  registry(): Promise<Registry> {
    return this.#store.registry();
  }

  /** The release that is current for each remote. */
  async current(): Promise<Map<string, RegistryEntry>> {
    const { microFrontends } = await this.registry();
    return new Map(
      Object.entries(microFrontends).flatMap(([name, entries]) => {
        const entry = entries.find(({ deployment }) => deployment.default);
        return entry ? [[name, entry] as const] : [];
      }),
    );
  }

  /** The release that was current before the one that is. */
  async previous(name: string): Promise<RegistryEntry | undefined> {
    const entries = (await this.registry()).microFrontends[name] ?? [];
    return entries[entries.findIndex(({ deployment }) => deployment.default) + 1];
  }

  /** One release of a remote, current or not; undefined when the registry does not know it. */
  async entry(name: string, version: string): Promise<RegistryEntry | undefined> {
    const { microFrontends } = await this.registry();
    const entries = Object.hasOwn(microFrontends, name) ? microFrontends[name] : undefined;
    return entries?.find(({ metadata }) => metadata.version === version);
  }

  /** `release.json`, verified. @throws StoreError */
  release({ extras }: RegistryEntry): Promise<Release> {
    const { url, integrity } = extras.release;
    const known = this.#releases.get(integrity);
    if (known) return known;
    const read = this.read(url, integrity)
      .then((bytes) => JSON.parse(bytes.toString('utf8')) as Release)
      .catch((error: unknown) => {
        this.#releases.delete(integrity);
        throw error;
      });
    this.#releases.set(integrity, read);
    return read;
  }

  /** A file of a release, verified. @throws StoreError when it is missing or not the file that was released */
  async read(url: string, integrity: RegistryEntry['metadata']['integrity']): Promise<Buffer> {
    const local = await this.#store.file(storePath(url), integrity);
    const bytes = await readFile(local).catch((error: unknown) => {
      throw new StoreError(`${url} cannot be read: ${String(error)}`);
    });
    if (integrityOf(bytes) !== integrity) throw new StoreError(`${url} is not the file that was released`);
    return bytes;
  }

  /** Local path of a file that browsers may have, or undefined. Server bundles are not served. */
  async publicFile(name: string, version: string, file: string): Promise<string | undefined> {
    const entry = await this.entry(name, version);
    if (!entry) return undefined;
    if (file === 'release.json') return this.#store.file(`${name}/${version}/${file}`, entry.extras.release.integrity);
    const release = await this.release(entry);
    const integrity = Object.hasOwn(release.files, file) ? release.files[file] : undefined;
    if (!integrity || file.startsWith('server/')) return undefined;
    return this.#store.file(`${name}/${version}/${file}`, integrity);
  }
}

/** Which remote owns a path, among some releases. */
export function ownerAmong(entries: ReadonlyMap<string, RegistryEntry>, pathname: string): string | undefined {
  const ownership: Ownership = Object.fromEntries([...entries].map(([name, { extras }]) => [name, extras.routes]));
  return ownerOf(ownership, pathname);
}

/** Names a choice of releases. The same choice always has the same id. */
export function compositionOf(entries: ReadonlyMap<string, RegistryEntry>): Composition {
  const releases = Object.fromEntries([...entries].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, entry]) => [name, entry.metadata.version]));
  const id = createHash('sha256').update(JSON.stringify(releases)).digest('hex').slice(0, COMPOSITION_ID_LENGTH);
  return { id, releases };
}

/** What the browser needs to load pages of a release. */
export function composedRemote(name: string, { metadata, url, extras }: RegistryEntry): ComposedRemote {
  return { name, version: metadata.version, entry: url, routes: extras.routes };
}

/** Hashes of a release's browser modules by address. */
export function moduleIntegrity({ name, version, files }: Release): Record<string, Integrity> {
  const modules = Object.entries(files).filter(([file]) => BROWSER_MODULE.test(file));
  return Object.fromEntries(modules.map(([file, hash]) => [releaseUrl(name, version, file), hash]));
}
