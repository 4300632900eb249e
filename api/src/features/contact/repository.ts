import type { ContactMessage } from 'shared/rules/contact/contact-form';
import type { Db } from '../../database/schema.ts';

/** Stores a contact message under an id that the caller has made. */
export async function insertContactMessage(
  db: Db,
  { id, message, createdAt }: { id: string; message: ContactMessage; createdAt: string },
): Promise<void> {
  await db
    .insertInto('contactMessages')
    .values({
      id,
      ...message,
      createdAt,
    })
    .execute();
}
