/**
 * Where the bytes of CVs and images are: in the database, or in object storage (decision 086). A file is put under a
 * name that is used once, then a row names it; what no row names is collected. `storedFiles` lists all files.
 */
import { createHash } from 'node:crypto';
import type { Db } from '../database/schema.ts';
import { type CvKeys, CVS, keyMissing } from './cv-keys.ts';
import { FileStoreError, filesAway, LostFileError } from './file-store-error.ts';
import type { Bucket } from './bucket.ts';

export interface StoredFileFacts {
  name: string;
  /** Media type. */
  type: string;
  /** Bytes. */
  size: number;
  /** Of the bytes, in base64url. */
  sha256: string;
  /** ISO 8601. */
  writtenAt: string;
}

export interface FileBytes {
  bytes: Buffer;
  /** Media type. */
  type: string;
}

interface FileStoreOptions {
  db: Db;
  /** Without one, files are in the database. */
  bucket?: Bucket | undefined;
  /** Without them CVs are stored as they are. */
  keys?: CvKeys | undefined;
}

/** Files listed at a time. */
const PAGE = 500;

export class FileStore {
  readonly #db: Db;
  readonly #bucket: Bucket | undefined;
  readonly #keys: CvKeys | undefined;

  constructor({ db, bucket, keys }: FileStoreOptions) {
    this.#db = db;
    this.#bucket = bucket;
    this.#keys = keys;
  }

  /** For messages: `database`, or the bucket's URL. */
  get place(): string {
    return this.#bucket?.url ?? 'database';
  }

