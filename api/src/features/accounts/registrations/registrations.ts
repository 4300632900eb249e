/**
 * Registering. A mailed link proves an address; which of its registrations becomes the account is proved by the browser
 * that sent it, or by its password (decision 040). Without either, a new password is chosen.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { ACCOUNT_HEADER } from 'shared/contracts/account';
import { knownPage } from 'shared/contracts/paths';
import { checkConfirmation, checkRegistration } from 'shared/rules/accounts/account';
import type { Confirmation, NewConfirmation } from 'shared/rules/accounts/confirmation-form';
import { INVALID_EMAIL } from 'shared/rules/email';
import { CONFIRM_HOURS } from 'shared/rules/limits';
import { referralCode } from 'shared/rules/referrals/referral';
import type { Registration } from 'shared/rules/accounts/registration-form';
import { HOUR_MS } from 'shared/rules/time';
import type { InstallationSecret } from 'shared/node/installation-secret';
import { z } from 'zod';
import type { Db } from '../../../database/schema.ts';
import { countWithin, giveBackAttempt } from '../../../database/attempts.ts';
import type { Letter } from '../../../mail/mailer.ts';
import * as registrations from './registration-repository.ts';
import * as users from '../repository.ts';
import { fieldsRefused, linkNotOpened } from '../../../problem.ts';
import { atFullStep } from '../answer-time.ts';
import { cookieOf, deviceCookie, setCookie, takeAwayCookie } from '../cookies.ts';
import {
  type AccountDependencies,
  canonical,
  expiredLink,
  factsFor,
  mayMail,
  mayMailAgain,
  otherLink,
  type Visitor,
  type WithCookies,
} from '../dependencies.ts';
import * as limits from '../limits.ts';
import { hashesOfMail, hashesOfMailedToken, hashOfToken } from '../../../mail/mailed-token.ts';
import * as mails from '../mails.ts';
import { hashPassword, isPassword, requireGoodPassword } from '../passwords/passwords.ts';

/** A hash and a transaction take about half of it on a machine that has little to do. */
const REGISTER_STEP_MS = 100;
/** How many registrations of an address a password is compared with: each one costs as much as a login. */
const COMPARED = 10;

const NOT_THE_PASSWORD = 'No registration matches this address and password. Check the password, or choose a new one.';

/**
 * Keeps what was typed and mails a link, or a note to the owner of an account. Statements, answer, cookie and time are
 * the same for every address. A limit on mails leaves out only the mail: an earlier link confirms this registration.
 * @throws ProblemError for fields that are refused, and 429
 */
export async function register(
  deps: AccountDependencies,
  values: Registration,
  visitor: Visitor,
): Promise<WithCookies> {
  const { name, email } = await requireGoodRegistration(values);
  const { db, publicUrl, referrals, mailer } = deps;
  const secret = randomBytes(32).toString('base64url');
  await atFullStep(REGISTER_STEP_MS, async () => {
    await limits.requireAttempt(db, [limits.registrationsOfIp(visitor.ip)]);
    const password = await hashPassword(values.password, deps.passwordCost);
    const isMailed = await mayMail(deps, 'confirm', email);
    const now = new Date();
    await mailer.transaction(async (tx) => {
      await registrations.lockEmail(tx, email);
      await registrations.insertRegistration(tx, {
        email,
        name,
        password,
        ref: referralCode(values.ref) || null,
        browser: hashOfToken(secret),
        createdAt: new Date(referrals.clock()).toISOString(),
        expiresAt: new Date(now.getTime() + CONFIRM_HOURS * HOUR_MS).toISOString(),
      });
      const owner = await users.findUserByEmail(tx, email);
      if (!isMailed) return;
      const nobody = { id: randomUUID(), name: '', email };
      const facts = factsFor(deps, owner ?? nobody);
      const letter = owner ? mails.alreadyRegisteredMail(facts) : mails.confirmMail(facts, knownPage(values.next));
      await mailLink(deps, tx, letter, now);
    });
  });
  return {
    cookies: [setCookie(publicUrl, 'registration', { value: secret, maxAge: (CONFIRM_HOURS * HOUR_MS) / 1000 })],
  };
}

