/** Encrypts CVs with the key in use now while the site runs. It may be interrupted at any time and run again. */
import { randomUUID } from 'node:crypto';
import type { Db } from '../database/schema.ts';
import { CVS } from './cv-keys.ts';
import type { FileStore } from './file-store.ts';
import { LostFiles } from './lost-files.ts';

/**
 * Each file is stored again under a new name, as a new one would be; then its row names that, and the former file is
 * deleted. What an interrupted run leaves behind is collected.
 * @param stores `from` reads what is stored; `to` writes with the key `keyName`, or without one
 * @returns how many
 * @throws FileStoreError; what was done stays done, and a file that is lost keeps none of the others from it
 */
export async function encryptCvs(
  db: Db,
  stores: { from: FileStore; to: FileStore },
  keyName: string | null,
): Promise<number> {
  const lost = new LostFiles();
  let count = 0;
  for (let after = ''; ; ) {
    const row = await db
      .selectFrom('files')
      .innerJoin('storedFiles', 'storedFiles.name', 'files.storedAs')
      .select(['files.id', 'storedFiles.name', 'storedFiles.keyName'])
      .where('files.id', '>', after)
      .orderBy('files.id')
      .limit(1)
      .executeTakeFirst();
    if (!row) break;
    after = row.id;
    if (row.keyName !== keyName && (await lost.unlessLost(() => storeAgain(db, stores, row)))) count += 1;
  }
  lost.report(keyName === null ? 'decrypted' : 'encrypted');
  return count;
}

/** @returns false when it has been deleted since */
async function storeAgain(
  db: Db,
  { from, to }: { from: FileStore; to: FileStore },
  { id, name }: { id: string; name: string },
): Promise<boolean> {
  const file = await from.get(name);
  if (!file) return false;
  const newName = `${CVS}${randomUUID()}`;
  await to.put(newName, file.bytes, file.type);
  const isNamed = await to.unlessNamed(newName, () =>
    db.transaction().execute(async (tx) => {
      await to.claim(tx, newName);
      const { numUpdatedRows } = await tx
        .updateTable('files')
        .set({ storedAs: newName })
        .where('id', '=', id)
        .where('storedAs', '=', name)
        .executeTakeFirst();
      if (numUpdatedRows > 0n) await to.doom(tx, [name]);
      return numUpdatedRows > 0n;
    }),
  );
  if (isNamed) await to.sweep([name]);
  return isNamed;
}
