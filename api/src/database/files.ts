/** Files that belong to something that is stored: CVs. */
import type { Db } from './schema.ts';

export interface StoredFile {
  name: string;
  mediaType: string;
  content: Uint8Array;
}

/** Stores a file under an id that the caller has made. */
export async function insertFile(db: Db, file: StoredFile & { id: string; createdAt: string }): Promise<void> {
  await db
    .insertInto('files')
    .values({ ...file, size: file.content.length })
    .execute();
}

export async function findFile(db: Db, id: string): Promise<StoredFile | undefined> {
  return await db.selectFrom('files').select(['name', 'mediaType', 'content']).where('id', '=', id).executeTakeFirst();
}
