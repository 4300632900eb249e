/** The file store that the environment names. */
import type { Db } from '../database/schema.ts';
import { Bucket } from './bucket.ts';
import { FileStore } from './file-store.ts';

/** @param url `FILES_STORE`: `s3://bucket/prefix`; nothing for the database */
export function openFiles(db: Db, url?: string): FileStore {
  return new FileStore({ db, bucket: url === undefined ? undefined : new Bucket(url) });
}
