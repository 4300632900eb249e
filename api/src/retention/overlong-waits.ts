import { HOUR_MS } from 'shared/rules/time';
import type { Db } from '../database/schema.ts';
import { endOverlongIssueWaits } from '../features/newsletter/issue-repository.ts';
import { ISSUE_TOPIC } from '../mail/outbox.ts';

/** Longer than the outbox's worker lets any mail wait for its next attempt. */
const LONGEST_WAIT_MS = 2 * HOUR_MS;

/**
 * Makes due what this machine wrote, or tried to send, while its clock was ahead: it would wait until that time comes.
 * The mails of an issue of the newsletter wait on purpose until they are tried, each for the one before it.
 */
export async function endOverlongWaits(db: Db, time = Date.now()): Promise<void> {
  const [now, latest] = [new Date(time).toISOString(), new Date(time + LONGEST_WAIT_MS).toISOString()];
  await db
    .updateTable('outbox')
    .set({ nextAttemptAt: now })
    .where('state', '=', 'pending')
    .where('nextAttemptAt', '>', latest)
    .where((mail) => mail.or([mail('topic', '<>', ISSUE_TOPIC), mail('attempts', '>', 0)]))
    .execute();
  await endOverlongIssueWaits(db, { now, latest });
}
