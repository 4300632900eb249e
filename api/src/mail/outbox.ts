/** Mails to be sent. A row is written in the transaction that it reports; the worker leases, sends and settles it. */
import type { Selectable } from 'kysely';
import { compiledOnce } from '../database/compiled-once.ts';
import { lockingFreeRows } from '../database/locks.ts';
import type { Db } from '../database/schema.ts';
import type { OutboxTable } from '../database/tables/ground.ts';
import { traceHeaders } from 'shared/node/telemetry/tracing';
import { countWithin } from '../database/attempts.ts';
import { type MailCause, mailLimits } from './limits.ts';

/** How long a worker has a mail to itself. */
export const LEASE_MS = 120_000;

export type OutboxMail = Selectable<OutboxTable>;

export interface NewMail {
  id: string;
  /** Who can cause it, which decides how many of them one mailbox gets. */
  cause: MailCause;
  topic: string;
  topicId: string;
  messageId: string;
  recipient: string;
  replyTo: string | null;
  subject: string;
  text: string;
  /** The same as a page. */
  html?: string;
  /** Address that unsubscribes with one POST (RFC 8058). */
  unsubscribeUrl?: string;
  /** Id of a stored file that goes with it. */
  attachmentId?: string;
  createdAt: string;
}

/** A mail with the attempt that was begun: settling it changes nothing if a later attempt has begun since. */
type Lease = Pick<OutboxMail, 'id' | 'attempts'>;

/**
 * Call it within the transaction that the mail tells about.
 * @returns whether it will be sent: a mailbox that got as many mails as strangers may cause gets no more for a while
 */
export async function insertMail(tx: Db, mail: NewMail): Promise<boolean> {
  if ((await countWithin(tx, mailLimits(mail.cause, mail.recipient), Date.parse(mail.createdAt))) > 0) return false;
  const { html = null, unsubscribeUrl = null, attachmentId = null } = mail;
  const traceparent = traceHeaders()['traceparent'] ?? null;
  await insertRow(tx, { ...mail, html, unsubscribeUrl, attachmentId, traceparent });
  return true;
}

type PendingMail = Pick<OutboxMail, 'html' | 'unsubscribeUrl' | 'attachmentId' | 'traceparent'> &
  Omit<NewMail, 'cause' | 'html' | 'unsubscribeUrl' | 'attachmentId'>;

const insertRow = compiledOnce((db, mail: PendingMail) =>
  db.insertInto('outbox').values({
    id: mail.id,
    topic: mail.topic,
    topicId: mail.topicId,
    messageId: mail.messageId,
    recipient: mail.recipient,
    replyTo: mail.replyTo,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    unsubscribeUrl: mail.unsubscribeUrl,
    attachmentId: mail.attachmentId,
    state: 'pending',
    attempts: 0,
    nextAttemptAt: mail.createdAt,
    createdAt: mail.createdAt,
    traceparent: mail.traceparent,
  }),
);

/** Deletes the mails about something, sent or not. @returns their ids: some may be kept as files */
export async function deleteMailsAbout(db: Db, topicId: string): Promise<string[]> {
  const deleted = await db.deleteFrom('outbox').where('topicId', '=', topicId).returning('id').execute();
  return deleted.map(({ id }) => id);
}

/** Deletes the mails to an address about one thing that were not sent yet: those that were have no address any more. */
export async function deleteMailsTo(db: Db, { topic, recipient }: { topic: string; recipient: string }): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where('topic', '=', topic)
    .where('recipient', '=', recipient)
    .where('state', '<>', 'sent')
    .execute();
}

/** Deletes mails about something that were not sent yet. @returns their ids */
export async function deleteWaitingMails(db: Db, mail: { topic: string; topicId: string }): Promise<string[]> {
  const deleted = await db
    .deleteFrom('outbox')
    .where('topic', '=', mail.topic)
    .where('topicId', '=', mail.topicId)
    .where('state', '<>', 'sent')
    .returning('id')
    .execute();
  return deleted.map(({ id }) => id);
}

/** Topic of what visitors write to the company. */
export const CONTACT_TOPIC = 'contact';

/** Topic of the issues of the newsletter, which come by the thousand. */
export const ISSUE_TOPIC = 'newsletter-issue';

/** Of the mails that are taken, this share became due last. */
const NEWEST = 0.4;
/** The search covers this many: more than the mails of an issue that become due while some are being sent. */
const LOOKED_AT = 1_000;

/**
 * Takes up to `limit` mails that are due: those that have waited longest, and some that became due last, since a link
 * that works for minutes must not wait until an outage's thousands, or an issue of the newsletter, have been sent.
 * No other worker gets them before `until`; after that they are due again, so that what a killed worker held is sent by
 * the next one.
 */
