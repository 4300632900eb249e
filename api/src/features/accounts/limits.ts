/** How often something may be tried. Counted in the database, for all instances together (decision 021). */
import { networkOf } from 'shared/node/http/network-of';
import { counted } from 'shared/rules/counted';
import { MINUTE_MS } from 'shared/rules/time';
import type { Db } from '../../database/schema.ts';
import { countAttempt, type Limit } from '../../database/attempts.ts';
import { ProblemError } from '../../problem.ts';

/** Tries on one account from unknown devices. */
export const loginOfAccount = (email: string): Limit => ({
  of: `login-account ${email}`,
  max: 10,
  within: 10 * MINUTE_MS,
});
/** Tries on one account from a device that its owner has used. */
export const loginOfDevice = (device: string): Limit => ({
  of: `login-device ${device}`,
  max: 10,
  within: 10 * MINUTE_MS,
});
export const loginOfIp = (ip: string): Limit => ({
  of: `login-address ${networkOf(ip)}`,
  max: 100,
  within: 10 * MINUTE_MS,
});
/** The current password is asked for again when something important is changed. */
export const passwordOfUser = (userId: string): Limit => ({
  of: `password-user ${userId}`,
  max: 10,
  within: 10 * MINUTE_MS,
});
/** Passwords tried with a mailed link on the registrations of its address. */
export const confirmationOfAccount = (email: string): Limit => ({
  of: `confirm-account ${email}`,
  max: 10,
  within: 10 * MINUTE_MS,
});
/**
 * Passwords set with mailed links to one address: each costs a hash, and a link is good for any number of requests that
 * arrive before the first of them is done.
 */
export const newPasswordsOfEmail = (email: string): Limit => ({
  of: `new-password ${email}`,
  max: 10,
  within: 10 * MINUTE_MS,
});
export const registrationsOfIp = (ip: string): Limit => ({
  of: `register-address ${networkOf(ip)}`,
  max: 60,
  within: 60 * MINUTE_MS,
});
export const forgottenOfIp = (ip: string): Limit => ({
  of: `forgotten-address ${networkOf(ip)}`,
  max: 60,
  within: 60 * MINUTE_MS,
});
/** Each asks the provider what it is, whether a sign-in begins or ends. */
export const providerOfIp = (ip: string, step: 'begin' | 'finish'): Limit => ({
  of: `provider-${step}-address ${networkOf(ip)}`,
  max: 60,
  within: 10 * MINUTE_MS,
});
/** Each leaves a row behind until it is used or a day old. */
export const passkeyOptionsOfIp = (ip: string): Limit => ({
  of: `passkey-address ${networkOf(ip)}`,
  max: 100,
  within: 10 * MINUTE_MS,
});
/** Mailed links live longer than this window: a person over the limit still has one that works. */
export const mailsOfAccount = (purpose: 'confirm' | 'reset', email: string): Limit => ({
  of: `${purpose}-mail ${email}`,
  max: 3,
  within: 15 * MINUTE_MS,
});

/** What a mail would be counted under, if there were anybody to send it to, or if it were not held back. */
export const mailsOfNobody = (email: string): Limit => ({
  of: `nobody-mail ${email}`,
  max: Infinity,
  within: 15 * MINUTE_MS,
});

/** @throws ProblemError 429 */
export async function requireAttempt(db: Db, limits: Limit[]): Promise<void> {
  const wait = await countAttempt(db, limits);
  if (wait === 0) return;
  const seconds = Math.ceil(wait / 1000);
  const minutes = Math.ceil(seconds / 60);
  throw new ProblemError({
    status: 429,
    code: 'too-many-requests',
    detail: `Too many attempts. Try again in ${counted(minutes, 'minute')}.`,
    headers: { 'retry-after': String(seconds) },
  });
}
