/** A stored file as it is handed on: attached to a mail, or written into a folder. */
import { deleteFileRow, findFile } from '../database/files.ts';
import type { Db } from '../database/schema.ts';
import type { FileStore } from './file-store.ts';

export interface Attachment {
  name: string;
  mediaType: string;
  content: Uint8Array;
}

/** @returns nothing when it was deleted @throws FileStoreError */
export async function readAttachment(db: Db, files: FileStore, id: string): Promise<Attachment | undefined> {
  const row = await findFile(db, id);
  if (!row) return undefined;
  const stored = await files.get(row.storedAs);
  if (stored) return { name: row.name, mediaType: row.mediaType, content: stored.bytes };
  // Deleted since, or stored under another name by an administrator's command.
  const now = await findFile(db, id);
  return now && now.storedAs !== row.storedAs ? await readAttachment(db, files, id) : undefined;
}

/** Called in the transaction that deletes the owner. @returns names for {@link FileStore.sweep} afterwards */
export async function deleteFile(tx: Db, files: FileStore, id: string): Promise<string[]> {
  const names = await deleteFileRow(tx, id);
  await files.doom(tx, names);
  return names;
}
