/** Cleans up after an account was deleted: mails in files, and traces in the database's files. */
import type { Db } from '../database/schema.ts';
import { clearTraces } from '../database/traces.ts';
import { emailKey } from '../mail/email-key.ts';
import { removeFilesOfDeleted, type WarningLog } from '../mail/files.ts';

interface Traces {
  db: Db;
  /** Folder of mails as files. */
  mails: string;
  log: WarningLog;
}

/** Topics of mails about accounts. */
const TOPICS = ['account', 'referral'];

/** @param mailIds of other mails about it. Never throws: the rows are gone, and housekeeping does what fails here. */
export async function removeTraces(
  { db, mails, log }: Traces,
  email: string,
  mailIds: readonly string[],
): Promise<void> {
  const key = emailKey(email);
  await removeFilesOfDeleted(
    mails,
    async ({ id, topic, emails }) =>
      mailIds.includes(id) || (TOPICS.includes(topic) && (await emails()).some((each) => emailKey(each) === key)),
    log,
  );
  await clearTraces(db).catch((error: unknown) =>
    log.warn({ error: String(error) }, 'traces of deleted data are left until housekeeping removes them'),
  );
}