export async function leaseMails(
  db: Db,
  { now, until, limit }: { now: string; until: string; limit: number },
): Promise<OutboxMail[]> {
  const newest = Math.floor(limit * NEWEST);
  return (await lease(db, { now, until, newest, limit })).rows;
}

const lease = compiledOnce((db, of: { now: string; until: string; newest: number; limit: number }) => {
  const due = (order: 'asc' | 'desc', limit: number) =>
    db
      .selectFrom('outbox')
      .select('id')
      .where('state', '=', 'pending')
      .where('nextAttemptAt', '<=', of.now)
      .orderBy('nextAttemptAt', order)
      .limit(limit);
  const others = due('desc', of.newest).where('topic', '<>', ISSUE_TOPIC).where('id', 'in', due('desc', LOOKED_AT));
  // Workers pass over each other's rows instead of waiting; SQLite runs one statement at a time. One behind the other,
  // because PostgreSQL locks no rows of a union.
  const newest = db.selectFrom(others.$call(lockingFreeRows(db)).as('newest')).select('id');
  const oldest = db.selectFrom(due('asc', of.limit).$call(lockingFreeRows(db)).as('oldest')).select('id');
  const taken = db.selectFrom(newest.unionAll(oldest).as('due')).select('id').limit(of.limit);
  // Materialized: PostgreSQL may look again for each mail otherwise, pass over those that it has taken, and take more.
  return db
    .with(
      (name) => name('taken').materialized(),
      () => taken,
    )
    .updateTable('outbox')
    .set((row) => ({ attempts: row('attempts', '+', 1), nextAttemptAt: of.until }))
    .where('id', 'in', (row) => row.selectFrom('taken').select('taken.id'))
    .returningAll();
});

/**
 * Marks it as sent, whatever has happened to the lease: a mail that was accepted must not be sent again. What it
 * said, and to whom, is erased: no one needs to know that any more.
 * @returns false if it was deleted while it was being sent
 */
export async function markSent(db: Db, id: string, now: string): Promise<boolean> {
  const { numAffectedRows } = await settleSent(db, { id, now });
  return numAffectedRows! > 0n;
}

const erased = {
  recipient: '',
  replyTo: null,
  subject: '',
  text: '',
  html: null,
  unsubscribeUrl: null,
  attachmentId: null,
};

const settleSent = compiledOnce((db, mail: { id: string; now: string }) =>
  db
    .updateTable('outbox')
    .set({ state: 'sent', finishedAt: mail.now, lastError: null, ...erased })
    .where('id', '=', mail.id),
);

/** Gives the mail up. It stays visible and can be sent again. */
export async function markDead(db: Db, lease: Lease, failure: { now: string; error: string }): Promise<void> {
  await settle(db, lease).set({ state: 'dead', finishedAt: failure.now, lastError: failure.error }).execute();
}

export async function postpone(db: Db, lease: Lease, failure: { nextAttemptAt: string; error: string }): Promise<void> {
  await settle(db, lease).set({ nextAttemptAt: failure.nextAttemptAt, lastError: failure.error }).execute();
}

/** Returns a mail whose attempt did not begin. */
export async function release(db: Db, lease: Lease, now: string): Promise<void> {
  await settle(db, lease)
    .set({ nextAttemptAt: now, attempts: lease.attempts - 1 })
    .execute();
}

function settle(db: Db, { id, attempts }: Lease) {
  return db.updateTable('outbox').where('id', '=', id).where('attempts', '=', attempts).where('state', '=', 'pending');
}

/** How many mails wait or were given up, and since when the oldest one waits, ISO 8601. */
export async function outboxState(db: Db): Promise<{ pending: number; dead: number; oldest: string | undefined }> {
  // Apart, since each has an index of its own.
  const of = (state: OutboxMail['state']) =>
    db
      .selectFrom('outbox')
      .select((row) => row.fn.countAll<number>().as('mails'))
      .where('state', '=', state);
  const pending = await of('pending')
    .select((row) => row.fn.min('createdAt').as('oldest'))
    .executeTakeFirstOrThrow();
  const dead = await of('dead').executeTakeFirstOrThrow();
  return { pending: Number(pending.mails), dead: Number(dead.mails), oldest: pending.oldest ?? undefined };
}

/** Makes dead mails due again, as if they were new: the given one, or all. @returns how many */
export async function revive(db: Db, now: string, id?: string): Promise<number> {
  const result = await db
    .updateTable('outbox')
    .set({ state: 'pending', attempts: 0, nextAttemptAt: now, finishedAt: null, revivedAt: now })
    .where('state', '=', 'dead')
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}