  /**
   * Stores a file that no row names yet.
   * @param name `cvs/…` or `images/…`, never used before
   * @throws FileStoreError, and then nothing of the file stays
   */
  async put(name: string, bytes: Uint8Array, type: string): Promise<void> {
    const sealed = name.startsWith(CVS) ? this.#keys?.seal(name, bytes) : undefined;
    const content = sealed?.bytes ?? bytes;
    const keyName = sealed?.keyName ?? null;
    const facts = { name, mediaType: type, size: content.length, sha256: sha256Of(content), keyName };
    const writtenAt = new Date().toISOString();
    if (!this.#bucket) {
      await this.#db.transaction().execute(async (tx) => {
        await tx
          .insertInto('storedFiles')
          .values({ ...facts, place: 'database', writtenAt })
          .execute();
        await tx.insertInto('fileContents').values({ name, content }).execute();
      });
      return;
    }
    // The row comes first: whatever happens from here on, the object is known and will be collected.
    await this.#db
      .insertInto('storedFiles')
      .values({ ...facts, place: 'bucket', writtenAt })
      .execute();
    try {
      await this.#bucket.put(name, content, type);
    } catch (error) {
      // Does not delete the object itself: the storage has just failed. Housekeeping deletes what may have got there.
      await this.#db
        .transaction()
        .execute((tx) => this.doom(tx, [name]))
        .catch(() => {});
      throw error;
    }
  }

  /** @throws FileStoreError when the place does not answer, gives other bytes, or the key is missing */
  async get(name: string): Promise<FileBytes | undefined> {
    const file = await this.#db.selectFrom('storedFiles').selectAll().where('name', '=', name).executeTakeFirst();
    if (!file) return undefined;
    const bytes = file.place === 'bucket' ? await this.#fromBucket(name) : await contentOf(this.#db, name);
    // Deleted while it was read, or moved by an administrator's command.
    if (!bytes) return await this.#getAgain(name, file.place);
    if (sha256Of(bytes) !== file.sha256)
      throw new LostFileError(`${name} in ${this.place} is damaged: its bytes are not those that were stored.`);
    const { keyName, mediaType: type } = file;
    if (keyName === null) return { bytes, type };
    if (!this.#keys) throw keyMissing(name, keyName);
    return { bytes: this.#keys.open(name, { bytes, keyName }), type };
  }

  async #getAgain(name: string, before: string): Promise<FileBytes | undefined> {
    const file = await this.#db.selectFrom('storedFiles').select('place').where('name', '=', name).executeTakeFirst();
    if (!file) return undefined;
    if (file.place !== before) return await this.get(name);
    throw new LostFileError(`${name} is missing in ${this.place}.`);
  }

  /**
   * Keeps the file from being collected while `tx` writes the row that names it.
   * @throws ProblemError 503 when it was collected before
   */
  async claim(tx: Db, name: string): Promise<void> {
    // An update that changes nothing locks the row until the transaction ends, in both databases.
    const held = await tx
      .updateTable('storedFiles')
      .set((row) => ({ size: row.ref('size') }))
      .where('name', '=', name)
      .executeTakeFirst();
    if (held.numUpdatedRows === 0n) throw filesAway();
  }

  /**
   * Runs `write`, which names the file unless it fails or turns out not to need it. In that case the file is deleted
   * again.
   */
  async unlessNamed<Result>(name: string, write: () => Promise<Result>): Promise<Result> {
    try {
      return await write();
    } finally {
      // A named file cannot be deleted, even if the answer to the commit was lost. What is left is collected.
      if (!(await this.#isNamed(name).catch(() => true))) await this.delete(name).catch(() => {});
    }
  }

  async #isNamed(name: string): Promise<boolean> {
    const named = await this.#db
      .selectFrom('files')
      .select('storedAs')
      .where('storedAs', '=', name)
      .unionAll(this.#db.selectFrom('images').select('storedAs').where('storedAs', '=', name))
      .executeTakeFirst();
    return named !== undefined;
  }

  /**
   * Deletes files with the rows that named them, in the same transaction. Bytes in the database are gone with it;
   * objects go with {@link sweep}, at the latest with the next round of housekeeping.
   */
  async doom(tx: Db, names: string[]): Promise<void> {
    if (names.length === 0) return;
    const doomedAt = new Date().toISOString();
    const deleted = await tx
      .deleteFrom('storedFiles')
      .where('name', 'in', names)
      .returning(['name', 'place'])
      .execute();
    const objects = deleted.filter(({ place }) => place !== 'database').map(({ name }) => ({ name, doomedAt }));
    if (objects.length > 0) await tx.insertInto('doomedFiles').values(objects).execute();
  }

  /** Deletes a file that no row names. @throws when one does, or its object cannot be deleted now: housekeeping will */
  async delete(name: string): Promise<void> {
    await this.#db.transaction().execute((tx) => this.doom(tx, [name]));
    await this.sweep([name]);
  }

  /** All files, in order of their names. */
  async *list(): AsyncGenerator<StoredFileFacts> {
    for (let after = ''; ; ) {
      const files = await this.#db
        .selectFrom('storedFiles')
        .select(['name', 'mediaType as type', 'size', 'sha256', 'writtenAt'])
        .where('name', '>', after)
        .orderBy('name')
        .limit(PAGE)
        .execute();
      yield* files;
      const last = files.at(-1);
      if (!last) return;
      after = last.name;
    }
  }

  /**
   * Deletes objects of deleted files. One that the storage does not let go of keeps none of the others there.
   * @param names only these
   * @param onDeleted called for each that is gone @param signal ends it between two objects
   * @throws FileStoreError for the first that remains; when the storage is away, the others are not tried
   */
  async sweep(
    names?: string[],
    { onDeleted, signal }: { onDeleted?: (name: string) => Promise<unknown>; signal?: AbortSignal } = {},
  ): Promise<void> {
    if (names?.length === 0) return;
    const doomed = await this.#db
      .selectFrom('doomedFiles')
      .select('name')
      .$if(names !== undefined, (query) => query.where('name', 'in', names!))
      .execute();
    let failure: unknown;
    for (const { name } of doomed) {
      if (signal?.aborted) break;
      try {
        await this.#requireBucket(name).delete(name);
      } catch (error) {
        failure ??= error;
        await this.check();
        continue;
      }
      await onDeleted?.(name);
    }
    if (failure !== undefined) throw failure;
  }

  /** The same for a command that has deleted the rows. @returns whether they are gone; if not, housekeeping goes on */
  async trySweep(names: string[]): Promise<boolean> {
    return await this.sweep(names).then(
      () => true,
      () => false,
    );
  }

  /** Names of keys that files are encrypted with, and that are not in `CV_KEY`. */
  async missingKeys(): Promise<string[]> {
    const used = await this.#db
      .selectFrom('storedFiles')
      .select('keyName')
      .distinct()
      .where('keyName', 'is not', null)
      .execute();
    return used.map(({ keyName }) => keyName!).filter((keyName) => !this.#keys?.names.includes(keyName));
  }

  /** @throws FileStoreError when object storage is set and cannot be read */
  async check(): Promise<void> {
    await this.#bucket?.check();
  }

  async #fromBucket(name: string): Promise<Buffer | undefined> {
    return await this.#requireBucket(name).get(name);
  }

  #requireBucket(name: string): Bucket {
    if (this.#bucket) return this.#bucket;
    throw new FileStoreError(`${name} is in object storage, and FILES_STORE is not set.`);
  }
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url');
}

/** Bytes that are in the database. */
export async function contentOf(db: Db, name: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom('fileContents').select('content').where('name', '=', name).executeTakeFirst();
  return row && Buffer.from(row.content.buffer, row.content.byteOffset, row.content.byteLength);
}
