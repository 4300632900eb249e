/** Where releases are read from: a folder, any static host, or S3-compatible object storage. */
import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Integrity, Registry, Release } from '../contracts/registry.ts';
import { knownRelease } from '../releases/current.ts';
import { isIntact } from '../releases/integrity.ts';
import { type ReleaseKey, signedReleases } from '../releases/signature.ts';
import { readRegistryDocument } from '../releases/registry-document.ts';
import { servedReleases } from '../releases/traffic.ts';
import { precompress } from '../node/http/precompress.ts';
import { damagedForms } from '../node/http/released-file.ts';
import { foldersIn } from '../node/files/folders-in.ts';
import { S3Folder } from '../node/files/s3-folder.ts';
import { Silence } from '../node/files/silence.ts';
import { StoreError } from '../node/files/store-error.ts';
import { writeWhole } from '../node/files/whole-file.ts';
import { innermostMessage } from '../node/innermost-message.ts';
import { isFileName } from './stored-document.ts';

export interface ReleaseStore {
  /** The registry as it is now. @throws StoreError when it cannot be read and never could */
  registry(): Promise<Registry>;
  /**
   * The same for a caller that names a release that the registry does not have: another shell, whose page it is, may
   * have read a later one. Waits for the store, but does not ask it again at once.
   */
  newerRegistry(): Promise<Registry>;
  /**
   * A file of a release as a local path, with its compressed forms beside it where they exist.
   * @param file `<name>/<version>/<file of the release>`
   * @param integrity checked when the file comes over the network
   * @throws StoreError
   */
  file(file: string, integrity: Integrity): Promise<string>;
  /** Tells that what is at this path turned out damaged: the next call of `file` looks again. */
  forget(file: string): void;
}

/** Receives what an operator should know: one sentence on each thing that is wrong, whenever that changes. */
export type Report = (trouble: string) => void;

/**
 * @param url `file:`, `http(s):` or `s3:` base
 * @param mirrorDir where files that come over the network are kept
 * @param keys if there are any, releases that none of them signed are left out
 */
export function openStore(
  url: string,
  mirrorDir: string,
  report: Report = () => {},
  keys: readonly ReleaseKey[] = [],
): ReleaseStore {
  const lastGood = new LastGoodRegistry(report, keys);
  if (url.startsWith('file:')) return new FolderStore(fileURLToPath(url), lastGood);
  return new RemoteStore(url.startsWith('s3:') ? bucket(url) : staticHost(url), mirrorDir, report, lastGood);
}

/** The last readable registry. A broken one must not take the site down: what was current stays current. */
class LastGoodRegistry {
  readonly #report: Report;
  readonly #keys: readonly ReleaseKey[];
  #registry: Registry | undefined;
  #reported = '';

  constructor(report: Report, keys: readonly ReleaseKey[]) {
    this.#report = report;
    this.#keys = keys;
  }

  get known(): Registry | undefined {
    return this.#registry;
  }

