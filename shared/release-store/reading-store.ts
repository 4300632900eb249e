/** Where releases are read from: a folder, or any static host. */
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Integrity, Registry } from '../contracts/registry.ts';
import { integrityOf } from '../releases/integrity.ts';
import { readRegistryDocument } from '../releases/registry-document.ts';
import { precompress } from '../node/precompress.ts';

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

/** Takes what an operator should hear of, one sentence each, once per change of what is wrong. */
export type Report = (trouble: string) => void;

/** @param url `file:` or `http(s):` base @param mirrorDir where files of a static host are kept */
export function openStore(url: string, mirrorDir: string, report: Report = () => {}): ReleaseStore {
  return url.startsWith('file:')
    ? new FolderStore(fileURLToPath(url), report)
    : new RemoteStore(url, mirrorDir, report);
}

/** The last registry that could be read. One that went bad must not take the running site down: what was current stays current. */
class LastGoodRegistry {
  readonly #report: Report;
  #registry: Registry | undefined;
  #reported = '';

  constructor(report: Report) {
    this.#report = report;
  }

  get known(): Registry | undefined {
    return this.#registry;
  }

  /** @param text of `registry.json` @throws StoreError when it cannot be read, and none could before */
  read(text: string, source: string): Registry {
    try {
      const { registry, complaints } = readRegistryDocument(JSON.parse(text));
      this.#say(complaints.map((complaint) => `${source}: ${complaint}`).join(' '));
      this.#registry = registry;
      return registry;
    } catch (error) {
      return this.failed(`${source} cannot be read: ${(error as Error).message}`);
    }
  }

  /** @throws StoreError when there was none before */
  failed(trouble: string): Registry {
    if (!this.#registry) throw new StoreError(trouble);
    this.#say(`${trouble}. The releases that were current stay so.`);
    return this.#registry;
  }

  #say(trouble: string): void {
    if (trouble !== '' && trouble !== this.#reported) this.#report(trouble);
    this.#reported = trouble;
  }
}

class FolderStore implements ReleaseStore {
  readonly #root: string;
  readonly #lastGood: LastGoodRegistry;
  #seen = '';

  constructor(root: string, report: Report) {
    this.#root = root;
    this.#lastGood = new LastGoodRegistry(report);
  }

  async registry(): Promise<Registry> {
    const file = path.join(this.#root, 'registry.json');
    try {
      const { mtimeMs, ino, size } = await stat(file);
      const seen = `${mtimeMs} ${ino} ${size}`;
      if (seen === this.#seen && this.#lastGood.known) return this.#lastGood.known;
      const text = await readFile(file, 'utf8');
      this.#seen = seen;
      return this.#lastGood.read(text, file);
    } catch (error) {
      if (error instanceof StoreError) throw error;
      this.#seen = '';
      return this.#lastGood.failed(`${file} cannot be read: ${String(error)}`);
    }
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
  readonly #report: Report;
  readonly #lastGood: LastGoodRegistry;
  #etag: string | null = null;
  #fetchedAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<Registry> | undefined;
  readonly #files = new Map<string, Promise<string>>();

  constructor(base: string, mirrorDir: string, report: Report) {
    this.#base = base.replace(/\/$/, '');
    this.#mirror = mirrorDir;
    this.#report = report;
    this.#lastGood = new LastGoodRegistry(report);
  }

  registry(): Promise<Registry> {
    const { known } = this.#lastGood;
    if (known && Date.now() - this.#fetchedAt < REGISTRY_TTL_MS) return Promise.resolve(known);
    this.#reading ??= this.#fetchRegistry().finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  async #fetchRegistry(): Promise<Registry> {
    const { known } = this.#lastGood;
    try {
      const response = await this.#fetch('registry.json', known && this.#etag ? { 'if-none-match': this.#etag } : {});
      if (response.status === 304 && known) return known;
      const text = await response.text();
      const registry = this.#lastGood.read(text, `${this.#base}/registry.json`);
      this.#etag = response.headers.get('etag');
      await this.#keepRegistry(text).catch((error: unknown) =>
        this.#report(`The registry is not kept: ${String(error)}`),
      );
      return registry;
    } catch (error) {
      // A shell that starts while the store is away has all files, and knows from here what was current.
      const kept = known ? undefined : await readFile(this.#keptRegistry, 'utf8').catch(() => undefined);
      if (kept !== undefined) this.#lastGood.read(kept, this.#keptRegistry);
      return this.#lastGood.failed((error as Error).message);
    } finally {
      this.#fetchedAt = Date.now();
    }
  }

  get #keptRegistry(): string {
    return path.join(this.#mirror, 'registry.json');
  }

  async #keepRegistry(text: string): Promise<void> {
    await mkdir(this.#mirror, { recursive: true });
    const draft = `${this.#keptRegistry}.${process.pid}`;
    await writeFile(draft, text);
    await rename(draft, this.#keptRegistry);
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
