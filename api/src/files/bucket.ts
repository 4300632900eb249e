/** Files' bytes in S3-compatible object storage: only the servers can read them, and every call has a time limit. */
import { S3Folder } from 'shared/node/files/s3-folder';
import { FileStoreError } from './file-store-error.ts';

interface Patience {
  /** How long all attempts of one call may take together, in milliseconds. */
  writeMs: number;
  readMs: number;
  deleteMs: number;
  /** A readiness check wants a prompt answer. */
  checkMs: number;
}

const PATIENCE: Patience = { writeMs: 15_000, readMs: 10_000, deleteMs: 5_000, checkMs: 2_000 };
/** An object that need not exist. */
const PROBE = '.reachable';

export class Bucket {
  readonly #folder: S3Folder;
  readonly #patience: Patience;

  /** @param url `s3://bucket/prefix` @param patience shorter in tests */
  constructor(url: string, patience: Patience = PATIENCE) {
    this.#folder = new S3Folder(url, 'FILES_STORE');
    this.#patience = patience;
  }

  get url(): string {
    return this.#folder.url;
  }

  /** It appears complete or not at all. @throws FileStoreError even when it may have been written after all */
  async put(name: string, bytes: Uint8Array, type: string): Promise<void> {
    await asFileStore(() => this.#folder.put(name, bytes, { type, deadlineMs: this.#patience.writeMs }));
  }

  /** @throws FileStoreError */
  async get(name: string): Promise<Buffer | undefined> {
    return await asFileStore(async () => (await this.#folder.read(name, this.#patience.readMs))?.bytes);
  }

  /** Succeeds even if the object is not there. @throws FileStoreError */
  async delete(name: string): Promise<void> {
    await asFileStore(() => this.#folder.remove(name, this.#patience.deleteMs));
  }

  /** @throws FileStoreError when it cannot be read */
  async check(): Promise<void> {
    await asFileStore(() => this.#folder.read(PROBE, this.#patience.checkMs));
  }
}

async function asFileStore<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new FileStoreError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
