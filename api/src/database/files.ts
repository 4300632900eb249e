/** Files that belong to something that is stored: CVs. Their bytes are in the file store. */
import type { Db } from './schema.ts';

interface FileRow {
  name: string;
  mediaType: string;
  /** Bytes. */
  size: number;
  /** Its name in the file store. */
  storedAs: string;
}

/** Stores the facts about a file under an id that the caller has made. */
export async function insertFile(db: Db, file: FileRow & { id: string; createdAt: string }): Promise<void> {
  await db.insertInto('files').values(file).execute();
}

export async function findFile(db: Db, id: string): Promise<FileRow | undefined> {
  return await db
    .selectFrom('files')
    .select(['name', 'mediaType', 'size', 'storedAs'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** @returns names in the file store that no row refers to any more */
export async function deleteFileRow(tx: Db, id: string): Promise<string[]> {
  const deleted = await tx.deleteFrom('files').where('id', '=', id).returning('storedAs').execute();
  return deleted.map(({ storedAs }) => storedAs);
}
