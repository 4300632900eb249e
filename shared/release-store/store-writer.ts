/** Where releases are written: a folder, or S3-compatible object storage. */
import { FolderWriter } from './folder-writer.ts';
import { S3Writer } from './s3-writer.ts';

/** Files are named `<name>/<version>/<file of the release>`. Everything throws a StoreError, or Node's own of a folder. */
export interface StoreWriter {
  /** A file's content, or undefined where there is none. */
  read(file: string): Promise<Buffer | undefined>;
  /** A file's size in bytes, or undefined where there is none. */
  size(file: string): Promise<number | undefined>;
  /** Says that a release is wanted again, if it is there, so that nobody who is about to remove it does. */
  claim(name: string, version: string): Promise<void>;
  /** An empty folder on this machine, in which a release is put together. */
  stage(name: string, version: string): Promise<string>;
  /** Puts what was staged in its place, as a whole; a damaged release that lies there gives way. The stage is gone then. */
  place(stage: string, name: string, version: string): Promise<void>;
  /** Removes what was staged, of a release that failed. */
  discard(stage: string): Promise<void>;
  /** Removes a release's files, which no registry may name any more. */
  remove(name: string, version: string): Promise<void>;
  /** Text of `registry.json`, or undefined where there is none. */
  readRegistry(): Promise<string | undefined>;
  /**
   * Replaces `registry.json`, and keeps the text before as `registry.previous.json`. No change of another process is lost.
   * @param change gets the text as it is and gives the next one, or undefined to leave it; may be called again
   */
  changeRegistry(change: (text: string | undefined) => string | undefined): Promise<void>;
}

/** One for each store, as a bucket's is proven once. */
const opened = new Map<string, StoreWriter>();

/** @param store path of a folder, or `s3://bucket/prefix` */
export function writerOf(store: string): StoreWriter {
  const known = opened.get(store) ?? (store.startsWith('s3:') ? new S3Writer(store) : new FolderWriter(store));
  opened.set(store, known);
  return known;
}
