/** Moves files between database and object storage while the site runs. It may be interrupted and run again. */
import type { Db } from '../database/schema.ts';
import type { Bucket } from './bucket.ts';
import { contentOf, sha256Of } from './file-store.ts';
import { FileStoreError, LostFileError } from './file-store-error.ts';
import { LostFiles } from './lost-files.ts';

interface Moved {
  files: number;
  bytes: number;
}

interface StoredFile {
  name: string;
  mediaType: string;
  /** Bytes. */
  size: number;
  sha256: string;
  /** `moving`: its bytes are in the database, and there may be an object, too. */
  place: string;
}

/**
 * One file at a time: written to the bucket, read back, compared by its hash, and only then taken out of the database.
 * @param onFile called for each file that was moved
 * @throws FileStoreError; what was moved stays moved, and a file that is lost keeps none of the others back
 */
export async function moveFiles(db: Db, bucket: Bucket, onFile: (moved: Moved) => void = () => {}): Promise<Moved> {
  return await moveAll(db, { from: 'database', move: (file) => moveFile(db, bucket, file) }, onFile);
}

/** The same in the other direction: a file leaves the bucket only once the database has it as it was stored. */
export async function moveFilesBack(db: Db, bucket: Bucket, onFile: (moved: Moved) => void = () => {}): Promise<Moved> {
  return await moveAll(db, { from: 'bucket', move: (file) => moveFileBack(db, bucket, file) }, onFile);
}

interface Way {
  from: 'database' | 'bucket';
  /** @returns false when the file has been deleted since */
  move: (file: StoredFile) => Promise<boolean>;
}

async function moveAll(db: Db, { from, move }: Way, onFile: (moved: Moved) => void): Promise<Moved> {
  const lost = new LostFiles();
  const moved = { files: 0, bytes: 0 };
  for (let after = ''; ; ) {
    const file = await db
      .selectFrom('storedFiles')
      .select(['name', 'mediaType', 'size', 'sha256', 'place'])
      // Also files whose move was interrupted.
      .where('place', 'in', [from, 'moving'])
      .where('name', '>', after)
      .orderBy('name')
      .limit(1)
      .executeTakeFirst();
    if (!file) break;
    after = file.name;
    if (!(await lost.unlessLost(() => move(file)))) continue;
    moved.files += 1;
    moved.bytes += file.size;
    onFile(moved);
  }
  lost.report('moved');
  return moved;
}

async function moveFile(db: Db, bucket: Bucket, { name, mediaType, sha256 }: StoredFile): Promise<boolean> {
  // From here on a deletion knows that there may be an object, too. Another command may have moved the file by now.
  await db
    .updateTable('storedFiles')
    .set({ place: 'moving' })
    .where('name', '=', name)
    .where('place', '<>', 'bucket')
    .execute();
  const content = await contentOf(db, name);
  if (!content) return false;
  if (sha256Of(content) !== sha256)
    throw new LostFileError(`${name} in the database is damaged: its bytes are not those that were stored.`);
  await bucket.put(name, content, mediaType);
  const there = await bucket.get(name);
  if (!there || sha256Of(there) !== sha256)
    throw new FileStoreError(`${name} did not arrive in ${bucket.url} as it was sent. It is still in the database.`);
  const isMoved = await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('storedFiles')
      .set({ place: 'bucket' })
      .where('name', '=', name)
      .executeTakeFirst();
    await tx.deleteFrom('fileContents').where('name', '=', name).execute();
    return numUpdatedRows > 0n;
  });
  // The file was deleted, and so was its object, perhaps before it arrived: deletes what has arrived since.
  if (!isMoved) await bucket.delete(name);
  return isMoved;
}

async function moveFileBack(db: Db, bucket: Bucket, { name, sha256, place }: StoredFile): Promise<boolean> {
  if (place === 'bucket' && !(await copyToDatabase(db, bucket, { name, sha256 }))) return false;
  const content = await contentOf(db, name);
  if (!content) return false;
  if (sha256Of(content) !== sha256)
    throw new FileStoreError(`${name} did not arrive in the database as it is in ${bucket.url}. It is still there.`);
  await bucket.delete(name);
  const { numUpdatedRows } = await db
    .updateTable('storedFiles')
    .set({ place: 'database' })
    .where('name', '=', name)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** From then on it is read from the database. @returns false when it has been deleted since */
async function copyToDatabase(
  db: Db,
  bucket: Bucket,
  { name, sha256 }: { name: string; sha256: string },
): Promise<boolean> {
  const content = await bucket.get(name);
  if (content && sha256Of(content) !== sha256)
    throw new LostFileError(`${name} in ${bucket.url} is damaged: its bytes are not those that were stored.`);
  return await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('storedFiles')
      .set({ place: 'moving' })
      .where('name', '=', name)
      // Another command may have moved it by now.
      .where('place', '=', 'bucket')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    if (!content) throw new LostFileError(`${name} is missing in ${bucket.url}. It was left as it is.`);
    await tx.insertInto('fileContents').values({ name, content }).execute();
    return true;
  });
}
