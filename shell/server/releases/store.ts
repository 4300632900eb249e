/** Where releases are read from: a folder, or any static host. */
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Integrity, Registry } from 'shared/contracts/registry';
import { integrityOf } from 'shared/releases/integrity';
import { precompress } from 'shared/node/precompress';

/** The store did not give what was asked for; the message names the address and the reason. */
export class StoreError extends Error {}

export interface ReleaseStore {
  /** The registry as it is now. @throws StoreError when it cannot be read and never could */
  registry(): Promise<Registry>;
  /**
   * A file of a release as a local path, with its compressed forms beside it where they exist.
   * @param file `<name>/<version>/<file of the release>`
   * @param integrity checked when the file comes over the network
   * @throws StoreError
   */
  file(file: string, integrity: Integrity): Promise<string>;
}

/** @param url `file:` or `http(s):` base @param mirrorDir where files of a static host are kept */
export function openStore(url: string, mirrorDir: string): ReleaseStore {
  return url.startsWith('file:') ? new FolderStore(fileURLToPath(url)) : new RemoteStore(url, mirrorDir);
}

class FolderStore implements ReleaseStore {
  readonly #root: string;
  #seen = '';
  #registry: Registry | undefined;

  constructor(root: string) {
    this.#root = root;
  }

  async registry(): Promise<Registry> {
    const file = path.join(this.#root, 'registry.json');
    try {
      const { mtimeMs, ino, size } = await stat(file);
      const seen = `${mtimeMs} ${ino} ${size}`;
      if (seen !== this.#seen || !this.#registry) {
        this.#registry = JSON.parse(await readFile(file, 'utf8')) as Registry;
        this.#seen = seen;
      }
    } catch (error) {
      // A registry that went bad must not take the running site down: what was current stays current.
      if (!this.#registry) throw new StoreError(`${file} cannot be read: ${String(error)}`);
    }
    return this.#registry;
  }

  file(file: string): Promise<string> {
    return Promise.resolve(path.join(this.#root, file));
  }
}

/** How long a registry that was fetched counts as current, in milliseconds. */
const REGISTRY_TTL_MS = 1_000;
const FETCH_DEADLINE_MS = 1_500;

class RemoteStore implements ReleaseStore {
  readonly #base: string;
  readonly #mirror: string;
  #registry: { document: Registry; etag: string | null; fetchedAt: number } | undefined;
  readonly #files = new Map<string, Promise<string>>();

  constructor(base: string, mirrorDir: string) {
    this.#base = base.replace(/\/$/, '');
    this.#mirror = mirrorDir;
  }

  async registry(): Promise<Registry> {
    const known = this.#registry;
    if (known && Date.now() - known.fetchedAt < REGISTRY_TTL_MS) return known.document;
    try {
      const response = await this.#fetch('registry.json', known?.etag ? { 'if-none-match': known.etag } : {});
      const document = response.status === 304 && known ? known.document : ((await response.json()) as Registry);
      this.#registry = { document, etag: response.headers.get('etag'), fetchedAt: Date.now() };
      return document;
    } catch (error) {
      if (!known) throw error;
      known.fetchedAt = Date.now();
      return known.document;
    }
  }

  file(file: string, integrity: Integrity): Promise<string> {
    const known = this.#files.get(file);
    if (known) return known;
    const fetched = this.#mirrored(file, integrity).catch((error: unknown) => {
      this.#files.delete(file);
      throw error;
    });
    this.#files.set(file, fetched);
    return fetched;
  }

  async #mirrored(file: string, integrity: Integrity): Promise<string> {
    const local = path.join(this.#mirror, file);
    const kept = await readFile(local).catch(() => undefined);
    if (kept && integrityOf(kept) === integrity) return local;
    const bytes = Buffer.from(await (await this.#fetch(file)).arrayBuffer());
    if (integrityOf(bytes) !== integrity)
      throw new StoreError(`${this.#base}/${file} is not the file that was released`);
    await mkdir(path.dirname(local), { recursive: true });
    const draft = `${local}.${process.pid}`;
    await writeFile(draft, bytes);
    await rename(draft, local);
    await precompress(local);
    return local;
  }

  async #fetch(file: string, headers: Record<string, string> = {}): Promise<Response> {
    const url = `${this.#base}/${file}`;
    try {
      const response = await fetch(url, { headers, signal: AbortSignal.timeout(FETCH_DEADLINE_MS) });
      if (!response.ok && response.status !== 304) throw new StoreError(`${url} answered ${response.status}`);
      return response;
    } catch (error) {
      throw error instanceof StoreError ? error : new StoreError(`${url} cannot be read: ${String(error)}`);
    }
  }
}
