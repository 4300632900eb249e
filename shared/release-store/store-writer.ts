/** Where releases are written: a folder, or S3-compatible object storage. */
import { FolderWriter } from './folder-writer.ts';
import { S3Writer } from './s3-writer.ts';

/** A release in a store, whether or not a registry names it. */
export interface StoredRelease {
  name: string;
  /** Version of the release, or the store's name for one that is being written or removed. */
  version: string;
  /** Milliseconds since 1970: when it was last wanted. */
  wantedAt: number;
}

/** Files are named `<name>/<version>/<file of the release>`. All methods throw StoreError, or a folder's own errors. */
export interface StoreWriter {
  /** A file's content, or undefined where there is none. */
  read(file: string): Promise<Buffer | undefined>;
  /** A file's size in bytes, or undefined where there is none. */
  size(file: string): Promise<number | undefined>;
  /** Marks a release as wanted, so that it is not removed. Waits for removals that have begun. */
  claim(name: string, version: string): Promise<void>;
  /** The registry names the release now: ends what {@link claim} began. */
  settle(name: string, version: string): Promise<void>;
  /** An empty folder on this machine, in which a release is put together. */
  stage(name: string, version: string): Promise<string>;
  /**
   * Moves what was staged to its place, as a whole; a damaged release there is replaced. The stage is gone afterwards.
   */
  place(stage: string, name: string, version: string): Promise<void>;
  /** Removes the stage of a release that failed. */
  discard(stage: string): Promise<void>;
  /** Removes a release's files. No registry may name it any more. */
  remove(name: string, version: string): Promise<void>;
  /**
   * The same for a release that another writer may want at this moment: another release of the same content finds all
   * of it or nothing.
   * @param unusedSince milliseconds since 1970: a release that was wanted since then is kept
   * @returns false when it is gone, or wanted again
   */
  removeUnused(name: string, version: string, unusedSince: number): Promise<boolean>;
  /** All releases that have files in the store. Folders and objects with other kinds of names are not ours. */
  releases(): Promise<StoredRelease[]>;
  /** Size of all files of a release, in bytes. */
  bytes(name: string, version: string): Promise<number>;
  /** Text of `registry.json`, or undefined where there is none. */
  readRegistry(): Promise<string | undefined>;
  /** Milliseconds since 1970: when it was written last; 0 where there is none. */
  registryChangedAt(): Promise<number>;
  /**
   * Replaces `registry.json`, keeping the old one as `registry.previous.json`. No other process's change is lost.
   * @param change gets the current text and returns the next one, or undefined to leave it; may be called again
   */
  changeRegistry(change: (text: string | undefined) => string | undefined): Promise<void>;
  /**
   * Waits until the last change is certain to survive a power cut: only then may files of what it removed be deleted.
   */
  settleRegistry(): Promise<void>;
}

/** One for each store, so that a bucket is tested only once for conditional writes. */
const opened = new Map<string, StoreWriter>();

/** @param store path of a folder, or `s3://bucket/prefix` */
export function writerOf(store: string): StoreWriter {
  const known = opened.get(store) ?? (store.startsWith('s3:') ? new S3Writer(store) : new FolderWriter(store));
  opened.set(store, known);
  return known;
}
