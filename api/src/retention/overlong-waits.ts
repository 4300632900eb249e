import { HOUR_MS } from 'shared/rules/time';
import type { Db } from '../database/schema.ts';
import { ISSUE_TOPIC } from '../features/newsletter/issue-repository.ts';

/** Longer than the outbox's worker lets any mail wait for its next attempt. */
const LONGEST_WAIT_MS = 2 * HOUR_MS;

/**
 * Makes due what this machine wrote, or tried to send, while its clock was ahead: it would wait until that time comes.
 * Issues of the newsletter wait on purpose until they are tried.
 */
export async function endOverlongWaits(db: Db): Promise<void> {
  const time = Date.now();
  await db
    .updateTable('outbox')
    .set({ nextAttemptAt: new Date(time).toISOString() })
    .where('state', '=', 'pending')
    .where('nextAttemptAt', '>', new Date(time + LONGEST_WAIT_MS).toISOString())
    .where((mail) => mail.or([mail('topic', '<>', ISSUE_TOPIC), mail('attempts', '>', 0)]))
    .execute();
}
