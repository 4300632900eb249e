/**
 * The newsletter: subscribing takes a mailed confirmation, unsubscribing takes one click. Nobody learns here whether an
 * address is subscribed, and nobody can fill another person's mailbox.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { NewsletterReceipt, NewsletterState } from 'shared/contracts/newsletter';
import { trimForm } from 'shared/rules/form';
import { CONFIRMATION_DAYS } from 'shared/rules/limits';
import { checkSignUp } from 'shared/rules/newsletter';
import { newsletterForm, type NewsletterSignUp } from 'shared/rules/newsletter-form';
import type { Db } from '../database/schema.ts';
import { insertMail } from '../repositories/outbox.ts';
import * as subscribers from '../repositories/subscribers.ts';
import { addressKey } from './address-key.ts';
import { alreadySubscribedMail, confirmMail, welcomeMail } from './newsletter-mail.ts';
import { fieldsRefused, ProblemError } from './problem.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** One address gets no two mails within this time, in milliseconds … */
const MAIL_PAUSE = 10 * MINUTE;
/** … and no more than this many in a day, however often somebody asks. */
const MAILS_PER_DAY = 5;
/** How long an address that was never confirmed is kept, in milliseconds. */
const UNCONFIRMED_KEPT = 30 * DAY;
const TOKEN_BYTES = 32;

interface NewsletterDependencies {
  db: Db;
  /** Origin of the mailed links. */
  publicUrl: string;
  /** Domain of the mails' Message-ID. */
  mailDomain: string;
  /** Called after the commit. */
  wakeOutbox: () => void;
}

/**
 * Asks the owner of an address to confirm. Someone who is subscribed already is told so by mail, which costs the same
 * and looks the same from here.
 * @throws ProblemError for what is not an address
 */
export async function subscribe(
  { db, publicUrl, mailDomain, wakeOutbox }: NewsletterDependencies,
  values: NewsletterSignUp,
): Promise<NewsletterReceipt> {
  const problems = checkSignUp(values);
  if (problems.length > 0) throw fieldsRefused(problems);
  const { email } = trimForm(newsletterForm, values);
  const time = Date.now();
  const now = new Date(time).toISOString();
  await db.transaction().execute(async (tx) => {
    const subscriber = await subscribers.findOrAddSubscriber(tx, { id: randomUUID(), email, key: addressKey(email), now });
    if (!mayMail(await subscribers.newestTokenTimes(tx, subscriber.id, MAILS_PER_DAY), time)) return;
    const isSubscribed = subscriber.state === 'confirmed';
    const token = await newToken(tx, subscriber.id, { purpose: isSubscribed ? 'unsubscribe' : 'confirm', now });
    const facts = { subscriber, token, publicUrl, mailDomain, createdAt: now };
    await insertMail(tx, isSubscribed ? alreadySubscribedMail(facts) : confirmMail(facts));
  });
  wakeOutbox();
  return { status: 'accepted' };
}

/**
 * Subscribes whoever the link was mailed to, and welcomes them with a mail. Repeating it changes nothing.
 * @throws ProblemError `not-found`; `link-expired` for a link that is too old, or was used before they unsubscribed
 */
export async function confirm(
  { db, publicUrl, mailDomain, wakeOutbox }: NewsletterDependencies,
  token: string,
): Promise<NewsletterState> {
  const time = Date.now();
  const now = new Date(time).toISOString();
  const hash = hashOf(token);
  await db.transaction().execute(async (tx) => {
    const link = await subscribers.findToken(tx, { hash, purpose: 'confirm' });
    if (!link) throw unknownLink();
    const isOld = time - Date.parse(link.createdAt) >= CONFIRMATION_DAYS * DAY;
    if (link.state !== 'confirmed' && (link.used || isOld)) throw expiredLink();
    const subscriber = await subscribers.confirmSubscriber(tx, link.subscriberId, now);
    await subscribers.markTokenUsed(tx, hash, now);
    if (!subscriber) return;
    const unsubscribe = await newToken(tx, subscriber.id, { purpose: 'unsubscribe', now });
    await insertMail(tx, welcomeMail({ subscriber, token: unsubscribe, publicUrl, mailDomain, createdAt: now }));
  });
  wakeOutbox();
  return { status: 'confirmed' };
}

/** Takes effect at once; repeating it changes nothing. @throws ProblemError `not-found` */
export async function unsubscribe(db: Db, token: string): Promise<NewsletterState> {
  const link = await subscribers.findToken(db, { hash: hashOf(token), purpose: 'unsubscribe' });
  if (!link) throw unknownLink();
  await subscribers.unsubscribeSubscriber(db, link.subscriberId, new Date().toISOString());
  return { status: 'unsubscribed' };
}

/** Forgets the addresses that nobody confirmed. */
export async function forgetUnconfirmed(db: Db, time = Date.now()): Promise<void> {
  await subscribers.forgetUnconfirmedBefore(db, new Date(time - UNCONFIRMED_KEPT).toISOString());
}

function mayMail(newestFirst: string[], now: number): boolean {
  const [newest, ...others] = newestFirst.map((time) => now - Date.parse(time));
  if (newest === undefined) return true;
  const oldest = others[MAILS_PER_DAY - 2];
  return newest >= MAIL_PAUSE && (oldest === undefined || oldest >= DAY);
}

async function newToken(
  db: Db,
  subscriberId: string,
  { purpose, now }: { purpose: 'confirm' | 'unsubscribe'; now: string },
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await subscribers.insertToken(db, { hash: hashOf(token), purpose }, { subscriberId, now });
  return token;
}

/** A token has as much chance in it as its hash: neither salt nor slowness would add anything. */
function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

function unknownLink(): ProblemError {
  return new ProblemError({ status: 404, code: 'not-found', detail: 'This link is not known. It may be incomplete: copy all of it from the mail.' });
}

function expiredLink(): ProblemError {
  return new ProblemError({ status: 410, code: 'link-expired', detail: 'This link does not work any more. Subscribe again to get a new one.' });
}
