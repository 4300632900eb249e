import type { ContactMessage } from 'shared/rules/contact/contact-form';
import { compiledOnce } from '../../database/compiled-once.ts';
import type { Db } from '../../database/schema.ts';
import type { ContactTables } from '../../database/tables/contact.ts';

const insertRow = compiledOnce((db, row: ContactTables['contactMessages']) =>
  db.insertInto('contactMessages').values({
    id: row.id,
    fullName: row.fullName,
    email: row.email,
    phone: row.phone,
    subject: row.subject,
    message: row.message,
    createdAt: row.createdAt,
  }),
);

/** Stores a contact message under an id that the caller has made. */
export async function insertContactMessage(
  db: Db,
  { id, message, createdAt }: { id: string; message: ContactMessage; createdAt: string },
): Promise<void> {
  await insertRow(db, { id, ...message, createdAt });
}
