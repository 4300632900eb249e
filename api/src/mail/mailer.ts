/** Writes the API's mails. What a mail says is up to its feature; everything else about mails is here. */
import { randomUUIDv7 } from 'node:crypto';
import { company } from 'shared/content/company';
import type { Db } from '../database/schema.ts';
import { withGap } from './mailed-token.ts';
import { insertMail, type NewMail } from './outbox.ts';

const SIGNATURE = [company.name, company.phone.display, company.email.display].join('\n');

/** A mail as a feature writes it. */
export interface Letter extends Pick<NewMail, 'cause' | 'topic' | 'topicId' | 'recipient' | 'subject'> {
  /** Generated if it is not given: a link in the mail may be derived from it. */
  id?: string;
  replyTo?: string;
  /** Signed, unless the company writes to itself. */
  paragraphs: string[];
  /** The whole text, in place of the paragraphs. */
  text?: string;
  /** The same as a page, if it has more to show than paragraphs. */
  html?: string;
  unsubscribeUrl?: string;
  attachmentId?: string;
}

interface MailerOptions {
  db: Db;
  /** Sender of the mails; its domain is that of their Message-IDs. */
  from: string;
  /** Called after a commit that may have written mails. */
  wake: () => void;
}

export class Mailer {
  readonly #db: Db;
  readonly #domain: string;
  readonly #wake: () => void;

  constructor({ db, from, wake }: MailerOptions) {
    this.#db = db;
    this.#domain = from.split('@').at(-1) ?? 'localhost';
    this.#wake = wake;
  }

  /**
   * Runs `work` in one transaction; the mails that it has written are sent when it is committed.
   * @param beforeSending runs between the two
   */
  async transaction<Result>(work: (tx: Db) => Promise<Result>, beforeSending?: () => Promise<void>): Promise<Result> {
    const result = await this.#db.transaction().execute(work);
    await beforeSending?.();
    this.#wake();
    return result;
  }

  /**
   * @param tx the {@link transaction} that the mail tells about
   * @param createdAt ISO 8601
   * @returns whether it will be sent: a mailbox that got as many mails as strangers may cause gets no more for a while
   */
  async write(tx: Db, letter: Letter, createdAt: string): Promise<boolean> {
    const { id = randomUUIDv7(), replyTo = null, paragraphs, text, ...rest } = letter;
    const signed = letter.cause === 'company' ? paragraphs : [...paragraphs, SIGNATURE];
    return await insertMail(tx, {
      ...rest,
      id,
      replyTo,
      messageId: `<${id}@${this.#domain}>`,
      text: withGap(letter.topic, text ?? `${signed.join('\n\n')}\n`),
      createdAt,
    });
  }
}
