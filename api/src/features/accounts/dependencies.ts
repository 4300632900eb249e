/** What registering, accounts and the identity provider have in common. */
import type { ACCOUNT_HEADER } from 'shared/contracts/account';
import type { InstallationSecret } from 'shared/node/installation-secret';
import { loginForm } from 'shared/rules/accounts/login-form';
import { trimmed } from 'shared/rules/form';
import type { Db } from '../../database/schema.ts';
import { countAttempt, giveBackWithin } from '../../database/attempts.ts';
import { emailKey } from '../../mail/email-key.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { ProblemError } from '../../problem.ts';
import type { Auth } from './better-auth.ts';
import * as limits from './limits.ts';
import type { AccountMailFacts } from './mails.ts';
import type { PasswordCost } from './passwords/passwords.ts';

/** What the referral programme is told about accounts: it depends on them, they do not depend on it. */
interface Referrals {
  /**
   * Called when the address of a person who registered through a link is confirmed.
   * @param tx the transaction that makes the account
   * @param code as it was typed
   * @param registeredAt ISO 8601, if that was earlier
   */
  refer: (tx: Db, user: { email: string }, code: string, registeredAt?: string) => Promise<void>;
  /** The programme's clock, in milliseconds since 1970. */
  clock: () => number;
}

export interface AccountDependencies {
  db: Db;
  auth: Auth;
  /** The same within a transaction. */
  authWithin: (tx: Db) => Auth;
  mailer: Mailer;
  referrals: Referrals;
  publicUrl: string;
  /** The installation's secret. */
  secret: InstallationSecret;
  /** Cost of hashing a password. */
  passwordCost: PasswordCost;
  /** Posts depend on accounts, and not the other way round. @returns ids of the mails about them */
  deletePostsOf: (tx: Db, userId: string) => Promise<string[]>;
  /** Called after the commit that has deleted the account with this address: nothing of it stays in any file. */
  leaveNoTrace: (email: string, mailIds: readonly string[]) => Promise<void>;
}

/** What is known about the client of a request. */
export interface Visitor {
  ip: string;
  headers: { cookie?: string | undefined; 'user-agent'?: string | undefined; [ACCOUNT_HEADER]?: unknown };
}

/** An answer with `Set-Cookie` headers. */
export interface WithCookies {
  cookies: string[];
}

/** One email address, one account, however it is written: browsers differ in whether they send a domain as `xn--…`. */
export function canonical(email: string): string {
  return emailKey(trimmed(loginForm.email, email));
}

/** Whether a mailbox may get another mail. Asked in the same way whether or not it belongs to an account. */
export async function mayMail(
  { db }: AccountDependencies,
  purpose: 'confirm' | 'reset',
  email: string,
): Promise<boolean> {
  return (await countAttempt(db, [limits.mailsOfAccount(purpose, email)])) === 0;
}

/**
 * The links that were mailed for a forgotten password have just ended, so another one may be mailed at once: only then
 * does a person over the limit still have one that works.
 */
export async function mayMailAgain(tx: Db, email: string): Promise<void> {
  await giveBackWithin(tx, limits.mailsOfAccount('reset', email).of);
}

/** @param user whom a mail is for, or just the address: a name that was typed with it must not reach its owner */
export function factsFor(
  { publicUrl }: AccountDependencies,
  user: { id: string; name: string; email: string },
): AccountMailFacts {
  return { user, publicUrl };
}

/** The browser keeps the token of one link: that of the one opened last. @param undone what has not happened */
export function otherLink(undone: string): ProblemError {
  return new ProblemError({
    status: 409,
    code: 'other-account',
    detail: `${undone}: the link for another account has been opened in this browser since. Open the link for this one again.`,
  });
}

export function expiredLink(): ProblemError {
  return new ProblemError({
    status: 410,
    code: 'link-expired',
    detail: 'This link no longer works. Ask for a new one.',
  });
}
