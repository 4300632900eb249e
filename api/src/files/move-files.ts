/** Carries files from the database to object storage while the site runs. It may be cut short at any moment and run again. */
import type { Db } from '../database/schema.ts';
import type { Bucket } from './bucket.ts';
import { contentOf, sha256Of } from './file-store.ts';
import { FileStoreError } from './file-store-error.ts';

interface Moved {
  files: number;
  bytes: number;
}

/**
 * One file at a time: written to the bucket, read back, compared by its hash, and only then taken out of the database.
 * @param onFile hears of each file that was moved
 * @throws FileStoreError what was moved before stays moved
 */
export async function moveFiles(db: Db, bucket: Bucket, onFile: (moved: Moved) => void = () => {}): Promise<Moved> {
  const moved = { files: 0, bytes: 0 };
  for (let after = ''; ; ) {
    const file = await db
      .selectFrom('storedFiles')
      .select(['name', 'mediaType', 'size', 'sha256'])
      .where('place', '<>', 'bucket')
      .where('name', '>', after)
      .orderBy('name')
      .limit(1)
      .executeTakeFirst();
    if (!file) return moved;
    after = file.name;
    if (!(await moveFile(db, bucket, file))) continue;
    moved.files += 1;
    moved.bytes += file.size;
    onFile(moved);
  }
}

/** @returns false when it was deleted meanwhile */
async function moveFile(
  db: Db,
  bucket: Bucket,
  { name, mediaType, sha256 }: { name: string; mediaType: string; sha256: string },
): Promise<boolean> {
  // From here on a deletion knows that there may be an object, too.
  await db.updateTable('storedFiles').set({ place: 'moving' }).where('name', '=', name).execute();
  const content = await contentOf(db, name);
  if (!content) return false;
  if (sha256Of(content) !== sha256)
    throw new FileStoreError(`${name} in the database is damaged: its bytes are not those that were stored.`);
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
  // It was deleted after the bucket was asked to: what has arrived since then goes, too.
  if (!isMoved) await bucket.delete(name);
  return isMoved;
}
