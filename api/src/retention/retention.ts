/** Removes what has outlived its purpose, by the table of what is kept and how long (`shared/rules/retention.ts`). */
import { setTimeout as delay } from 'node:timers/promises';
import { type RetainedKind, retention, retentionTime } from 'shared/rules/retention';
import type { InstallationSecret } from 'shared/node/installation-secret';
import { forgetExpired } from '../features/accounts/deletion.ts';
import { partsOf } from '../database/parts.ts';
import type { Db } from '../database/schema.ts';
import { collectFiles, sweepFiles } from '../files/collect.ts';
import type { FileStore } from '../files/file-store.ts';
import { openFiles } from '../files/open-files.ts';
import { removeLeftUploads } from '../http/upload.ts';
import { deleteUnusedImages, listUnusedImages } from '../features/posts/images/image-repository.ts';
import { type Batch, deleteOldApplications, deleteOldRows } from './outlived.ts';
import { noteRefused } from '../features/newsletter/issue-repository.ts';
import { sealUnsubscribed } from '../features/newsletter/repository.ts';
import { sealedKey } from '../mail/email-key.ts';
import { removeMailFiles } from '../mail/files.ts';

/**
 * Rows deleted at a time; fewer if they have files, since every byte of a file is overwritten, or if they take many
 * others with them: a subscriber has two for each issue.
 */
const ROWS = 200;
const FILES = 5;
const SUBSCRIBERS = 5;
/** Between two batches others may write. */
const PAUSE_MS = 10;

export interface Kept {
  db: Db;
  /** The installation's secret. */
  secret: InstallationSecret;
  /** Folder for uploaded files while they are checked. */
  uploads: string;
  /** Folder of mails as files. */
  mails: string;
  /** Where CVs and images are; the database if it is not given. */
  files?: FileStore;
}

/** @param before older rows go; ISO 8601 @param time now, in milliseconds @param signal ends it between two batches */
type Removal = (kept: Kept, when: { before: string; time: number; signal: AbortSignal }) => Promise<unknown>;

const rows = (table: Parameters<typeof deleteOldRows>[1], limit = ROWS): Removal =>
  inBatches(limit, ({ db }, batch) => deleteOldRows(db, table, batch));

const removals: Record<RetainedKind, Removal> = {
  messages: rows({ table: 'contactMessages', key: 'id', age: 'createdAt' }),
  applications: inBatches(FILES, ({ db, files = openFiles(db) }, batch) => deleteOldApplications(db, files, batch)),
  unconfirmedSubscriptions: async (kept, when) => {
    await rows({ table: 'subscribers', key: 'id', age: 'askedAt', only: { state: 'pending' } })(kept, when);
    await rows({ table: 'subscriberTokens', key: 'hash', age: 'createdAt', only: { purpose: 'confirm' } })(kept, when);
    await inBatches(ROWS, ({ db, secret }, { before, limit }) =>
      db
        .transaction()
        .execute((tx) =>
          sealUnsubscribed(tx, { time: before, limit, sealedKeyOf: (email) => sealedKey(secret, email) }),
        ),
    )(kept, when);
  },
  // With an address again, it waits to be confirmed once more; without that, it is sealed by the above.
  endedSubscriptions: rows(
    { table: 'subscribers', key: 'id', age: 'unsubscribedAt', only: { state: 'unsubscribed', email: '' } },
    SUBSCRIBERS,
  ),
  registrations: ({ db }, { time }) => forgetExpired(db, time),
  sessions: rows({ table: 'sessions', key: 'id', age: 'createdAt' }),
  signIns: rows({ table: 'providerStates', key: 'id', age: 'createdAt' }),
  attempts: rows({ table: 'attempts', key: 'key', age: 'lastAt' }),
  submissions: rows({ table: 'idempotencyKeys', key: 'key', age: 'createdAt' }),
  sentMails: rows({ table: 'outbox', key: 'id', age: 'finishedAt', only: { state: 'sent' } }),
  deadLetters: async (kept, when) => {
    await noteRefused(kept.db, new Date(when.time).toISOString());
    await rows({ table: 'outbox', key: 'id', age: 'finishedAt', only: { state: 'dead' } })(kept, when);
  },
  mailFiles: ({ mails }, { before }) => removeMailFiles(mails, ({ writtenAt }) => writtenAt < Date.parse(before)),
  reports: rows({ table: 'postReports', key: 'id', age: 'createdAt' }),
  images: async ({ db, files = openFiles(db) }, { before, signal }) => {
    for await (const part of partsOf(db, 'images', 'id', signal)) {
      const ids = await listUnusedImages(db, part, before);
      for (let n = 0; n < ids.length && !signal.aborted; n += FILES)
        await db
          .transaction()
          .execute(async (tx) => files.doom(tx, await deleteUnusedImages(tx, before, ids.slice(n, n + FILES))));
    }
  },
  // Last: objects of files that the others have deleted are in object storage until now.
  uploads: async (kept, when) => {
    const { db, files = openFiles(db), uploads } = kept;
    try {
      await collectFiles(db, files, when);
      await sweepFiles(db, files, when.before, when.signal);
    } finally {
      // Neither waits for the other: object storage may be away, and the folder may not be readable.
      await removeLeftUploads(uploads, when.time);
    }
  },
};

/** Removes what is too old at `time`. @param onFailure called for a kind that stayed; the others are still removed */
export async function removeOutlived(
  kept: Kept,
  {
    time = Date.now(),
    signal,
    onFailure,
  }: { time?: number; signal: AbortSignal; onFailure: (kind: string, error: unknown) => void },
): Promise<void> {
  for (const kind of Object.keys(retention) as RetainedKind[]) {
    if (signal.aborted) return;
    const before = new Date(time - retentionTime(kind)).toISOString();
    await removals[kind](kept, { before, time, signal }).catch((error: unknown) => onFailure(kind, error));
  }
}

function inBatches(limit: number, remove: (kept: Kept, batch: Batch) => Promise<number>): Removal {
  return async (kept, { before, signal }) => {
    while ((await remove(kept, { before, limit })) === limit && !signal.aborted) await delay(PAUSE_MS);
  };
}
