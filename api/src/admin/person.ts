/** A person asks for their data to be deleted: everything that is kept under an email address. */
import { sql } from 'kysely';
import type { Db } from '../database/schema.ts';
import { clearSearchIndex, clearTraces } from '../database/traces.ts';
import { removeLeftUploads } from '../http/upload.ts';
import { deletePostsOf } from '../features/posts/own-posts.ts';
import { deleteRegistrations } from '../features/accounts/registration-repository.ts';
import { addressKey, formerPersonKey, personKey, sealedKey } from '../mail/address-key.ts';
import { removeMailFiles } from '../mail/files.ts';

/** How long the command waits for other programs to finish reading. */
const PATIENCE_MS = 5_000;

interface Deleting {
  db: Db;
  /** The installation's secret: finds an address that has unsubscribed. */
  secret: string;
  /** Folders of mails as files, and of files while they are looked at. */
  mails: string;
  uploads: string;
}

interface Deleted {
  /** How many rows and files of which kind. */
  counts: Record<string, number>;
  /** False while another program reads the database: what was deleted is then in its side file for a moment longer. */
  isCleared: boolean;
}

/** Deletes everything that is kept under an address: rows first, then the mails in files, then what the files remember. */
export async function deletePerson({ db, secret, mails, uploads }: Deleting, email: string): Promise<Deleted> {
  const { counts, mailIds } = await deleteRows(db, secret, email);
  const key = addressKey(email);
  const files = await removeMailFiles(
    mails,
    async ({ id, addresses }) => mailIds.has(id) || (await addresses()).some((address) => addressKey(address) === key),
  );
  await removeLeftUploads(uploads);
  if (counts['posts']) await clearSearchIndex(db);
  return { counts: { ...counts, 'mails in files': files }, isCleared: await clearTraces(db, PATIENCE_MS) };
}

/** In one transaction. Entries of the token ledger stay, without anything that leads to the person. */
async function deleteRows(
  db: Db,
  secret: string,
  email: string,
): Promise<{ counts: Record<string, number>; mailIds: Set<string> }> {
  const key = addressKey(email);
  // As addresses are compared everywhere else, which SQL cannot: SQLite's `lower` knows ASCII alone.
  const isTheirs = (row: { email: string }) => addressKey(row.email) === key;
  return await db.transaction().execute(async (tx) => {
    const applications = (await tx.selectFrom('applications').select(['id', 'email', 'cvId']).execute()).filter(
      isTheirs,
    );
    const messages = (await tx.selectFrom('contactMessages').select(['id', 'email']).execute()).filter(isTheirs);
    const users = (await tx.selectFrom('users').select(['id', 'email']).execute()).filter(isTheirs);
    const subscribers = await tx
      .selectFrom('subscribers')
      .select('id')
      .where('emailKey', 'in', [key, sealedKey(secret, email)])
      .execute();

    const waiting = await tx
      .selectFrom('registrations')
      .select('email')
      .union(tx.selectFrom('registrationLinks').select('email'))
      .execute();

    const topics = new Set([...applications, ...messages, ...users, ...subscribers].map(({ id }) => id));
    const mails = (await tx.selectFrom('outbox').select(['id', 'topicId', 'recipient as email']).execute()).filter(
      (mail) => topics.has(mail.topicId) || isTheirs(mail),
    );
    for (const { id } of mails) await tx.deleteFrom('outbox').where('id', '=', id).execute();
    // The same message, sent again, counts as a new one.
    for (const { id } of [...applications, ...messages])
      await tx.deleteFrom('idempotencyKeys').where('answer', '=', JSON.stringify({ id })).execute();
    for (const { id, cvId } of applications) {
      await tx.deleteFrom('applications').where('id', '=', id).execute();
      await tx.deleteFrom('files').where('id', '=', cvId).execute();
    }
    for (const { id } of messages) await tx.deleteFrom('contactMessages').where('id', '=', id).execute();
    for (const { id } of subscribers) await tx.deleteFrom('subscribers').where('id', '=', id).execute();
    // Sessions, tokens and the link go with it.
    let posts = 0;
    const mailsAboutPosts: string[] = [];
    for (const { id } of users) {
      const own = await deletePostsOf(tx, id);
      posts += own.count;
      mailsAboutPosts.push(...own.mailIds);
      await tx.deleteFrom('users').where('id', '=', id).execute();
    }
    let registered = 0;
    for (const each of waiting.filter(isTheirs)) registered += await deleteRegistrations(tx, each.email);
    const person = [personKey(email), formerPersonKey(email)];
    const payments = await tx.deleteFrom('payments').where('personKey', 'in', person).executeTakeFirst();
    const referrals = await tx
      .updateTable('referrals')
      .set({ personKey: sql`'deleted ' || id` })
      .where('personKey', 'in', person)
      .executeTakeFirst();
    const counts = {
      'contact messages': messages.length,
      applications: applications.length,
      subscriptions: subscribers.length,
      accounts: users.length,
      posts,
      'unconfirmed registrations': registered,
      mails: mails.length + mailsAboutPosts.length,
      payments: Number(payments.numDeletedRows),
      'referrals made nameless': Number(referrals.numUpdatedRows),
    };
    return { counts, mailIds: new Set([...mails.map(({ id }) => id), ...mailsAboutPosts]) };
  });
}
