/** What is released: the registry, and the verified documents and files behind it. */
import { readFile } from 'node:fs/promises';
import type { Registry, RegistryEntry, Release } from 'shared/contracts/registry';
import { releaseUrl, storePath } from 'shared/releases/urls';
import { knownRelease } from 'shared/releases/current';
import { integrityOf } from 'shared/releases/integrity';
import { StoreError, type ReleaseStore } from './store.ts';

export class Catalog {
  readonly #store: ReleaseStore;
  readonly #releases = new Map<string, Promise<Release>>();

  constructor(store: ReleaseStore) {
    this.#store = store;
  }

  registry(): Promise<Registry> {
    return this.#store.registry();
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
    const entry = knownRelease(await this.registry(), name, version);
    if (!entry) return undefined;
    const inStore = storePath(releaseUrl(name, version, file));
    if (file === 'release.json') return this.#store.file(inStore, entry.extras.release.integrity);
    const release = await this.release(entry);
    const integrity = Object.hasOwn(release.files, file) ? release.files[file] : undefined;
    if (!integrity || file.startsWith('server/')) return undefined;
    return this.#store.file(inStore, integrity);
  }
}
