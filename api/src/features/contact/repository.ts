import type { ContactMessage } from 'shared/rules/contact-form';
import type { Db } from '../../database/schema.ts';

/** Stores a contact message under an id that the caller has made. */
export async function insertContactMessage(
  db: Db,
  { id, message, createdAt }: { id: string; message: ContactMessage; createdAt: string },
): Promise<void> {
  await db
    .insertInto('contact_messages')
    .values({
      id,
      full_name: message.fullName,
      email: message.email,
      phone: message.phone,
      subject: message.subject,
      message: message.message,
      created_at: createdAt,
    })
    .execute();
}
