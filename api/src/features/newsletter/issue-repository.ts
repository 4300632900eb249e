/** Issues of the newsletter, and who got which. */
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { kindOf } from '../../database/kind.ts';
import { lockingRows } from '../../database/locks.ts';
import type { Db, Schema } from '../../database/schema.ts';
import { ISSUE_TOPIC } from '../../mail/outbox.ts';
import { IssueError } from './issue-document.ts';
import type { Subscriber } from './repository.ts';

export type Issue = Selectable<Schema['newsletterIssues']>;

export interface Delivery {
  issueId: number;
  subscriberId: string;
  mailId: string;
  tokenHash: string;
}

/** How far an issue has got, in subscribers. */
export interface IssueCounts {
  /** Written to the outbox and not sent yet. */
  waiting: number;
  sent: number;
  /** Given up, since mail servers refused it or could not be reached for days. */
  refused: number;
  /** Who unsubscribed by a link of this issue. */
  unsubscribed: number;
}

export async function insertIssue(db: Db, issue: { subject: string; markdown: string; now: string }): Promise<number> {
  const { subject, markdown, now } = issue;
  const { id } = await db
    .insertInto('newsletterIssues')
    .values({ subject, markdown, state: 'draft', createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function findIssue(db: Db, id: number): Promise<Issue | undefined> {
  return await db.selectFrom('newsletterIssues').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Newest first. */
export async function listIssues(db: Db): Promise<Issue[]> {
  return await db.selectFrom('newsletterIssues').selectAll().orderBy('id', 'desc').execute();
}

/** @returns false if there is no such draft */
export async function deleteDraft(db: Db, id: number): Promise<boolean> {
  const result = await db
    .deleteFrom('newsletterIssues')
    .where('id', '=', id)
    .where('state', '=', 'draft')
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/**
 * Locks the issue: until the transaction ends, nothing else changes or sends it.
 * @throws IssueError if it has been deleted
 */
export async function setState(tx: Db, id: number, state: Issue['state'], now: string): Promise<Issue> {
  return await tx
    .updateTable('newsletterIssues')
    .set((row) => ({ state, startedAt: row.fn.coalesce('startedAt', row.val(now)) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow(() => new IssueError(`Issue ${id} has been deleted.`));
}

/** The same for one that is being sent. @returns nothing if it has been stopped */
export async function keepSending(tx: Db, id: number): Promise<Issue | undefined> {
  return await tx
    .updateTable('newsletterIssues')
    .set({ state: 'sending' })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .returningAll()
    .executeTakeFirst();
}

export async function setNextDue(tx: Db, id: number, nextDueAt: string): Promise<void> {
  await tx.updateTable('newsletterIssues').set({ nextDueAt }).where('id', '=', id).execute();
}

/** A part of those that an issue is about, in order of their subscribers' ids: each part would else pass all before. */
interface Part {
  /** Id of the last subscriber of the part before. */
  after: string;
  limit: number;
}

/** Confirmed subscribers who have not got the issue. Unsubscribing waits until the transaction ends. */
export async function subscribersWithout(tx: Db, issueId: number, { after, limit }: Part): Promise<Subscriber[]> {
  return await withoutIssue(tx, issueId)
    .select(['subscribers.id', 'subscribers.email', 'subscribers.state'])
    .where('subscribers.id', '>', after)
    .orderBy('subscribers.id')
    .limit(limit)
    // SQLite has one writer at a time anyway.
    .$if(kindOf(tx) === 'postgres', (query) => query.forNoKeyUpdate('subscribers'))
    .execute();
}

/** @param confirmedBy leaves out who subscribed after it */
export async function countWithout(db: Db, issueId: number, confirmedBy?: string | null): Promise<number> {
  const { count } = await withoutIssue(db, issueId)
    .select((row) => row.fn.countAll().as('count'))
    .$if(typeof confirmedBy === 'string', (query) => query.where('subscribers.confirmedAt', '<=', confirmedBy!))
    .executeTakeFirstOrThrow();
  return Number(count);
}

const withoutIssue = (db: Db, issueId: number) =>
  db
    .selectFrom('subscribers')
    .leftJoin('newsletterDeliveries as delivery', (join) =>
      join.onRef('delivery.subscriberId', '=', 'subscribers.id').on('delivery.issueId', '=', issueId),
    )
    .where('subscribers.state', '=', 'confirmed')
    .where('delivery.issueId', 'is', null);

export async function insertDelivery(tx: Db, delivery: Delivery): Promise<void> {
  await tx.insertInto('newsletterDeliveries').values(delivery).execute();
}

/** Deletes the deliveries of mails that were taken back before they were sent. */
export async function deleteDeliveries(tx: Db, mailIds: string[]): Promise<void> {
  if (mailIds.length > 0) await tx.deleteFrom('newsletterDeliveries').where('mailId', 'in', mailIds).execute();
}

/**
 * Takes back mails of an issue that have not been tried yet; workers may begin to send some of them meanwhile.
 * @returns how many, and the last subscriber of this part; nothing if there are none left
 */
export async function withdrawIssue(
  tx: Db,
  issueId: number,
  { after, limit }: Part,
): Promise<{ count: number; last: string } | undefined> {
  const waiting = await untried(tx)
    .select(['mail.id', 'subscriberId'])
    .where('issueId', '=', issueId)
    .where('subscriberId', '>', after)
    .orderBy('subscriberId')
    .limit(limit)
    .execute();
  const ids = waiting.map(({ id }) => id);
  const last = waiting.at(-1)?.subscriberId;
  if (last === undefined) return undefined;
  const deleted = await tx
    .deleteFrom('outbox')
    .where('id', 'in', ids)
    .where('state', '=', 'pending')
    .where('attempts', '=', 0)
    .where('revivedAt', 'is', null)
    .returning('id')
    .execute();
  await deleteDeliveries(
    tx,
    deleted.map(({ id }) => id),
  );
  return { count: deleted.length, last };
}

/**
 * Makes issues due at `now` whose next mail would be sent only after `latest`, all mails in their order and at their
 * rate. There is one in each minute, unless they were written while the clock was ahead.
 */
export async function endOverlongIssueWaits(db: Db, { now, latest }: { now: string; latest: string }): Promise<void> {
  // All mails of an issue are due before that.
  const late = await db.selectFrom('newsletterIssues').select('id').where('nextDueAt', '>', latest).execute();
  for (const { id: issueId } of late) {
    if (await hasUntriedBy(db, issueId, latest)) continue;
    await db.transaction().execute(async (tx) => {
      const locked = tx.selectFrom('newsletterIssues').select('id').where('id', '=', issueId);
      await locked.$call(lockingRows(tx)).execute();
      const { next } = await untried(tx)
        .select(({ fn }) => fn.min('mail.nextAttemptAt').as('next'))
        .where('issueId', '=', issueId)
        .executeTakeFirstOrThrow();
      if (next === null || next <= latest) return;
      const seconds = (Date.parse(next) - Date.parse(now)) / 1_000;
      const earlier = (column: string) => earlierBy(tx, column, seconds);
      await tx
        .updateTable('outbox')
        .set({ nextAttemptAt: earlier('next_attempt_at'), createdAt: earlier('created_at') })
        .where('id', 'in', untried(tx).select('mail.id').where('issueId', '=', issueId))
        .execute();
      await tx
        .updateTable('newsletterIssues')
        .set({ nextDueAt: earlier('next_due_at') })
        .where('id', '=', issueId)
        .execute();
    });
  }
}

/** Whether a mail of the issue is due at `time`. Looks at those that are due first: nearly always the first is one. */
async function hasUntriedBy(db: Db, issueId: number, time: string): Promise<boolean> {
  const found = await db
    .selectFrom('outbox as mail')
    .select('mail.id')
    .where('mail.state', '=', 'pending')
    .where('mail.nextAttemptAt', '<=', time)
    .where('mail.topic', '=', ISSUE_TOPIC)
    .where('mail.attempts', '=', 0)
    .where('mail.revivedAt', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('newsletterDeliveries')
          .select('mailId')
          .whereRef('mailId', '=', 'mail.id')
          .where('issueId', '=', issueId),
      ),
    )
    .orderBy('mail.nextAttemptAt')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** A time in a column, in the same form. */
function earlierBy(db: Db, column: string, seconds: number): RawBuilder<string> {
  return kindOf(db) === 'sqlite'
    ? sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${sql.ref(column)}, ${`-${seconds} seconds`})`
    : sql`to_char(
        (${sql.ref(column)}::timestamptz - make_interval(secs => ${seconds})) at time zone 'UTC',
        'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** Mails of issues that have not been tried yet. */
const untried = (db: Db) =>
  db
    .selectFrom('newsletterDeliveries as delivery')
    .innerJoin('outbox as mail', 'mail.id', 'delivery.mailId')
    .where('mail.state', '=', 'pending')
    .where('mail.attempts', '=', 0)
    .where('mail.revivedAt', 'is', null);

export async function markUnsubscribedBy(tx: Db, tokenHash: string, now: string): Promise<void> {
  await tx
    .updateTable('newsletterDeliveries')
    .set({ unsubscribedAt: now })
    .where('tokenHash', '=', tokenHash)
    .where('unsubscribedAt', 'is', null)
    .execute();
}

/** Remembers which mails were given up, before the outbox forgets them. */
export async function noteRefused(db: Db, now: string): Promise<void> {
  const dead = db.selectFrom('outbox').select('id').where('topic', '=', ISSUE_TOPIC).where('state', '=', 'dead');
  await db
    .updateTable('newsletterDeliveries')
    .set({ refusedAt: now })
    .where('refusedAt', 'is', null)
    .where('mailId', 'in', dead)
    .execute();
  // An administrator sent it again.
  const alive = db
    .selectFrom('outbox')
    .select('id')
    .where('topic', '=', ISSUE_TOPIC)
    .where('state', '<>', 'dead')
    .where('revivedAt', 'is not', null);
  await db
    .updateTable('newsletterDeliveries')
    .set({ refusedAt: null })
    .where('refusedAt', 'is not', null)
    .where('mailId', 'in', alive)
    .execute();
}

export async function countsOf(db: Db, issueId: number): Promise<IssueCounts> {
  const counts = await db
    .selectFrom('newsletterDeliveries as delivery')
    .leftJoin('outbox as mail', 'mail.id', 'delivery.mailId')
    .select(({ fn }) => [
      fn.countAll().as('all'),
      fn.count('delivery.refusedAt').as('refused'),
      fn.count('delivery.unsubscribedAt').as('unsubscribed'),
      fn.countAll().filterWhere('mail.state', '=', 'pending').as('waiting'),
    ])
    .where('delivery.issueId', '=', issueId)
    .executeTakeFirstOrThrow();
  const [all, refused, unsubscribed, waiting] = [counts.all, counts.refused, counts.unsubscribed, counts.waiting].map(
    Number,
  ) as [number, number, number, number];
  return { waiting, refused, unsubscribed, sent: all - refused - waiting };
}
