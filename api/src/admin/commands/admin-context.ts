/** What the administrator's commands work with, and how they read what was typed. */
import { InvalidArgumentError } from 'commander';
import { isEmailAddress } from 'shared/rules/email';
import { referenceOf } from 'shared/rules/reference';
import { retentionPeriod } from 'shared/rules/retention';
import type { InstallationSecret } from 'shared/node/installation-secret';
import type { Db } from '../../database/schema.ts';
import { clearTraces } from '../../database/traces.ts';
import type { CvKeys } from '../../files/cv-keys.ts';
import type { FileStore } from '../../files/file-store.ts';
import type { ReferralDependencies } from '../../features/referrals/service.ts';
import type { WarningLog } from '../../mail/files.ts';
import { AdminError } from '../admin-error.ts';

export interface AdminContext {
  /** Opens the database; called when a command runs, but not to show its help. */
  database: () => Promise<Db>;
  /** The file store that the environment names. */
  filesOf: (db: Db) => FileStore;
  /** What services need, on that database; the running API sends the mails that they write. */
  services: () => Promise<ReferralDependencies>;
  /** Returns the installation's secret; called only by the command that needs it. */
  secret: () => InstallationSecret;
  /** Absolute. */
  dataDir: string;
  /** `FILES_STORE`: where CVs and images are; the database if it is not set. */
  filesStore: string | undefined;
  /** `CV_KEY`. */
  cvKeys: CvKeys | undefined;
  /** Prints a line. */
  say: (line: string) => void;
  /** Prints text as it is. */
  print: (text: string) => void;
}

/** @throws AdminError that there is no `what`, unless something was done */
export function requireDone(isDone: boolean, what: string): void {
  if (!isDone) throw new AdminError(`There is no ${what}.`);
}

/** Applications with this id or reference, as typed, or all. Two may have the same reference. */
export async function findApplications(db: Db, typed?: string): Promise<{ id: string; cvId: string }[]> {
  const wanted = typed?.trim().toUpperCase();
  const all = await db.selectFrom('applications').select(['id', 'cvId']).execute();
  return all.filter(({ id }) => wanted === undefined || id.toUpperCase() === wanted || referenceOf(id) === wanted);
}

/** Says which files of mails about what was deleted are left. */
export function mailFileLog(say: AdminContext['say']): WarningLog {
  return {
    warn: (facts: { error?: string }, text) =>
      say(`Warning: ${text} (${facts.error}). A running site deletes them within ${retentionPeriod('mailFiles')}.`),
  };
}

/** How long a command waits for other programs to finish reading the database, in milliseconds. */
const PATIENCE_MS = 5_000;

/** Removes what was deleted from the side file of the embedded database, or says that another program keeps it. */
export async function clearDeleted(db: Db, say: AdminContext['say']): Promise<void> {
  if (await clearTraces(db, PATIENCE_MS)) return;
  say(
    'Another program is reading the database, so its side file (-wal) still holds what was deleted. A running site empties it within a minute of the end of that program; otherwise the next command that deletes something does.',
  );
}

/** Said when the row of a CV is gone, and its object is not. */
export const OBJECTS_LEFT =
  'Object storage did not delete the CVs. No row refers to them any more; a running site deletes them within an hour once the storage is back.';

/** @throws InvalidArgumentError, which commander reports */
export function emailAddress(value: string): string {
  if (!isEmailAddress(value.trim())) throw new InvalidArgumentError('It must be an email address.');
  return value.trim();
}

/** @throws InvalidArgumentError, which commander reports */
export function wholeNumber(value: string): number {
  if (!/^[1-9]\d{0,14}$/.test(value)) throw new InvalidArgumentError('It must be a whole number above 0.');
  return Number(value);
}
