/** Deletes a person's data at their request: everything kept under an email address. */
import { sql } from 'kysely';
import type { InstallationSecret } from 'shared/node/installation-secret';
import type { Db } from '../database/schema.ts';
import { takeTime } from '../database/take-time.ts';
import { clearSearchIndex } from '../database/traces.ts';
import type { FileStore } from '../files/file-store.ts';
import { removeLeftUploads } from '../http/upload.ts';
import { deleteApplication } from '../features/careers/repository.ts';
import { deletePostsOf } from '../features/posts/own-posts.ts';
import { lockSubscribers } from '../features/newsletter/repository.ts';
import {
  deleteRegistrations,
  listWaitingEmails,
  lockEmail,
} from '../features/accounts/registrations/registration-repository.ts';
import { lockPayer } from '../features/referrals/service.ts';
import { emailKey, personKeys } from '../mail/email-key.ts';
import { removeMailFiles } from '../mail/files.ts';
import { deleteMailsAbout } from '../mail/outbox.ts';
import { byIds, findTheirRows, isTheirMail, type TheirRows } from './personal-data.ts';
import { inSnapshot } from './snapshot.ts';

interface Deleting {
  db: Db;
  /** The installation's secret, needed to find an email address that has unsubscribed. */
  secret: InstallationSecret;
  /** Folders of mails kept as files, and of uploads while they are checked. */
  mails: string;
  uploads: string;
  files: FileStore;
}

interface Deleted {
  /** How many rows and files of each kind. */
  counts: Record<string, number>;
  /** Whether CVs are gone from object storage; otherwise housekeeping deletes them. */
  filesAreGone: boolean;
}

/**
 * Deletes everything kept under an email: what is in folders first, since one of them may not be readable and rows
 * say which mails are theirs, then the rows. After an interruption it may be run again.
 */
export async function deletePerson({ db, secret, mails, uploads, files }: Deleting, email: string): Promise<Deleted> {
  await removeLeftUploads(uploads);
  const theirs = await inSnapshot(db, (snapshot) => findTheirRows(snapshot, secret, email));
  const mailFiles = await removeMailFiles(mails, isTheirMail(email, theirs));
  const { counts, outbox, names } = await deleteRows(db, files, { secret, email });
  const sentMeanwhile = await removeMailFiles(mails, isTheirMail(email, { outbox }));
  const filesAreGone = await files.trySweep(names);
  if (counts['posts']) await clearSearchIndex(db);
  return {
    counts: { ...counts, 'mails kept as files': mailFiles + sentMeanwhile },
    filesAreGone,
  };
}

/** In one transaction. Entries of the token ledger stay, without anything that leads to the person. */
async function deleteRows(
  db: Db,
  files: FileStore,
  { secret, email }: { secret: InstallationSecret; email: string },
): Promise<{ counts: Record<string, number>; outbox: TheirRows['outbox']; names: string[] }> {
  return await db.transaction().execute(async (tx) => {
    // Every address is read and compared.
    await takeTime(tx);
    await lockPerson(tx, email);
    const theirs = await findTheirRows(tx, secret, email);
    const { applications, contactMessages, subscribers, users, outbox } = theirs;
    const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);
    // The same message, sent again, counts as a new one.
    const keys = theirs.idempotencyKeys.map(({ key }) => key);
    await byIds(keys, (some) => tx.deleteFrom('idempotencyKeys').where('key', 'in', some).execute());
    // Sessions, tokens and the link are deleted with the user.
    let posts = 0;
    for (const { id } of users) {
      posts += (await deletePostsOf(tx, id)).count;
      await tx.deleteFrom('users').where('id', '=', id).execute();
    }
    let registered = 0;
    for (const waiting of new Set([...theirs.registrations, ...theirs.registrationLinks].map((row) => row.email)))
      registered += await deleteRegistrations(tx, waiting);
    await lockSubscribers(tx, idsOf(subscribers));
    // After these, as when they delete their account or unsubscribe at the same moment, and before the rest, as when an
    // issue is stopped: in another order two transactions may deadlock.
    await byIds(idsOf(outbox), (ids) => tx.deleteFrom('outbox').where('id', 'in', ids).execute());
    // Written since they were found: about tokens, by a transaction for which deleting the account has waited.
    let later = 0;
    for (const { id } of users) later += (await deleteMailsAbout(tx, id)).length;
    const names: string[] = [];
    for (const { id } of applications) names.push(...(await deleteApplication(tx, files, id)));
    await byIds(idsOf(contactMessages), (ids) => tx.deleteFrom('contactMessages').where('id', 'in', ids).execute());
    for (const { id } of subscribers) await tx.deleteFrom('subscribers').where('id', '=', id).execute();
    const person = personKeys(email);
    const payments = await tx.deleteFrom('payments').where('personKey', 'in', person).executeTakeFirst();
    const referrals = await tx
      .updateTable('referrals')
      .set({ personKey: sql`'deleted ' || id` })
      .where('personKey', 'in', person)
      .executeTakeFirst();
    const counts = {
      'contact messages': contactMessages.length,
      applications: applications.length,
      subscriptions: subscribers.length,
      accounts: users.length,
      posts,
      'unconfirmed registrations': registered,
      mails: outbox.length + later,
      payments: Number(payments.numDeletedRows),
      'referrals made anonymous': Number(referrals.numUpdatedRows),
    };
    return { counts, outbox, names };
  });
}

/** Waits for what the person is just confirming or paying, which would be left behind otherwise. */
async function lockPerson(tx: Db, email: string): Promise<void> {
  const spellings = (await listWaitingEmails(tx)).filter((waiting) => emailKey(waiting) === emailKey(email));
  for (const each of spellings.toSorted()) await lockEmail(tx, each);
  await lockPayer(tx, email);
}
