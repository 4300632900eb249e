/** CVs and images in object storage, on their way into a backup and back. Those in the database are rows. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { counted } from 'shared/rules/counted';
import type { Db } from '../../database/schema.ts';
import { Bucket } from '../../files/bucket.ts';
import { sha256Of } from '../../files/file-store.ts';
import { AdminError } from '../admin-error.ts';
import type { BackupFolder } from './backup-folder.ts';
import { damaged, type Manifest } from './manifest.ts';
import { tablesOf } from './tables.ts';

const fileOf = (name: string): string => `files/${name}`;

/** Names of the files in object storage; none if the schema predates it. */
export async function objectsIn(snapshot: Db): Promise<string[]> {
  const tables = await tablesOf(snapshot);
  if (!tables.some(({ name }) => name === 'stored_files')) return [];
  const rows = await snapshot.selectFrom('storedFiles').select('name').where('place', '=', 'bucket').execute();
  return rows.map(({ name }) => name);
}

/** Names of the keys that files are encrypted with; none if the schema predates encryption. */
export async function keysIn(snapshot: Db): Promise<string[]> {
  const table = (await tablesOf(snapshot)).find(({ name }) => name === 'stored_files');
  if (!table?.columns.some(({ name }) => name === 'key_name')) return [];
  const rows = await snapshot.selectFrom('storedFiles').select('keyName').distinct().orderBy('keyName').execute();
  return rows.flatMap(({ keyName }) => keyName ?? []);
}

/** @returns files that are not there, one sentence each @throws AdminError without object storage */
export async function backUpObjects(names: string[], url: string | undefined, backup: BackupFolder): Promise<string[]> {
  if (names.length === 0) return [];
  if (url === undefined)
    throw new AdminError(`FILES_STORE is not set, but object storage has ${counted(names.length, 'file')}.`);
  const bucket = new Bucket(url);
  const leftOut: string[] = [];
  for (const name of names) {
    const bytes = await bucket.get(name);
    if (bytes) await backup.writeBytes(fileOf(name), bytes);
    else leftOut.push(missing(name));
  }
  return leftOut;
}

const missing = (name: string): string => `The file ${name} is left out: it has just been deleted, or is lost.`;

/**
 * Puts the files of a backup where the rows say they belong, or into the database if there is no object storage. Runs
 * within the transaction that loaded the rows.
 * @returns a function that removes the objects again
 * @throws AdminError naming a file that is missing, or is not the one that a row names
 */
export async function placeObjects(
  tx: Db,
  folder: string,
  { files, leftOut }: Manifest,
  url?: string,
): Promise<() => Promise<void>> {
  const bucket = url === undefined ? undefined : new Bucket(url);
  const placed: string[] = [];
  const takeBack = async () => {
    for (const name of placed) await bucket?.delete(name);
  };
  // The bytes of files that were being moved were still in the database.
  await tx.updateTable('storedFiles').set({ place: 'database' }).where('place', '=', 'moving').execute();
  if (!bucket) await tx.deleteFrom('doomedFiles').execute();
  const inBucket = tx.selectFrom('storedFiles').selectAll().where('place', '=', 'bucket');
  const rows = await inBucket.orderBy('name').execute();
  try {
    for (const { name, mediaType, sha256 } of rows) {
      if (leftOut.includes(missing(name))) continue;
      if (!files[fileOf(name)]) throw damaged(folder, `a row names the file ${name}, which is missing`);
      const bytes = await readFile(join(folder, fileOf(name)));
      if (sha256Of(bytes) !== sha256) throw damaged(folder, `${fileOf(name)} is not the file that its row names`);
      if (!bucket) {
        await tx.updateTable('storedFiles').set({ place: 'database' }).where('name', '=', name).execute();
        await tx.insertInto('fileContents').values({ name, content: bytes }).execute();
      } else if ((await bucket.get(name)) === undefined) {
        placed.push(name);
        await bucket.put(name, bytes, mediaType);
      }
    }
  } catch (error) {
    await takeBack();
    throw error;
  }
  return takeBack;
}
