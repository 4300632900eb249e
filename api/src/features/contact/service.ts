/** A contact message and the mail that tells about it are stored together or not at all. */
import { randomUUIDv7 } from 'node:crypto';
import type { ContactReceipt } from 'shared/contracts/contact';
import { checkContact } from 'shared/rules/contact/contact';
import { contactForm, type ContactMessage } from 'shared/rules/contact/contact-form';
import { trimForm } from 'shared/rules/form';
import { insertContactMessage } from './repository.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { contactMail } from './mails.ts';
import { once } from '../../database/idempotency.ts';
import { fieldsRefused } from '../../problem.ts';

export interface ContactDependencies {
  mailer: Mailer;
  /** Who at the company gets the messages. */
  contactTo: string;
}

/**
 * Accepts a message.
 * @param key the same key with the same message gives the first receipt again and stores nothing
 * @throws ProblemError for a message that the rules refuse, and for a key that was used for another message
 */
export async function receiveContact(
  { mailer, contactTo }: ContactDependencies,
  values: ContactMessage,
  key?: string,
): Promise<ContactReceipt> {
  const problems = checkContact(values);
  if (problems.length > 0) throw fieldsRefused(problems);
  const message = trimForm(contactForm, values);
  return await mailer.transaction((tx) =>
    once(tx, { scope: 'contact', key, content: message }, async () => {
      const [id, createdAt] = [randomUUIDv7(), new Date().toISOString()];
      await insertContactMessage(tx, { id, message, createdAt });
      await mailer.write(tx, contactMail({ id, message, createdAt, contactTo }), createdAt);
      return { id };
    }),
  );
}