/** Whether an address waits to be confirmed. */
export async function hasRegistrations(db: Db, email: string, now: Date): Promise<boolean> {
  return (await registrations.listRegistrations(db, { email, now: now.toISOString(), limit: 1 })).length > 0;
}

/** Mails a link to an address that has registrations and no account. */
export async function mailConfirmation(deps: AccountDependencies, tx: Db, email: string, now: Date): Promise<void> {
  const facts = factsFor(deps, { id: randomUUID(), name: '', email });
  await mailLink(deps, tx, mails.confirmForgottenMail(facts), now);
}

/** The link is stored even if no mail contains it, and no mail takes as many statements as one (decision 130). */
async function mailLink({ secret, mailer }: AccountDependencies, tx: Db, letter: Letter, now: Date): Promise<void> {
  const id = randomUUID();
  const expiresAt = new Date(now.getTime() + CONFIRM_HOURS * HOUR_MS).toISOString();
  for (const hash of hashesOfMail(secret, id))
    await registrations.insertLink(tx, { hash, email: letter.recipient, expiresAt });
  const isWritten = await mailer.write(tx, { ...letter, id }, now.toISOString());
  if (!isWritten) await countWithin(tx, [limits.mailsOfNobody(letter.recipient)], now.getTime());
}

/** What the page needs to know that a mailed link leads to. */
interface OpenedLink {
  /** Replaces the address, which no URL should contain. */
  account: string;
  /** Whether the browser is the one that registered the address. */
  isSameBrowser: boolean;
}

/** @returns undefined if the link has expired */
export async function openLink(
  { db, publicUrl, secret }: AccountDependencies,
  token: string,
  visitor: Visitor,
): Promise<OpenedLink | undefined> {
  const now = new Date().toISOString();
  const email = await registrations.findLinkEmail(db, { hashes: hashesOfMailedToken(secret, token), now });
  if (email === undefined) return undefined;
  const own = await registrationOfBrowser(db, { email, publicUrl, visitor, now });
  return { account: waitingAccounts(secret, email)[0], isSameBrowser: own !== undefined };
}

/**
 * Makes an account of the registration that the browser sent, or else of one with this password.
 * @param token from the cookie that the link has set
 * @throws ProblemError `link-expired`; `other-account` if the page is for another address; for the field `password`;
 *   429
 */
export async function confirmEmail(
  deps: AccountDependencies,
  { password }: Confirmation,
  token: string,
  visitor: Visitor,
): Promise<WithCookies> {
  const { db, publicUrl } = deps;
  const now = new Date().toISOString();
  const email = await requireLinkEmail(deps, token, visitor, now);
  const own = await registrationOfBrowser(db, { email, publicUrl, visitor, now });
  const meant = own ?? (await registrationWithPassword(deps, { email, password, visitor, now }));
  return await makeAccount(deps, { ...meant, email }, token);
}

/**
 * Makes an account of what the owner of the mailbox types now. Earlier registrations of the address do not count, nor
 * their referral codes: a stranger may have typed them.
 * @param token from the cookie that the link has set; what is refused does not use it up
 * @throws ProblemError `link-expired`; `other-account` if the page is for another address; for fields that are refused;
 *   429
 */
export async function confirmAnew(
  deps: AccountDependencies,
  values: NewConfirmation,
  token: string,
  visitor: Visitor,
): Promise<WithCookies> {
  const now = new Date().toISOString();
  const mailed = await requireLinkEmail(deps, token, visitor, now);
  const { name, email } = await requireGoodRegistration({ ...values, email: mailed });
  await limits.requireAttempt(deps.db, [limits.newPasswordsOfEmail(email)]);
  return await makeAccount(
    deps,
    { name, email, password: await hashPassword(values.password, deps.passwordCost), ref: null, createdAt: now },
    token,
  );
}

/** Forgets what was not confirmed. */
export async function forgetRegistrations(db: Db, time = Date.now()): Promise<void> {
  await registrations.deleteRegistrationsBefore(db, new Date(time).toISOString());
  await users.deleteUnconfirmedUsersBefore(db, new Date(time - CONFIRM_HOURS * HOUR_MS).toISOString());
}

