import type { Application } from 'shared/rules/careers/application-form';
import type { Db } from '../../database/schema.ts';

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
