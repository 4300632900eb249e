/**
 * A backup while it is being written: a folder for its owner alone, renamed when everything is in it and on the disk.
 */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { sync } from 'shared/node/files/sync';
import { AdminError } from '../admin-error.ts';
import { orSay } from '../private-file.ts';
import { type FileFacts, hashLine, type Manifest, MANIFEST, MANIFEST_HASH } from './manifest.ts';

export class BackupFolder {
  readonly #target: string;
  readonly #draft: string;
  readonly files: Record<string, FileFacts> = {};

  private constructor(target: string, draft: string) {
    this.#target = target;
    this.#draft = draft;
  }

  /** @param target must not exist @throws AdminError */
  static async begin(target: string): Promise<BackupFolder> {
    const path = resolve(target);
    if (await stat(path).catch(() => undefined))
      throw new AdminError(`${target} exists already. Every backup needs a new folder.`);
    return await orSay(target, async () => {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      return new BackupFolder(path, await mkdtemp(join(dirname(path), `.${basename(path)}.unfinished-`)));
    });
  }

  /** @param name below the folder, with slashes @param isText its lines are compressed */
  async write(name: string, source: AsyncIterable<string | Uint8Array>, isText = false): Promise<void> {
    const hash = createHash('sha256');
    let bytes = 0;
    const counted = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    };
    const written = async () => {
      const path = join(this.#draft, name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const file = createWriteStream(path, { mode: 0o600, flush: true });
      const readable = Readable.from(source, { objectMode: false });
      await (isText ? pipeline(readable, createGzip(), counted, file) : pipeline(readable, counted, file));
    };
    await orSay(this.#target, written, ['ENOSPC']);
    this.files[name] = { bytes, sha256: hash.digest('hex') };
  }

  async writeBytes(name: string, bytes: Uint8Array): Promise<void> {
    // oxlint-disable-next-line typescript/require-await -- one chunk
    await this.write(
      name,
      (async function* () {
        yield bytes;
      })(),
    );
  }

  /** Removes what was written below one of its folders. */
  async forget(name: string): Promise<void> {
    await rm(join(this.#draft, name), { recursive: true, force: true });
    for (const file of Object.keys(this.files)) if (file.startsWith(`${name}/`)) delete this.files[file];
  }

  /** Call it when everything else is in the backup. */
  async finish(manifest: Manifest): Promise<void> {
    const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
    await this.writeBytes(MANIFEST_HASH, Buffer.from(hashLine(text)));
    await this.writeBytes(MANIFEST, text);
    await rename(this.#draft, this.#target);
    await sync(dirname(this.#target));
  }

  async discard(): Promise<void> {
    await rm(this.#draft, { recursive: true, force: true });
  }
}
