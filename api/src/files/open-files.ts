/** The file store that the environment names. */
import type { Db } from '../database/schema.ts';
import type { CvKeys } from './cv-keys.ts';
import { Bucket } from './bucket.ts';
import { FileStore } from './file-store.ts';

/** @param url `FILES_STORE`: `s3://bucket/prefix`; nothing for the database @param keys `CV_KEY` */
export function openFiles(db: Db, url?: string, keys?: CvKeys): FileStore {
  return new FileStore({ db, bucket: url === undefined ? undefined : new Bucket(url), keys });
}
