/** Where releases are written: a folder, or S3-compatible object storage. */
import { FolderWriter } from './folder-writer.ts';
import { S3Writer } from './s3-writer.ts';

/** What a store has of a release, named by a registry or not. */
export interface StoredRelease {
  name: string;
  /** Of a release, or how the store calls what is being written or removed. */
  version: string;
  /** Milliseconds since 1970: when somebody last wanted it. */
  wantedAt: number;
  /** Process on this machine that writes or removes it. */
  worker?: number;
}

/** Files are named `<name>/<version>/<file of the release>`. All methods throw StoreError, or a folder's own errors. */
export interface StoreWriter {
  /** A file's content, or undefined where there is none. */
  read(file: string): Promise<Buffer | undefined>;
  /** A file's size in bytes, or undefined where there is none. */
  size(file: string): Promise<number | undefined>;
  /** Marks a release as wanted, so that nobody removes it. Waits for those who have begun to. */
  claim(name: string, version: string): Promise<void>;
  /** The registry names it now: what {@link claim} said is over. */
  settle(name: string, version: string): Promise<void>;
  /** An empty folder on this machine, in which a release is put together. */
  stage(name: string, version: string): Promise<string>;
  /** Moves what was staged to its place, as a whole; a damaged release there is replaced. The stage is gone then. */
  place(stage: string, name: string, version: string): Promise<void>;
  /** Removes what was staged, of a release that failed. */
  discard(stage: string): Promise<void>;
  /** Removes a release's files, which no registry may name any more. */
  remove(name: string, version: string): Promise<void>;
  /**
   * The same of a release that somebody may want again at this moment: who releases the same content meanwhile finds
   * all of it or nothing.
   * @param unusedSince milliseconds since 1970: who has wanted it since then keeps it
   * @returns false when it is gone, or wanted again
   */
  removeUnused(name: string, version: string, unusedSince: number): Promise<boolean>;
  /** All releases that there are files of. Folders and objects that are called otherwise are none of ours. */
  releases(): Promise<StoredRelease[]>;
  /** Size of all files of a release, in bytes. */
  bytes(name: string, version: string): Promise<number>;
  /** Text of `registry.json`, or undefined where there is none. */
  readRegistry(): Promise<string | undefined>;
  /** Milliseconds since 1970: when it was written last; 0 where there is none. */
  registryChangedAt(): Promise<number>;
  /**
   * Replaces `registry.json`, keeping the old one as `registry.previous.json`. No other process's change is lost.
   * @param change gets the text as it is and gives the next one, or undefined to leave it; may be called again
   */
  changeRegistry(change: (text: string | undefined) => string | undefined): Promise<void>;
  /** Waits until the last change is certain to outlive a power cut: no file of what it took away goes before. */
  settleRegistry(): Promise<void>;
}

/** One for each store, as a bucket's is proven once. */
const opened = new Map<string, StoreWriter>();

/** @param store path of a folder, or `s3://bucket/prefix` */
export function writerOf(store: string): StoreWriter {
  const known = opened.get(store) ?? (store.startsWith('s3:') ? new S3Writer(store) : new FolderWriter(store));
  opened.set(store, known);
  return known;
}