/** @throws ProblemError for fields that are refused */
async function requireGoodRegistration(values: Registration): Promise<{ name: string; email: string }> {
  const problems = checkRegistration(values);
  if (problems.length > 0) throw fieldsRefused(problems);
  const [name, email] = [values.username.trim(), canonical(values.email)];
  // An address that logging in would not accept cannot be registered either.
  if (!z.email().safeParse(email).success) throw fieldsRefused([{ field: 'email', message: INVALID_EMAIL }]);
  await requireGoodPassword(values.password, [name, email]);
  return { name, email };
}

/** What replaces an address that has no account yet, and what else a page may have that was opened before. */
function waitingAccounts(secret: InstallationSecret, email: string): [string, ...string[]] {
  const [first, ...others] = secret.signatures('waiting-account/1', email).map((signature) => signature.slice(0, 16));
  return [first!, ...others];
}

/**
 * The address that a mailed link confirms.
 * @param token from the cookie that the link has set
 * @throws ProblemError `link-expired`; `other-account` if the page is for another address
 */
export async function requireLinkEmail(
  { db, secret }: AccountDependencies,
  token: string,
  visitor: Pick<Visitor, 'headers'>,
  now = new Date().toISOString(),
): Promise<string> {
  if (token === '') throw linkNotOpened(`the link in our email, which works for ${CONFIRM_HOURS} hours`);
  const email = await registrations.findLinkEmail(db, { hashes: hashesOfMailedToken(secret, token), now });
  if (email === undefined) throw expiredLink();
  const shown = visitor.headers[ACCOUNT_HEADER];
  if (shown && !waitingAccounts(secret, email).some((each) => each === shown))
    throw otherLink('Your address has not been confirmed');
  return email;
}

interface Search {
  email: string;
  visitor: Visitor;
  now: string;
}

async function registrationOfBrowser(
  db: Db,
  { email, publicUrl, visitor, now }: Search & { publicUrl: string },
): Promise<registrations.StoredRegistration | undefined> {
  const secret = cookieOf(publicUrl, visitor.headers.cookie, 'registration');
  return await registrations.findRegistrationOf(db, { email, browser: hashOfToken(secret), now });
}

/** @throws ProblemError for the field `password`; 429 */
async function registrationWithPassword(
  { db }: AccountDependencies,
  { email, password, visitor, now }: Search & { password: string },
): Promise<registrations.StoredRegistration> {
  const problems = checkConfirmation({ password });
  if (problems.length > 0) throw fieldsRefused(problems);
  const limit = limits.confirmationOfAccount(email);
  await limits.requireAttempt(db, [limit, limits.loginOfIp(visitor.ip)]);
  for (const each of await registrations.listRegistrations(db, { email, now, limit: COMPARED })) {
    if (!(await isPassword(each.password, password))) continue;
    await giveBackAttempt(db, limit.of);
    return each;
  }
  throw fieldsRefused([{ field: 'password', message: NOT_THE_PASSWORD }]);
}

interface ProvedRegistration extends registrations.StoredRegistration {
  email: string;
}

/**
 * One account for one address: everything else that was registered with it goes, with its links.
 * @throws ProblemError `link-expired`, even when another link of the address was quicker
 */
async function makeAccount(
  deps: AccountDependencies,
  { email, name, password, ref, createdAt }: ProvedRegistration,
  token: string,
): Promise<WithCookies> {
  const { mailer, referrals, publicUrl, secret } = deps;
  const now = new Date().toISOString();
  await mailer.transaction(async (tx) => {
    await registrations.lockEmail(tx, email);
    const hashes = hashesOfMailedToken(secret, token);
    if ((await registrations.consumeLink(tx, { hashes, now })) === undefined) throw expiredLink();
    await users.deleteUnconfirmedUser(tx, email);
    const user = await users.insertUser(tx, { name, email, now });
    if (!user) throw expiredLink();
    await users.setPassword(tx, user.id, { hash: password, now });
    await registrations.deleteRegistrations(tx, email);
    // Who had forgotten the password of a registration got links to confirm it.
    await mayMailAgain(tx, email);
    if (ref !== null) await referrals.refer(tx, user, ref, createdAt);
  });
  const cookies = [takeAwayCookie(publicUrl, 'confirm'), takeAwayCookie(publicUrl, 'registration')];
  return { cookies: [...cookies, deviceCookie(publicUrl, secret, { email, hash: password })] };
}
