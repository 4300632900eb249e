/** What has been released: the registry, and the verified documents and files behind it. */
import { readFile, stat } from 'node:fs/promises';
import type { Integrity, Registry, RegistryEntry, Release } from 'shared/contracts/registry';
import { COMPRESSED_FORMS, damagedForms } from 'shared/node/http/released-file';
import { releaseUrl, storePath } from 'shared/releases/urls';
import { historyOf, knownRelease } from 'shared/releases/current';
import { isIntact } from 'shared/releases/integrity';
import { StoreError } from 'shared/node/files/store-error';
import { splitsOf } from 'shared/releases/traffic';
import type { ReleaseStore } from 'shared/release-store/reading-store';
import { likenessOf } from '../deltas/dictionary.ts';

/** How many documents of releases are cached, and how many files are remembered as intact. */
const RELEASES_KEPT = 100;
const FILES_KNOWN = 5_000;
/** How many earlier releases of a remote are considered, with whose files visitors may come back. */
const EARLIER_RELEASES = 3;

export class Catalog {
  readonly #store: ReleaseStore;
  readonly #releases = new Map<string, Promise<Release>>();
  /** Verified files: their paths, with the state in which they were verified. */
  readonly #checked = new Map<string, string>();

  constructor(store: ReleaseStore) {
    this.#store = store;
  }

  registry(): Promise<Registry> {
    return this.#store.registry();
  }

  newerRegistry(): Promise<Registry> {
    return this.#store.newerRegistry();
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
    dropOldest(this.#releases, RELEASES_KEPT);
    return read;
  }

  /** A file of a release, verified. @throws StoreError when it is missing or not the file that was released */
  async read(url: string, integrity: RegistryEntry['metadata']['integrity']): Promise<Buffer> {
    const inStore = storePath(url);
    const local = await this.#store.file(inStore, integrity);
    const bytes = await readFile(local).catch((error: unknown) => {
      throw this.#damaged(inStore, `${url} cannot be read: ${String(error)}`);
    });
    if (!isIntact(bytes, integrity)) throw this.#damaged(inStore, `${url} is not the file that was released`);
    return bytes;
  }

  /** Local path of a file that browsers may have, or undefined. Server bundles are not served. */
  async publicFile(name: string, version: string, file: string): Promise<string | undefined> {
    const entry =
      knownRelease(await this.registry(), name, version) ?? knownRelease(await this.newerRegistry(), name, version);
    if (!entry) return undefined;
    const inStore = storePath(releaseUrl(name, version, file));
    if (file === 'release.json') return this.#whole(inStore, entry.extras.release.integrity);
    const release = await this.release(entry);
    const integrity = Object.hasOwn(release.files, file) ? release.files[file] : undefined;
    if (!integrity || file.startsWith('server/')) return undefined;
    return this.#whole(inStore, integrity);
  }

  /** Local paths of the same file in releases that visitors had before or have beside this one, latest first. */
  async earlierFiles(name: string, version: string, file: string): Promise<string[]> {
    const likeness = likenessOf(file);
    if (likeness === undefined) return [];
    const registry = await this.registry();
    const others = [...splitsOf(registry, name), ...historyOf(registry, name)].filter(
      (entry) => entry.metadata.version !== version,
    );
    const each = [...new Set(others)].slice(0, EARLIER_RELEASES).map(async (entry) => {
      const { files } = await this.release(entry);
      const like = Object.keys(files).filter((other) => likenessOf(other) === likeness);
      return Promise.all(like.map((other) => this.publicFile(name, entry.metadata.version, other)));
    });
    // A file that was removed from the store is no longer a dictionary; the others still are.
    const found = (await Promise.allSettled(each)).flatMap((result) =>
      result.status === 'fulfilled' ? result.value : [],
    );
    return found.filter((local) => local !== undefined);
  }

  /**
   * Browsers keep these files for a year, so each is verified before it is first served, and after every change.
   * @throws StoreError when the file or one of its compressed forms is not what was released
   */
  async #whole(inStore: string, integrity: Integrity): Promise<string> {
    const local = await this.#store.file(inStore, integrity);
    const stamp = await stampOf(local);
    if (this.#checked.get(local) === stamp) return local;
    const damaged = await damagedForms(
      (form) => readFile(local + form).catch(() => undefined),
      (bytes) => isIntact(bytes, integrity),
    );
    if (damaged.length > 0) throw this.#damaged(inStore, `${inStore + damaged[0]} is not the file that was released`);
    this.#checked.set(local, stamp);
    dropOldest(this.#checked, FILES_KNOWN);
    return local;
  }

  /** The file may be fetched from the store again for the next visitor. */
  #damaged(inStore: string, trouble: string): StoreError {
    this.#store.forget(inStore);
    return new StoreError(trouble);
  }
}

/** Drops the oldest entry, so that memory does not grow with the number of releases. */
function dropOldest(known: Map<string, unknown>, max: number): void {
  const [oldest] = known.keys();
  if (known.size > max) known.delete(oldest!);
}

/** Changes whenever a file or one of its compressed forms does. */
async function stampOf(file: string): Promise<string> {
  const each = ['', ...COMPRESSED_FORMS].map((form) =>
    stat(file + form).then(
      ({ mtimeMs, size, ino }) => `${mtimeMs} ${size} ${ino}`,
      () => '',
    ),
  );
  return (await Promise.all(each)).join();
}
