/** What every feature uses: mails to be sent, repeated submissions, counted attempts. */

export interface OutboxTable {
  id: string;
  /** What the mail is about: `contact`, `newsletter`, `application`, `account`, `referral`, `moderation`. */
  topic: string;
  /** Id of the row that it tells about. */
  topicId: string;
  /** Stable over every attempt, so that a mail that arrives twice is recognised. */
  messageId: string;
  /** Emptied once the mail is sent, like all fields below up to the attachment: the rest says nothing about anybody. */
  recipient: string;
  replyTo: string | null;
  subject: string;
  /** Links in it may be as good as a password. */
  text: string;
  /** The same as a page, if the mail has one of its own; otherwise it is made from the text. */
  html: string | null;
  /** Address that unsubscribes with one POST (RFC 8058). */
  unsubscribeUrl: string | null;
  /** A stored file that goes with it. */
  attachmentId: string | null;
  state: 'pending' | 'sent' | 'dead';
  /** Attempts begun. Also the fencing token of a lease: a worker that was overtaken changes nothing. */
  attempts: number;
  /** When the next attempt may begin. A lease pushes it into the future. */
  nextAttemptAt: string;
  lastError: string | null;
  createdAt: string;
  /** When it was sent or given up. */
  finishedAt: string | null;
  /** When an administrator last made it due again. */
  revivedAt: string | null;
  /** Which trace it belongs to, as W3C writes it; null without traces. */
  traceparent: string | null;
}

interface IdempotencyKeysTable {
  key: string;
  /** Hash of the request that used the key first. */
  requestHash: string;
  /** JSON of the answer that it got. */
  answer: string;
  createdAt: string;
}

/** When something was tried, for limits that all instances share. */
interface AttemptsTable {
  /** Hash of what is counted. */
  key: string;
  /** JSON array of milliseconds since 1970, oldest first. */
  times: string;
  lastAt: string;
}

export interface GroundTables {
  outbox: OutboxTable;
  idempotencyKeys: IdempotencyKeysTable;
  attempts: AttemptsTable;
}
