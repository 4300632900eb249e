/** A person asks for their data to be deleted: everything that is kept under an e-mail address. */
import { randomUUID } from 'node:crypto';
import type { Db } from '../database/schema.ts';
import { addressKey, personKey } from '../services/address-key.ts';

/**
 * Deletes in one transaction. Entries of the token ledger stay, without anything that leads to the person.
 * @returns how many rows of which kind
 */
export async function deletePerson(db: Db, email: string): Promise<Record<string, number>> {
  const address = email.trim().toLowerCase();
  return await db.transaction().execute(async (tx) => {
    const applications = await tx.selectFrom('applications').select(['id', 'cv_id']).where((row) => row(row.fn('lower', ['email']), '=', address)).execute();
    const messages = await tx.selectFrom('contact_messages').select('id').where((row) => row(row.fn('lower', ['email']), '=', address)).execute();
    const user = await tx.selectFrom('users').select('id').where('email', '=', address).executeTakeFirst();
    const subscriber = await tx.selectFrom('subscribers').select('id').where('email_key', '=', addressKey(email)).executeTakeFirst();

    const topics = [...applications, ...messages, ...(user ? [user] : []), ...(subscriber ? [subscriber] : [])].map(({ id }) => id);
    const mails = await tx
      .deleteFrom('outbox')
      .where((row) => row.or([row(row.fn('lower', ['recipient']), '=', address), ...(topics.length > 0 ? [row('topic_id', 'in', topics)] : [])]))
      .executeTakeFirst();
    if (applications.length > 0) {
      await tx.deleteFrom('applications').where('id', 'in', applications.map(({ id }) => id)).execute();
      await tx.deleteFrom('files').where('id', 'in', applications.map(({ cv_id }) => cv_id)).execute();
    }
    if (messages.length > 0) await tx.deleteFrom('contact_messages').where('id', 'in', messages.map(({ id }) => id)).execute();
    if (subscriber) await tx.deleteFrom('subscribers').where('id', '=', subscriber.id).execute();
    // Sessions, tokens and the link go with it.
    if (user) await tx.deleteFrom('users').where('id', '=', user.id).execute();
    const key = personKey(email);
    const payments = await tx.deleteFrom('payments').where('person_key', '=', key).executeTakeFirst();
    const referrals = await tx.updateTable('referrals').set({ person_key: `deleted ${randomUUID()}` }).where('person_key', '=', key).executeTakeFirst();
    return {
      'contact messages': messages.length,
      applications: applications.length,
      subscriptions: subscriber ? 1 : 0,
      accounts: user ? 1 : 0,
      mails: Number(mails.numDeletedRows),
      payments: Number(payments.numDeletedRows),
      'referrals made nameless': Number(referrals.numUpdatedRows),
    };
  });
}
