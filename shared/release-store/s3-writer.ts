/**
 * Releases in a bucket. A release's files are written first, each once, and `registry.json` last, only over the one
 * that was read: a writer who was overtaken reads again.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { S3Folder } from '../node/files/s3-folder.ts';
import { StoreError } from '../node/files/store-error.ts';
import { releaseBase, VERSION_LENGTH } from '../releases/urls.ts';
import type { StoredRelease, StoreWriter } from './store-writer.ts';
import { WANTED_MS } from './wanted.ts';

const REGISTRY = 'registry.json';
const DOCUMENT = 'release.json';
/** How long a writer of the registry retries when others overtake it. */
const OVERTAKEN_MS = 60_000;
const MAX_PAUSE_MS = 300;
const CONCURRENT_WRITES = 8;
/** Mark in a release's folder while a writer is about to name the release in the registry; its name ends in an id. */
const WANTED = '.wanted';
/** Mark in the folder while a writer removes the release; its name ends in an id. */
const BEING_REMOVED = '.being-removed';
/** Content of both marks: what counts is the bucket's date. */
const MARK = 'x';
/** After how long a removal that has not finished stops … */
const REMOVAL_MS = 60_000;
/** … and after how long its mark counts as left behind. */
const INTERRUPTED_MS = 3 * REMOVAL_MS;
const LOOK_MS = 500;
const RELEASE = new RegExp(`^([^/]+)/([0-9a-f]{${VERSION_LENGTH}})/(.+)$`);

export class S3Writer implements StoreWriter {
  readonly #folder: S3Folder;
  /** Its own: another process that wants the same release may be done earlier. */
  readonly #wanted = `${WANTED}.${randomUUID()}`;

  constructor(url: string) {
    this.#folder = new S3Folder(url);
  }

