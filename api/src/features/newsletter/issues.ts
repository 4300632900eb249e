/**
 * Sending the newsletter. An issue goes to every confirmed subscriber once, however often sending it is begun: each
 * recipient is recorded in the transaction that writes the mail. Mails wait in the outbox with the times at which they
 * are due, so that the rate holds whatever becomes of the command.
 */
import { MINUTE_MS } from 'shared/rules/time';
import { randomUUID } from 'node:crypto';
import type { Db } from '../../database/schema.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { issueDocument, IssueError } from './issue-document.ts';
import * as issues from './issue-repository.ts';
import { hashOfToken, randomToken } from '../../mail/mailed-token.ts';
import { issueMail } from './mails.ts';
import { insertToken } from './repository.ts';

/** Mails written in one transaction: others may write in between. */
const BATCH = 50;
const SUBJECT_MAX = 150;
/** As other programs for newsletters mark the place of the link. */
const CUSTOMARY = '{unsubscribe}';

export interface IssueDependencies {
  db: Db;
  mailer: Mailer;
  /** Origin of the links. */
  publicUrl: string;
}

/**
 * Stores an issue, which is not sent yet.
 * @param markdown below the subject, which is the heading
 * @returns its number
 * @throws IssueError for what cannot be shown in a mail
 */
export async function draftIssue(
  { db, publicUrl }: IssueDependencies,
  { subject, markdown }: { subject: string; markdown: string },
): Promise<number> {
  const line = subject.trim();
  if (line === '' || line.length > SUBJECT_MAX || /\p{Cc}/u.test(line))
    throw new IssueError(`The subject must be one line of 1 to ${SUBJECT_MAX} characters.`);
  if (markdown.trim() === '') throw new IssueError('The issue is empty.');
  if (markdown.includes(CUSTOMARY))
    throw new IssueError(`Leave ${CUSTOMARY} out: every mail ends with a link to unsubscribe.`);
  issueDocument({ subject: line, markdown }, publicUrl);
  return await issues.insertIssue(db, { subject: line, markdown, now: new Date().toISOString() });
}

/** One mail with the issue as subscribers would get it; its link to unsubscribe belongs to nobody. */
export async function sendTest(
  { mailer, publicUrl }: IssueDependencies,
  issue: issues.Issue,
  recipient: string,
): Promise<void> {
  const subscriber = { id: randomUUID(), email: recipient, state: 'confirmed' as const };
  const subject = `[Test] ${issue.subject}`;
  const letter = issueMail({ subscriber, token: 'test', publicUrl }, { ...issueDocument(issue, publicUrl), subject });
  await mailer.transaction((tx) => mailer.write(tx, letter, new Date().toISOString()).then(() => {}));
}

/**
 * Writes mails to everybody who has none yet, so it can be run again after a crash, or for new subscribers.
 * @param perMinute how many of them may be sent in a minute
 * @param onBatch called with how many were written so far
 * @returns false if it was stopped before it ended
 * @throws IssueError if it has been deleted
 */
export async function sendIssue(
  { db, mailer, publicUrl }: IssueDependencies,
  issue: issues.Issue,
  { perMinute, onBatch }: { perMinute: number; onBatch?: (written: number) => void },
): Promise<boolean> {
  const document = { ...issueDocument(issue, publicUrl), subject: issue.subject };
  const apartMs = MINUTE_MS / perMinute;
  let written = 0;
  /** The last subscriber who got it in this round. A round from the beginning that finds few is the last one. */
  let after = '';
  for (let isFirst = true; ; isFirst = false) {
    const batch = await db.transaction().execute(async (tx) => {
      const now = new Date();
      // First: from here on no other process sends this issue.
      const sending = isFirst
        ? await issues.setState(tx, issue.id, 'sending', now.toISOString())
        : await issues.keepSending(tx, issue.id);
      if (!sending) return undefined;
      const { nextDueAt } = sending;
      let due = Math.max(now.getTime(), Date.parse(nextDueAt ?? now.toISOString()));
      const subscribers = await issues.subscribersWithout(tx, issue.id, { after, limit: BATCH });
      for (const subscriber of subscribers) {
        const [mailId, token] = [randomUUID(), randomToken()];
        const tokenHash = hashOfToken(token);
        const dueAt = new Date(due).toISOString();
        const letter = issueMail({ subscriber, token, publicUrl }, document);
        await mailer.write(tx, { ...letter, id: mailId }, dueAt);
        await insertToken(
          tx,
          { hash: tokenHash, purpose: 'unsubscribe' },
          { subscriberId: subscriber.id, now: now.toISOString() },
        );
        await issues.insertDelivery(tx, {
          issueId: issue.id,
          subscriberId: subscriber.id,
          mailId,
          tokenHash,
        });
        due += apartMs;
      }
      await issues.setNextDue(tx, issue.id, new Date(due).toISOString());
      return subscribers;
    });
    if (batch === undefined) return false;
    written += batch.length;
    if (batch.length > 0) onBatch?.(written);
    const isRoundOver = batch.length < BATCH;
    if (isRoundOver && after === '') return true;
    // Somebody may have confirmed meanwhile.
    after = isRoundOver ? '' : batch.at(-1)!.id;
  }
}

/** Takes back mails that are not on their way yet; {@link sendIssue} continues with them. @returns how many mails */
export async function stopIssue({ db }: IssueDependencies, issue: issues.Issue): Promise<number> {
  let withdrawn = 0;
  let after = '';
  for (;;) {
    const batch = await db.transaction().execute(async (tx) => {
      const now = new Date().toISOString();
      await issues.setState(tx, issue.id, 'stopped', now);
      await issues.setNextDue(tx, issue.id, now);
      return await issues.withdrawIssue(tx, issue.id, { after, limit: BATCH });
    });
    if (batch === undefined && after === '') return withdrawn;
    withdrawn += batch?.count ?? 0;
    // An attempt at one that was passed may not have begun after all.
    after = batch?.last ?? '';
  }
}