  /** @param text of `registry.json` @throws StoreError when it cannot be read, and none could before */
  read(text: string, source: string): Registry {
    try {
      const readable = readRegistryDocument(JSON.parse(text));
      const { registry, complaints } =
        this.#keys.length > 0 ? signedReleases(readable.registry, this.#keys) : { ...readable, complaints: [] };
      this.#say([...readable.complaints, ...complaints].map((complaint) => `${source}: ${complaint}`).join(' '));
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
  /** The read of the file that is under way, and the next one, which others wait for. */
  #look: Promise<Registry> | undefined;
  #next: Promise<Registry> | undefined;

  constructor(root: string, lastGood: LastGoodRegistry) {
    this.#root = root;
    this.#lastGood = lastGood;
  }

  /**
   * Every page view asks, so simultaneous callers share one read. It never starts before they ask: a caller may know of
   * a new release already.
   */
  registry(): Promise<Registry> {
    if (!this.#look) return (this.#look = this.#current().finally(() => (this.#look = undefined)));
    this.#next ??= this.#look
      .catch(() => {})
      .then(() => {
        this.#next = undefined;
        return this.#look ?? this.registry();
      });
    return this.#next;
  }

  newerRegistry(): Promise<Registry> {
    return this.registry();
  }

  async #current(): Promise<Registry> {
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

  forget(): void {
    // Nothing is remembered, and there is no other place to get it from.
  }
}

/** How long a store may be silent, in milliseconds. */
const SILENCE_MS = 1_500;

/** A file that came over the network. */
interface Fetched {
  bytes: Buffer;
  etag: string | undefined;
}

/** Where a remote store gets the files that it mirrors. */
interface Host {
  url: string;
  /**
   * @param etag of the known file: if it is unchanged, it is not sent again
   * @throws StoreError, also when it is missing
   */
  fetch(file: string, etag?: string): Promise<Fetched | 'unchanged'>;
}

function bucket(url: string): Host {
  const folder = new S3Folder(url);
  return {
    url: folder.url,
    async fetch(file, etag) {
      const found = await folder.readChanged(file, etag, { silenceMs: SILENCE_MS });
      if (!found) throw new StoreError(`${folder.url}/${file} does not exist`);
      return found;
    },
  };
}

function staticHost(base: string): Host {
  const url = base.replace(/\/$/, '');
  return {
    url,
    async fetch(file, known) {
      const from = `${url}/${file}`;
      const silence = new Silence(SILENCE_MS);
      try {
        const headers: HeadersInit = known === undefined ? {} : { 'if-none-match': known };
        const response = await fetch(from, { headers, signal: silence.signal });
        if (response.status === 304 && known !== undefined) return 'unchanged';
        if (!response.ok) {
          // Left unread, it would keep its connection open.
          await response.body?.cancel();
          throw new StoreError(`${from} answered ${response.status}`);
        }
        return { bytes: await silence.all(response.body ?? []), etag: response.headers.get('etag') ?? undefined };
      } catch (error) {
        throw error instanceof StoreError
          ? error
          : new StoreError(`${from} cannot be read: ${innermostMessage(error)}`);
      } finally {
        silence.end();
      }
    },
  };
}

/** How long a registry that was fetched counts as current. */
const REGISTRY_TTL_MS = 1_000;
/**
 * How soon it is fetched again for a release that it does not have. Less than a release's thread takes to start: no
 * shell has pages of a release earlier than that.
 */
const MISSED_TTL_MS = 200;
/** How long pages wait for a later registry when one is known, in milliseconds: a store that is away may hang. */
const REFRESH_PATIENCE_MS = 150;

class RemoteStore implements ReleaseStore {
  readonly #host: Host;
  readonly #mirror: string;
  readonly #report: Report;
  readonly #lastGood: LastGoodRegistry;
  #etag: string | undefined;
  #fetchedAt = Number.NEGATIVE_INFINITY;
  /** The registry, if the copy here is an earlier one. */
  #unsaved: string | undefined;
  #isToldUnsaved = false;
  /** The fetch that is under way, and what is given meanwhile if a registry is known. */
  #reading: Promise<Registry> | undefined;
  #soon: Promise<Registry> | undefined;
  /**
   * Whether the last fetch took longer than pages wait: then pages do not wait for the next one, which goes on anyway.
   */
  #isLate = false;
  readonly #files = new Map<string, Promise<string>>();
  /** Files that did not come the last time, and took longer to fail than pages wait. */
  readonly #lateFiles = new Set<string>();
  /** Hash of `release.json` by `<name>/<version>`, for releases that are here with all their files. */
  readonly #copied = new Map<string, Integrity>();
  #isCopying = false;
  /** The registry whose releases alone are here. */
  #tidied: Registry | undefined;

  constructor(host: Host, mirrorDir: string, report: Report, lastGood: LastGoodRegistry) {
    this.#host = host;
    this.#mirror = mirrorDir;
    this.#report = report;
    this.#lastGood = lastGood;
  }

  registry(): Promise<Registry> {
    const { known } = this.#lastGood;
    if (known && performance.now() - this.#fetchedAt < REGISTRY_TTL_MS) return Promise.resolve(known);
    const reading = this.#read();
    return this.#soon ?? reading;
  }

  newerRegistry(): Promise<Registry> {
    const { known } = this.#lastGood;
    if (known && !this.#reading && performance.now() - this.#fetchedAt < MISSED_TTL_MS) return Promise.resolve(known);
    return this.#read();
  }

  /** The fetch that is under way, or a new one. */
  #read(): Promise<Registry> {
    if (!this.#reading) {
      const { known } = this.#lastGood;
      this.#reading = this.#fetchRegistry().finally(() => (this.#reading = undefined));
      // All who ask during a fetch share its patience.
      this.#soon =
        known && Promise.race([this.#reading, delay(this.#isLate ? 0 : REFRESH_PATIENCE_MS, known, { ref: false })]);
    }
    return this.#reading;
  }

  async #fetchRegistry(): Promise<Registry> {
    const { known } = this.#lastGood;
    const begun = performance.now();
    try {
      const fetched = await this.#host.fetch('registry.json', known && this.#etag);
      if (fetched === 'unchanged') {
        await this.#saveRegistry();
        return this.#withCopies(known!);
      }
      const text = fetched.bytes.toString('utf8');
      const registry = this.#lastGood.read(text, `${this.#host.url}/registry.json`);
      this.#etag = fetched.etag;
      // A broken registry must not replace the good copy here: a shell that starts now needs that copy.
      if (registry !== known) this.#unsaved = text;
      await this.#saveRegistry();
      return this.#withCopies(registry);
    } catch (error) {
      // The next answer is read as a whole, so that this trouble is over, and is reported if it comes again.
      this.#etag = undefined;
      // A shell that starts while the store is away has all files, and reads from this copy what was current.
      const kept = known ? undefined : await readFile(this.#keptRegistry, 'utf8').catch(() => undefined);
      if (kept !== undefined) this.#lastGood.read(kept, this.#keptRegistry);
      return this.#lastGood.failed((error as Error).message);
    } finally {
      this.#fetchedAt = performance.now();
      this.#isLate = this.#fetchedAt - begun > REFRESH_PATIENCE_MS;
    }
  }

  /** Fetches all files of what visitors get in the background, so that they are here when the store is away. */
  #withCopies(registry: Registry): Registry {
    if (!this.#isCopying) {
      this.#isCopying = true;
      void this.#copyServed(registry)
        .then(() => this.#removeOthers(registry))
        .finally(() => (this.#isCopying = false));
    }
    return registry;
  }

  async #copyServed(registry: Registry): Promise<void> {
    const served = [...servedReleases(registry)].flatMap(([name, entries]) =>
      entries.map((entry) => ({ name, entry })),
    );
    for (const { name, entry } of served) {
      const { integrity } = entry.extras.release;
      const folder = `${name}/${entry.metadata.version}`;
      if (this.#copied.get(folder) === integrity) continue;
      try {
        const document = await readFile(await this.file(`${folder}/release.json`, integrity), 'utf8');
        const { files } = JSON.parse(document) as Release;
        // One after the other: visitors' files come first.
        for (const [file, hash] of Object.entries(files)) await this.file(`${folder}/${file}`, hash);
        this.#copied.set(folder, integrity);
      } catch {
        // Tried again at the next read of the registry; whatever needs the file gets the reason why it is missing.
      }
    }
  }

  /** Removes copies of releases that are no longer in the registry: they are not served, and would fill the disk. */
  async #removeOthers(registry: Registry): Promise<void> {
    if (registry === this.#tidied) return;
    this.#tidied = registry;
    this.#lateFiles.clear();
    for (const name of await foldersIn(this.#mirror))
      for (const version of await foldersIn(path.join(this.#mirror, name))) {
        // By now there may be a later registry, and copies of what is new in it.
        if (!this.#lastGood.known || knownRelease(this.#lastGood.known, name, version)) continue;
        const folder = `${name}/${version}`;
        for (const file of this.#files.keys()) if (file.startsWith(`${folder}/`)) this.forget(file);
        // If it cannot be removed, the next registry is another chance.
        await rm(path.join(this.#mirror, folder), { recursive: true, force: true }).catch(() => {});
      }
  }

  get #keptRegistry(): string {
    return path.join(this.#mirror, 'registry.json');
  }

  /** Tries again with each fetch, but says once that it fails: a disk may be full for hours. */
  async #saveRegistry(): Promise<void> {
    const text = this.#unsaved;
    if (text === undefined) return;
    try {
      await mkdir(this.#mirror, { recursive: true });
      await writeWhole(this.#keptRegistry, text);
      this.#unsaved = undefined;
      this.#isToldUnsaved = false;
    } catch (error) {
      if (!this.#isToldUnsaved) this.#report(`The registry could not be saved: ${String(error)}`);
      this.#isToldUnsaved = true;
    }
  }

  file(file: string, integrity: Integrity): Promise<string> {
    const known = this.#files.get(file);
    if (known) return known;
    const begun = performance.now();
    const fetched = this.#mirrored(file, integrity);
    const given = this.#lateFiles.has(file) ? Promise.race([fetched, this.#tooLate(file)]) : fetched;
    this.#files.set(file, given);
    const isGiven = () => this.#files.get(file) === given;
    fetched.then(
      () => {
        this.#lateFiles.delete(file);
        if (isGiven()) this.#files.set(file, fetched);
      },
      () => {
        if (performance.now() - begun > REFRESH_PATIENCE_MS) this.#lateFiles.add(file);
        if (isGiven()) this.#files.delete(file);
      },
    );
    return given;
  }

  /** A page needs documents of all remotes: none waits again for one that hangs. The fetch goes on. */
  async #tooLate(file: string): Promise<never> {
    await delay(REFRESH_PATIENCE_MS, undefined, { ref: false });
    throw new StoreError(`${this.#host.url}/${file} does not come`);
  }

  forget(file: string): void {
    this.#files.delete(file);
    this.#copied.delete(file.split('/', 2).join('/'));
  }

  async #mirrored(file: string, integrity: Integrity): Promise<string> {
    // The names come from the release, and nothing may be written outside the mirror.
    if (!isFileName(file)) throw new StoreError(`${this.#host.url}/${file} is not a file name`);
    const local = path.join(this.#mirror, file);
    const damaged = await damagedForms(
      (form) => readFile(local + form).catch(() => undefined),
      (bytes) => isIntact(bytes, integrity),
    );
    if (damaged.length === 0) return local;
    if (!damaged.includes('')) {
      await precompress(local);
      return local;
    }
    const fetched = await this.#host.fetch(file);
    if (fetched === 'unchanged' || !isIntact(fetched.bytes, integrity))
      throw new StoreError(`${this.#host.url}/${file} is not the file that was released`);
    await mkdir(path.dirname(local), { recursive: true });
    // The file itself comes last: where it is, its forms are too.
    await precompress(local, fetched.bytes);
    await writeWhole(local, fetched.bytes);
    return local;
  }
}
