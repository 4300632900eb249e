/**
 * Housekeeping of files, by any number of instances at once. Deletes files that no row names and that are older than
 * any upload takes. The row in `storedFiles` goes first, which the database refuses while another transaction names it.
 */
import { partsOf } from '../database/parts.ts';
import { isRefusedReference } from '../database/problem.ts';
import type { Db } from '../database/schema.ts';
import type { FileStore } from './file-store.ts';

/** @param before ISO 8601: younger ones may be about to be named @param signal ends it early @returns how many */
export async function collectFiles(
  db: Db,
  files: FileStore,
  { before, signal }: { before: string; signal?: AbortSignal },
): Promise<number> {
  let count = 0;
  for await (const [after, upTo] of partsOf(db, 'storedFiles', 'name', signal)) {
    const unnamed = await db
      .selectFrom('storedFiles')
      .select('name')
      .where('name', '>', after)
      .where('name', '<=', upTo)
      .where('writtenAt', '<', before)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('files').select('id').whereRef('storedAs', '=', 'storedFiles.name'))),
      )
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('images').select('id').whereRef('storedAs', '=', 'storedFiles.name'))),
      )
      .execute();
    for (const { name } of unnamed) {
      if (signal?.aborted) return count;
      count += await collectFile(db, files, name);
    }
  }
  return count;
}

/** @returns 1, or 0 if a row names it since it was found */
async function collectFile(db: Db, files: FileStore, name: string): Promise<number> {
  try {
    await db.transaction().execute((tx) => files.doom(tx, [name]));
    return 1;
  } catch (error) {
    if (!isRefusedReference(error)) throw error;
    return 0;
  }
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
