/** A contact message and the mail that tells about it are stored together or not at all. */
import { createHash, randomUUID } from 'node:crypto';
import { type ContactMessage, type ContactReceipt, IDEMPOTENCY_HEADER } from 'shared/contracts/contact';
import { checkContact, trimContact } from 'shared/rules/contact';
import { IDEMPOTENCY_KEY_MAX } from 'shared/rules/limits';
import type { Db } from '../database/schema.ts';
import { insertContactMessage } from '../repositories/contact-messages.ts';
import { claimKey, forgetKeysBefore } from '../repositories/idempotency-keys.ts';
import { insertMail } from '../repositories/outbox.ts';
import { contactMail } from './contact-mail.ts';
import { fieldsRefused, ProblemError } from './problem.ts';

/** How long a key is remembered, in milliseconds. */
const KEY_LIFETIME = 24 * 60 * 60 * 1000;

interface ContactDependencies {
  db: Db;
  contactTo: string;
  /** Domain of the mails' Message-ID. */
  mailDomain: string;
  /** Called after the commit. */
  wakeOutbox: () => void;
}

/**
 * Accepts a message.
 * @param idempotencyKey the same key with the same message gives the first receipt again and stores nothing
 * @throws ProblemError for a message that the rules refuse, and for a key that was used for another message
 */
export async function receiveContact(
  { db, contactTo, mailDomain, wakeOutbox }: ContactDependencies,
  values: ContactMessage,
  idempotencyKey?: string,
): Promise<ContactReceipt> {
  const problems = checkContact(values);
  if (problems.length > 0) throw fieldsRefused(problems);
  const message = trimContact(values);
  const now = Date.now();
  const createdAt = new Date(now).toISOString();
  const receipt: ContactReceipt = { id: randomUUID() };

  const earlier = await db.transaction().execute(async (tx) => {
    if (idempotencyKey !== undefined) {
      await forgetKeysBefore(tx, new Date(now - KEY_LIFETIME).toISOString());
      const use = { key: checkKey(idempotencyKey), requestHash: hashOf(message), answer: JSON.stringify(receipt), createdAt };
      const first = await claimKey(tx, use);
      if (first && first.requestHash !== use.requestHash) throw keyReused();
      if (first) return JSON.parse(first.answer) as ContactReceipt;
    }
    await insertContactMessage(tx, { id: receipt.id, message, createdAt });
    await insertMail(tx, contactMail({ id: receipt.id, message, createdAt, contactTo, mailDomain }));
    return undefined;
  });
  if (earlier) return earlier;
  wakeOutbox();
  return receipt;
}

function hashOf(message: ContactMessage): string {
  return createHash('sha256').update(JSON.stringify(message)).digest('base64url');
}

function checkKey(key: string): string {
  if (/^[\x21-\x7e]+$/.test(key) && key.length <= IDEMPOTENCY_KEY_MAX) return `contact:${key}`;
  throw new ProblemError({
    status: 400,
    code: 'malformed-request',
    detail: `The header ${IDEMPOTENCY_HEADER} takes 1 to ${IDEMPOTENCY_KEY_MAX} visible ASCII characters without spaces.`,
  });
}

function keyReused(): ProblemError {
  return new ProblemError({
    status: 422,
    code: 'idempotency-key-reused',
    detail: 'Another message was sent with the same idempotency key. Send this one with a key of its own.',
  });
}
