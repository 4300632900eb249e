/**
 * The newsletter: subscribing takes a mailed confirmation, unsubscribing takes one click. It does not reveal whether an
 * address is subscribed, and cannot be used to fill a stranger's mailbox.
 */
import { randomUUID } from 'node:crypto';
import type { NewsletterReceipt, NewsletterState } from 'shared/contracts/newsletter';
import { trimForm } from 'shared/rules/form';
import { CONFIRMATION_DAYS } from 'shared/rules/limits';
import { checkSignUp } from 'shared/rules/newsletter/newsletter';
import { newsletterForm, type NewsletterSignUp } from 'shared/rules/newsletter/newsletter-form';
import { DAY_MS } from 'shared/rules/time';
import type { InstallationSecret } from 'shared/node/installation-secret';
import { giveBackWithin } from '../../database/attempts.ts';
import type { Db } from '../../database/schema.ts';
import type { Mailer } from '../../mail/mailer.ts';
import * as subscribers from './repository.ts';
import { emailKey, sealedKey, sealedKeys } from '../../mail/email-key.ts';
import { newsletterPause } from '../../mail/limits.ts';
import { deleteWaitingMails, ISSUE_TOPIC } from '../../mail/outbox.ts';
import { deleteDeliveries, markUnsubscribedBy } from './issue-repository.ts';
import { hashOfToken, randomToken } from '../../mail/mailed-token.ts';
import { alreadySubscribedMail, confirmMail, NEWSLETTER_TOPIC, welcomeMail } from './mails.ts';
import { fieldsRefused, ProblemError } from '../../problem.ts';

export interface NewsletterDependencies {
  mailer: Mailer;
  /** The installation's secret: seals the addresses of people who have unsubscribed. */
  secret: InstallationSecret;
  /** Origin of the mailed links. */
  publicUrl: string;
}

/**
 * Asks the owner of an address to confirm. Someone who is subscribed already is told so by mail, which costs the same
 * and looks the same to the caller.
 * @throws ProblemError for what is not an address
 */
export async function subscribe(
  { mailer, secret, publicUrl }: NewsletterDependencies,
  values: NewsletterSignUp,
): Promise<NewsletterReceipt> {
  const problems = checkSignUp(values);
  if (problems.length > 0) throw fieldsRefused(problems);
  const { email } = trimForm(newsletterForm, values);
  const now = new Date().toISOString();
  await mailer.transaction(async (tx) => {
    const keys = { key: emailKey(email), sealed: sealedKeys(secret, email) };
    const subscriber = await subscribers.findOrAddSubscriber(tx, { id: randomUUID(), email, ...keys, now });
    const isSubscribed = subscriber.state === 'confirmed';
    const token = randomToken();
    const facts = { subscriber, token, publicUrl };
    const letter = isSubscribed ? alreadySubscribedMail(facts) : confirmMail(facts);
    if (!(await mailer.write(tx, letter, now))) return;
    const purpose = isSubscribed ? 'unsubscribe' : 'confirm';
    await keepToken(tx, subscriber.id, { token, purpose, now: subscriber.askedAt });
  });
  return { status: 'accepted' };
}

/**
 * Subscribes the recipient of the link and sends a welcome mail. Repeating it changes nothing.
 * @throws ProblemError `not-found`; `link-expired` for a link that is too old, or from before they unsubscribed
 */
export async function confirm({ mailer, publicUrl }: NewsletterDependencies, token: string): Promise<NewsletterState> {
  const time = Date.now();
  const now = new Date(time).toISOString();
  const hash = hashOfToken(token);
  await mailer.transaction(async (tx) => {
    const link = await subscribers.findToken(tx, { hash, purpose: 'confirm' });
    if (!link) throw unknownLink();
    const isOld = time - Date.parse(link.createdAt) >= CONFIRMATION_DAYS * DAY_MS;
    // Unsubscribing since then has revoked the link, even if the address was entered again.
    const isOver = link.used || link.isRevoked || isOld || link.isSealed;
    if (link.state !== 'confirmed' && isOver) throw expiredLink();
    const subscriber = await subscribers.confirmSubscriber(tx, link.subscriberId, now);
    await subscribers.markTokenUsed(tx, hash, now);
    if (!subscriber) return;
    const unsubscribing = randomToken();
    await keepToken(tx, subscriber.id, { token: unsubscribing, purpose: 'unsubscribe', now });
    await mailer.write(tx, welcomeMail({ subscriber, token: unsubscribing, publicUrl }), now);
  });
  return { status: 'confirmed' };
}

/**
 * Takes effect at once, also for issues waiting to be sent; the address is not kept. Repeating it changes nothing. Who
 * did it by mistake may subscribe again at once: only the owner of the mailbox has the link.
 * @throws ProblemError `not-found`
 */
export async function unsubscribe({ mailer, secret }: NewsletterDependencies, token: string): Promise<NewsletterState> {
  const hash = hashOfToken(token);
  await mailer.transaction(async (tx) => {
    const link = await subscribers.findToken(tx, { hash, purpose: 'unsubscribe' });
    if (!link || !(await endSubscription(tx, secret, link.subscriberId, hash))) throw unknownLink();
  });
  return { status: 'unsubscribed' };
}

/** The same for the owner of an address who asks the company to do it. @returns whether it had a subscription */
export async function unsubscribeEmail(
  { mailer, secret }: Pick<NewsletterDependencies, 'mailer' | 'secret'>,
  email: string,
): Promise<boolean> {
  return await mailer.transaction(async (tx) => {
    const id = await subscribers.findSubscription(tx, emailKey(email));
    return id !== undefined && (await endSubscription(tx, secret, id));
  });
}

/** @param link hash of the token by which they did it @returns false if the subscriber has been deleted */
async function endSubscription(tx: Db, secret: InstallationSecret, id: string, link?: string): Promise<boolean> {
  const now = new Date().toISOString();
  const email = await subscribers.unsubscribeSubscriber(tx, id, now, (each) => sealedKey(secret, each));
  if (email === undefined) return false;
  if (email !== '') await giveBackWithin(tx, newsletterPause(email));
  if (link !== undefined) await markUnsubscribedBy(tx, link, now);
  await deleteDeliveries(tx, await deleteWaitingMails(tx, { topic: ISSUE_TOPIC, topicId: id }));
  // They would say that the address is subscribed, or have a link that has ended; and they have the address.
  await deleteWaitingMails(tx, { topic: NEWSLETTER_TOPIC, topicId: id });
  return true;
}

async function keepToken(
  db: Db,
  subscriberId: string,
  { token, purpose, now }: { token: string; purpose: 'confirm' | 'unsubscribe'; now: string },
): Promise<void> {
  await subscribers.insertToken(db, { hash: hashOfToken(token), purpose }, { subscriberId, now });
}

function unknownLink(): ProblemError {
  return new ProblemError({
    status: 404,
    code: 'not-found',
    detail: 'We do not recognise this link. It may be incomplete: copy the whole link from the email.',
  });
}

function expiredLink(): ProblemError {
  return new ProblemError({
    status: 410,
    code: 'link-expired',
    detail: 'This link no longer works. Subscribe again to get a new one.',
  });
}
