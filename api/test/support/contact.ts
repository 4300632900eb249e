/** Contact messages for tests. */
import { randomUUID } from 'node:crypto';
import type { ContactMessage } from 'shared/rules/contact/contact-form';
import type { Db } from '../../src/database/schema.ts';
import { insertContactMessage } from '../../src/features/contact/repository.ts';

export const goodMessage: ContactMessage = {
  fullName: 'Ada Obi',
  email: 'ada@example.com',
  phone: '08031234567',
  subject: 'Obi Foods',
  message: 'We sell groceries.\nCan you build us a shop?',
};

/** Stores a message without going through the API. @returns its id */
export async function storeMessage(db: Db, message = goodMessage.message): Promise<string> {
  const id = randomUUID();
  await insertContactMessage(db, { id, message: { ...goodMessage, message }, createdAt: new Date().toISOString() });
  return id;
}

/** Ids of the stored messages, and those of them that have no mail in the outbox. */
export async function storedMessages(db: Db): Promise<{ ids: string[]; withoutMail: string[] }> {
  const rows = await db
    .selectFrom('contactMessages')
    .leftJoin('outbox', (join) =>
      join.onRef('outbox.topicId', '=', 'contactMessages.id').on('outbox.topic', '=', 'contact'),
    )
    .select(['contactMessages.id', 'outbox.id as mail'])
    .execute();
  return { ids: rows.map(({ id }) => id), withoutMail: rows.filter(({ mail }) => mail === null).map(({ id }) => id) };
}
