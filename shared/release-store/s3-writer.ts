/**
 * Releases in a bucket. A release's files are written first, each once, and `registry.json` last, only over the one that was
 * read: a writer who was overtaken reads again.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Release } from '../contracts/registry.ts';
import { COMPRESSED_FORMS } from '../node/released-file.ts';
import { S3Folder } from '../node/s3-folder.ts';
import { StoreError } from '../node/store-error.ts';
import type { StoreWriter } from './store-writer.ts';

const REGISTRY = 'registry.json';
const DOCUMENT = 'release.json';
/** How long somebody may be overtaken by others who write the registry. */
const OVERTAKEN_MS = 60_000;
const MAX_PAUSE_MS = 300;
const CONCURRENT_WRITES = 8;

export class S3Writer implements StoreWriter {
  readonly #folder: S3Folder;

  constructor(url: string) {
    this.#folder = new S3Folder(url);
  }

  async read(file: string): Promise<Buffer | undefined> {
    return (await this.#folder.read(file))?.bytes;
  }

  size(file: string): Promise<number | undefined> {
    return this.#folder.size(file);
  }

  /** Only folders are pruned so far. */
  async claim(): Promise<void> {}

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

  /** What is there already stays if it is the same. Otherwise it was damaged: names are derived from contents. */
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
    const folder = `${name}/${version}`;
    const document = await this.read(`${folder}/${DOCUMENT}`);
    if (!document) return;
    const { files } = JSON.parse(document.toString('utf8')) as Release;
    // Its document last: what was left behind by an attempt that was cut short can be removed by another one.
    for (const file of Object.keys(files))
      for (const form of ['', ...COMPRESSED_FORMS]) await this.#folder.remove(`${folder}/${file}${form}`);
    await this.#folder.remove(`${folder}/${DOCUMENT}`);
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
      // It was written after all, and the answer was lost.
      if (text !== undefined && text === attempt) return;
      const next = change(text);
      if (next === undefined) return;
      attempt = next;
      const condition = read ? { IfMatch: read.etag } : { IfNoneMatch: '*' as const };
      if (await this.#folder.write(REGISTRY, next, condition)) {
        if (read) await this.#folder.write('registry.previous.json', read.bytes, {});
        return;
      }
      if (Date.now() - begun > OVERTAKEN_MS)
        throw new StoreError(`${this.#folder.url}/${REGISTRY} is changed by others all the time. Try again.`);
      await delay(Math.random() * MAX_PAUSE_MS);
    }
  }
}
