/** Files that belong to something that is stored: CVs. */
import type { Db } from './schema.ts';

export interface StoredFile {
  name: string;
  mediaType: string;
  content: Uint8Array;
}

/** Stores a file under an id that the caller has made. */
export async function insertFile(
  db: Db,
  { id, name, mediaType, content, createdAt }: StoredFile & { id: string; createdAt: string },
): Promise<void> {
  await db
    .insertInto('files')
    .values({ id, name, media_type: mediaType, size: content.length, content, created_at: createdAt })
    .execute();
}

export async function findFile(db: Db, id: string): Promise<StoredFile | undefined> {
  const row = await db
    .selectFrom('files')
    .select(['name', 'media_type', 'content'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { name: row.name, mediaType: row.media_type, content: row.content };
}
