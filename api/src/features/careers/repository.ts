import type { Application } from 'shared/rules/application-form';
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
      role: application.role,
      first_name: application.firstName,
      last_name: application.lastName,
      email: application.email,
      phone: application.phone,
      linkedin: application.linkedin,
      about: application.about,
      cv_id: cvId,
      created_at: createdAt,
    })
    .execute();
}
