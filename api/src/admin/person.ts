/** A person asks for their data to be deleted: everything that is kept under an e-mail address. */
import { randomUUID } from 'node:crypto';
import type { Db } from '../database/schema.ts';
import { deleteRegistrations } from '../repositories/registrations.ts';
import { addressKey, personKey } from '../services/address-key.ts';

/**
 * Deletes in one transaction. Entries of the token ledger stay, without anything that leads to the person.
 * @returns how many rows of which kind
 */
export async function deletePerson(db: Db, email: string): Promise<Record<string, number>> {
  const key = addressKey(email);
  // As addresses are compared everywhere else, which SQL cannot: SQLite's `lower` knows ASCII alone.
  const isTheirs = (row: { email: string }) => addressKey(row.email) === key;
  return await db.transaction().execute(async (tx) => {
    const applications = (await tx.selectFrom('applications').select(['id', 'email', 'cv_id']).execute()).filter(isTheirs);
    const messages = (await tx.selectFrom('contact_messages').select(['id', 'email']).execute()).filter(isTheirs);
    const users = (await tx.selectFrom('users').select(['id', 'email']).execute()).filter(isTheirs);
    const subscriber = await tx.selectFrom('subscribers').select('id').where('email_key', '=', key).executeTakeFirst();

    const waiting = await tx.selectFrom('registrations').select('email').union(tx.selectFrom('registration_links').select('email')).execute();

    const topics = new Set([...applications, ...messages, ...users, ...(subscriber ? [subscriber] : [])].map(({ id }) => id));
    const mails = (await tx.selectFrom('outbox').select(['id', 'topic_id', 'recipient as email']).execute()).filter((mail) => topics.has(mail.topic_id) || isTheirs(mail));
    for (const { id } of mails) await tx.deleteFrom('outbox').where('id', '=', id).execute();
    // Whoever sends the same again is not told that it has arrived before.
    for (const { id } of [...applications, ...messages]) await tx.deleteFrom('idempotency_keys').where('answer', '=', JSON.stringify({ id })).execute();
    for (const { id, cv_id } of applications) {
      await tx.deleteFrom('applications').where('id', '=', id).execute();
      await tx.deleteFrom('files').where('id', '=', cv_id).execute();
    }
    for (const { id } of messages) await tx.deleteFrom('contact_messages').where('id', '=', id).execute();
    if (subscriber) await tx.deleteFrom('subscribers').where('id', '=', subscriber.id).execute();
    // Sessions, tokens and the link go with it.
    for (const { id } of users) await tx.deleteFrom('users').where('id', '=', id).execute();
    let registered = 0;
    for (const each of waiting.filter(isTheirs)) registered += await deleteRegistrations(tx, each.email);
    const person = personKey(email);
    const payments = await tx.deleteFrom('payments').where('person_key', '=', person).executeTakeFirst();
    const referrals = await tx.updateTable('referrals').set({ person_key: `deleted ${randomUUID()}` }).where('person_key', '=', person).executeTakeFirst();
    return {
      'contact messages': messages.length,
      applications: applications.length,
      subscriptions: subscriber ? 1 : 0,
      accounts: users.length,
      'unconfirmed registrations': registered,
      mails: mails.length,
      payments: Number(payments.numDeletedRows),
      'referrals made nameless': Number(referrals.numUpdatedRows),
    };
  });
}
