import type { Application } from 'shared/rules/careers/application-form';
import type { Db } from '../../database/schema.ts';
import { deleteFile } from '../../files/attachment.ts';
import type { FileStore } from '../../files/file-store.ts';

interface NewApplication {
  id: string;
  application: Application;
  /** Id of the stored file. */
  cvId: string;
  createdAt: string;
}

/** Stores an application under an id that the caller has made. */
export async function insertApplication(db: Db, { id, application, cvId, createdAt }: NewApplication): Promise<void> {
  await db
    .insertInto('applications')
    .values({
      id,
      ...application,
      cvId,
      createdAt,
    })
    .execute();
}

/** Deletes an application with its CV. @returns names of its files, for {@link FileStore.sweep} */
export async function deleteApplication(tx: Db, files: FileStore, id: string): Promise<string[]> {
  const deleted = await tx.deleteFrom('applications').where('id', '=', id).returning('cvId').executeTakeFirst();
  return deleted ? await deleteFile(tx, files, deleted.cvId) : [];
}
