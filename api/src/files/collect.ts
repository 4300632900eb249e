/**
 * Housekeeping of files, by any number of instances at once. Deletes files that no row names and that are older than
 * any upload takes. The row in `storedFiles` goes first, which the database refuses while another transaction names it.
 */
import { isRefusedReference } from '../database/problem.ts';
import type { Db } from '../database/schema.ts';
import type { FileStore } from './file-store.ts';

/** @param before ISO 8601: younger ones may be about to be named @returns how many were deleted, of at most `limit` */
export async function collectFiles(
  db: Db,
  files: FileStore,
  { before, limit }: { before: string; limit: number },
): Promise<number> {
  const unnamed = await db
    .selectFrom('storedFiles')
    .select('name')
    .where('writtenAt', '<', before)
    .where((where) =>
      where.not(where.exists(where.selectFrom('files').select('id').whereRef('storedAs', '=', 'storedFiles.name'))),
    )
    .where((where) =>
      where.not(where.exists(where.selectFrom('images').select('id').whereRef('storedAs', '=', 'storedFiles.name'))),
    )
    .orderBy('writtenAt')
    .limit(limit)
    .execute();
  let count = 0;
  for (const { name } of unnamed) {
    try {
      await db.transaction().execute((tx) => files.doom(tx, [name]));
      count += 1;
    } catch (error) {
      // Named after it was found.
      if (!isRefusedReference(error)) throw error;
    }
  }
  return count;
}

/**
 * Deletes the objects of deleted files, in every run up to the first whose `before` is later than the file's deletion:
 * a write that was under way may have arrived after the first time.
 */
export async function sweepFiles(db: Db, files: FileStore, before: string, signal?: AbortSignal): Promise<void> {
  const rows = await db.selectFrom('doomedFiles').select('name').where('doomedAt', '<', before).execute();
  const isDone = new Set(rows.map(({ name }) => name));
  const onDeleted = async (name: string) => {
    if (isDone.has(name)) await db.deleteFrom('doomedFiles').where('name', '=', name).execute();
  };
  await files.sweep(undefined, { onDeleted, ...(signal && { signal }) });
}