  async read(file: string): Promise<Buffer | undefined> {
    return (await this.#folder.read(file))?.bytes;
  }

  size(file: string): Promise<number | undefined> {
    return this.#folder.size(file);
  }

  /**
   * Marks first, then checks whether it is being removed; a removal does it the other way round, so one of them sees
   * the other.
   */
  async claim(name: string, version: string): Promise<void> {
    const folder = `${name}/${version}/`;
    for (;;) {
      await this.#folder.write(folder + this.#wanted, MARK, {});
      const marks = await this.#folder.list(`${folder}.`);
      const wanted = marks.find(({ file }) => file === folder + this.#wanted);
      const removals = marks.filter(({ file }) => file.startsWith(folder + BEING_REMOVED));
      for (const mark of marks) {
        const validMs = removals.includes(mark) ? INTERRUPTED_MS : WANTED_MS;
        if (wanted && wanted.modifiedAt - mark.modifiedAt > validMs) await this.#folder.remove(mark.file);
      }
      if (wanted && removals.length === 0) return;
      await delay(LOOK_MS);
    }
  }

  async settle(name: string, version: string): Promise<void> {
    await this.#folder.remove(`${name}/${version}/${this.#wanted}`);
  }

  stage(name: string, version: string): Promise<string> {
    return mkdtemp(path.join(tmpdir(), `${name}-${version}-`));
  }

  async place(stage: string, name: string, version: string): Promise<void> {
    const entries = await readdir(stage, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(stage, path.join(entry.parentPath, entry.name)));
    const write = async (file: string): Promise<void> =>
      this.#writeOnce(`${name}/${version}/${file}`, await readFile(path.join(stage, file)));
    const others = files.filter((file) => file !== DOCUMENT);
    await Promise.all(
      Array.from({ length: CONCURRENT_WRITES }, async () => {
        for (let file = others.pop(); file; file = others.pop()) await write(file);
      }),
    );
    // Last: a release that has its document is complete.
    await write(DOCUMENT);
    await rm(stage, { recursive: true });
  }

  /** What exists already stays if it is the same. Otherwise it was damaged: names are derived from contents. */
  async #writeOnce(file: string, bytes: Buffer): Promise<void> {
    if (await this.#folder.write(file, bytes, { IfNoneMatch: '*' })) return;
    const there = await this.#folder.read(file);
    if (there?.bytes.equals(bytes)) return;
    await this.#folder.write(file, bytes, {});
  }

  async discard(stage: string): Promise<void> {
    await rm(stage, { recursive: true, force: true });
  }

  async remove(name: string, version: string): Promise<void> {
    const objects = await this.#folder.list(`${name}/${version}/`);
    for (const { file } of objects) await this.#folder.remove(file);
  }

  async removeUnused(name: string, version: string): Promise<boolean> {
    const folder = `${name}/${version}/`;
    // A mark of its own: another process removing the same release may finish earlier.
    const mark = `${folder}${BEING_REMOVED}.${randomUUID()}`;
    const deadline = performance.now() + REMOVAL_MS;
    await this.#folder.write(mark, MARK, {});
    try {
      const objects = await this.#folder.list(folder);
      const now = objects.find(({ file }) => file === mark)?.modifiedAt ?? 0;
      const isWanted = objects.some(
        ({ file, modifiedAt }) => file.startsWith(folder + WANTED) && now - modifiedAt < WANTED_MS,
      );
      // It may have been released again since this began to remove it.
      const isNamed = (await this.readRegistry())?.includes(releaseBase(name, version)) ?? true;
      const files = objects.filter(
        ({ file, modifiedAt }) => !file.startsWith(folder + BEING_REMOVED) || now - modifiedAt > INTERRUPTED_MS,
      );
      if (isWanted || isNamed || files.length === 0) return false;
      for (const { file } of files) {
        if (performance.now() > deadline)
          throw new StoreError(`${this.#folder.url}/${folder} takes too long to remove.`);
        await this.#folder.remove(file);
      }
      return true;
    } finally {
      await this.#folder.remove(mark);
    }
  }

  async releases(): Promise<StoredRelease[]> {
    const found = new Map<string, StoredRelease>();
    for (const { file, modifiedAt } of await this.#folder.list()) {
      const [, name, version] = RELEASE.exec(file) ?? [];
      if (name === undefined || version === undefined) continue;
      const wantedAt = Math.max(modifiedAt, found.get(`${name}/${version}`)?.wantedAt ?? 0);
      found.set(`${name}/${version}`, { name, version, wantedAt });
    }
    return [...found.values()];
  }

  async bytes(name: string, version: string): Promise<number> {
    const objects = await this.#folder.list(`${name}/${version}/`);
    return objects.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  async registryChangedAt(): Promise<number> {
    return (await this.#folder.list(REGISTRY))[0]?.modifiedAt ?? 0;
  }

  async readRegistry(): Promise<string | undefined> {
    return (await this.#folder.read(REGISTRY))?.bytes.toString('utf8');
  }

  async changeRegistry(change: (text: string | undefined) => string | undefined): Promise<void> {
    const begun = Date.now();
    let attempt: string | undefined;
    for (;;) {
      const read = await this.#folder.read(REGISTRY);
      const text = read?.bytes.toString('utf8');
      // The previous attempt was written after all, and its answer was lost.
      if (text !== undefined && text === attempt) return;
      const next = change(text);
      if (next === undefined) return;
      attempt = next;
      const condition = read ? { IfMatch: read.etag } : { IfNoneMatch: '*' as const };
      // First: should this fail, nothing was changed, as the error will say.
      if (read) await this.#folder.write('registry.previous.json', read.bytes, {});
      if (await this.#folder.write(REGISTRY, next, condition)) return;
      if (Date.now() - begun > OVERTAKEN_MS)
        throw new StoreError(`${this.#folder.url}/${REGISTRY} keeps being changed by others. Try again.`);
      await delay(Math.random() * MAX_PAUSE_MS);
    }
  }

  /** A bucket keeps what it has accepted. */
  async settleRegistry(): Promise<void> {}
}
