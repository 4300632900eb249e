/**
 * Accounts: logging in and out, forgotten passwords, looking after one's own. No answer tells whether an account exists:
 * status, body and time are the same, and what differs arrives by mail.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { APIError } from 'better-auth/api';
import type {
  AccountDeletion,
  Credentials,
  ForgottenPassword,
  MailFollows,
  NewPassword,
  PasswordChange,
} from 'shared/contracts/account';
import type { Session } from 'shared/contracts/shell';
import { checkCredentials, checkForgottenPassword, checkPasswordChange } from 'shared/rules/account';
import { RESET_MINUTES } from 'shared/rules/limits';
import type { Db } from '../../database/schema.ts';
import { giveBackAttempt } from '../../database/attempts.ts';
import { deleteMailsAbout, deleteMailsTo } from '../../mail/outbox.ts';
import { deleteRegistrations, lockAddress } from './registration-repository.ts';
import * as users from './repository.ts';
import { fieldsRefused, ProblemError } from '../../problem.ts';
import { visitorHeaders } from './better-auth.ts';
import { cookieOf, deviceCookie, deviceOf, takeAwayCookie } from './cookies.ts';
import {
  type AccountDependencies,
  canonical,
  expiredLink,
  factsFor,
  mayMail,
  MINUTE,
  type Visitor,
  type WithCookies,
} from './dependencies.ts';
import * as limits from './limits.ts';
import { ACCOUNT_TOPIC, hashOfToken, mailedToken } from './mailed-token.ts';
import * as mails from './mails.ts';
import { hashPassword, isPassword, requireGoodPassword } from './passwords.ts';
import { forgetRegistrations, mailConfirmation } from './registrations.ts';

/** No answer about a forgotten password comes sooner, in milliseconds: finding an account and writing a mail takes less. */
const FORGOTTEN_TAKES = 250;
/** The same whatever is wrong: no account, another password, an address that is not confirmed. */
const WRONG_CREDENTIALS =
  'Wrong email address or password. Check both, or set a new password. If you have just registered, open the link in our email first.';
/** How fresh a session must be to delete an account that has no password to ask for, in milliseconds. */
const FRESH = 10 * MINUTE;

/**
 * An account whose address is not confirmed answers like one that does not exist: whoever has just registered an address
 * would otherwise learn whether it had an account before (decision 034).
 * @throws ProblemError `wrong-credentials`; 429
 */
export async function login(
  deps: AccountDependencies,
  values: Credentials,
  visitor: Visitor,
): Promise<WithCookies & { session: Session }> {
  const problems = checkCredentials(values);
  if (problems.length > 0) throw fieldsRefused(problems);
  const { db, auth, publicUrl, secret } = deps;
  const email = canonical(values.email);
  const owner = { email, hash: await users.findPasswordOfEmail(db, email) };
  const device = deviceOf(cookieOf(publicUrl, visitor.headers.cookie, 'device'), secret, owner);
  const perPerson = device === undefined ? limits.loginOfAccount(email) : limits.loginOfDevice(device);
  await limits.requireAttempt(db, device === undefined ? [perPerson, limits.loginOfAddress(visitor.ip)] : [perPerson]);
  const headers = visitorHeaders(visitor);
  const before = await auth.api.getSession({ headers });
  try {
    const { headers: answer, response } = await auth.api.signInEmail({
      body: { email, password: values.password },
      headers,
      returnHeaders: true,
    });
    await giveBackAttempt(db, perPerson.of);
    // The browser gets a new session; the one that it had must not live on without it.
    if (before) await users.endSessions(db, before.user.id, { only: before.session.id });
    return {
      session: { status: 'signed-in', name: response.user.name },
      cookies: [...answer.getSetCookie(), deviceCookie(publicUrl, secret, owner)],
    };
  } catch (error) {
    if (!(error instanceof APIError) || error.statusCode >= 500) throw error;
    throw wrongCredentials();
  }
}

/** Ends the visitor's session, if there is one. */
export async function logout({ auth }: AccountDependencies, visitor: Visitor): Promise<WithCookies> {
  const { headers } = await auth.api.signOut({ headers: visitorHeaders(visitor), returnHeaders: true });
  return { cookies: headers.getSetCookie() };
}

export async function sessionOf(deps: AccountDependencies, visitor: Visitor): Promise<Session> {
  const user = await userOf(deps, visitor);
  return user ? { status: 'signed-in', name: user.name } : { status: 'anonymous' };
}

/**
 * Mails a link to whoever owns an account with this address; where there are registrations only, one to confirm it.
 * @throws ProblemError for what is no address, and 429
 */
export async function forgotPassword(
  deps: AccountDependencies,
  values: ForgottenPassword,
  visitor: Visitor,
): Promise<MailFollows> {
  const problems = checkForgottenPassword(values);
  if (problems.length > 0) throw fieldsRefused(problems);
  const email = canonical(values.email);
  const { db } = deps;
  const ready = delay(FORGOTTEN_TAKES);
  await limits.requireAttempt(db, [limits.forgottenOfAddress(visitor.ip)]);
  const user = await users.findUserByEmail(db, email);
  if (await mayMail(deps, 'reset', email)) {
    await (user ? mailNewPassword(deps, user) : mailConfirmation(deps, email));
  }
  await ready;
  return { status: 'accepted' };
}

/** Whether a mailed token for a new password is still good. It stays so. */
export async function isGoodToken({ db }: AccountDependencies, token: string): Promise<boolean> {
  return (await users.findTokenOwner(db, { hash: hashOfToken(token), now: new Date().toISOString() })) !== undefined;
}

/**
 * Sets a new password for whoever a link was mailed to, and ends every session of the account.
 * @param token from the cookie that the link has set; a password that is refused does not use it up
 * @throws ProblemError `link-expired`, or for the field `password`
 */
export async function setNewPassword(
  deps: AccountDependencies,
  { password }: NewPassword,
  token: string,
): Promise<WithCookies> {
  const { db, publicUrl, secret } = deps;
  const hash = hashOfToken(token);
  const owner = await users.findTokenOwner(db, { hash, now: new Date().toISOString() });
  const user = owner === undefined ? undefined : await users.findUser(db, owner);
  if (!user) throw expiredLink();
  await requireGoodPassword(password, [user.name, user.email]);
  const kept = await hashPassword(password);
  const now = new Date().toISOString();
  await deps.mailer.transaction(async (tx) => {
    if ((await users.consumeToken(tx, { hash, now })) === undefined) throw expiredLink();
    await users.setPassword(tx, user.id, { hash: kept, now });
    await users.endSessions(tx, user.id);
    await users.deleteTokens(tx, user.id);
    await deps.mailer.write(tx, mails.passwordChangedMail(factsFor(deps, user)), now);
  });
  return {
    cookies: [takeAwayCookie(publicUrl, 'reset'), deviceCookie(publicUrl, secret, { email: user.email, hash: kept })],
  };
}

/** Who is logged in, if anybody is. */
export async function userOf({ auth }: AccountDependencies, visitor: Visitor) {
  return (await auth.api.getSession({ headers: visitorHeaders(visitor) }))?.user;
}

/** Who is logged in, for what concerns one account. @throws ProblemError 401 */
export async function requireUser({ auth }: AccountDependencies, visitor: Visitor) {
  const found = await auth.api.getSession({ headers: visitorHeaders(visitor) });
  if (!found) throw new ProblemError({ status: 401, code: 'login-required', detail: 'Log in first.' });
  return { user: found.user, session: found.session };
}

/** Ends every session but the one that asks. @throws ProblemError 401, 422, 429 */
export async function changePassword(
  deps: AccountDependencies,
  values: PasswordChange,
  visitor: Visitor,
): Promise<WithCookies> {
  const { user, session } = await requireUser(deps, visitor);
  const problems = checkPasswordChange(values);
  if (problems.length > 0) throw fieldsRefused(problems);
  await requirePassword(deps, user.id, { field: 'current', password: values.current });
  await requireGoodPassword(values.password, [user.name, user.email]);
  const hash = await hashPassword(values.password);
  const now = new Date().toISOString();
  await deps.mailer.transaction(async (tx) => {
    await users.setPassword(tx, user.id, { hash, now });
    await users.endSessions(tx, user.id, { but: session.id });
    await users.deleteTokens(tx, user.id);
    await deps.mailer.write(tx, mails.passwordChangedMail(factsFor(deps, user)), now);
  });
  return { cookies: [deviceCookie(deps.publicUrl, deps.secret, { email: user.email, hash })] };
}

/** Deletes the account and everything that refers to it. @throws ProblemError 401, 422, 429 */
export async function deleteAccount(
  deps: AccountDependencies,
  { password }: AccountDeletion,
  visitor: Visitor,
): Promise<WithCookies> {
  const { user, session } = await requireUser(deps, visitor);
  if ((await users.findPassword(deps.db, user.id)) !== undefined) {
    await requirePassword(deps, user.id, { field: 'password', password });
  } else if (Date.now() - session.createdAt.getTime() > FRESH) {
    throw new ProblemError({
      status: 401,
      code: 'login-required',
      detail: 'It has been a while since you logged in. Log out and back in, then delete the account.',
    });
  }
  const now = new Date().toISOString();
  const remove = async (tx: Db) => {
    await lockAddress(tx, user.email);
    await users.deleteUser(tx, user.id);
    await deleteRegistrations(tx, user.email);
    // Also what was mailed before there was an account, and about what it has earned.
    await deleteMailsTo(tx, { topic: ACCOUNT_TOPIC, recipient: user.email });
    await deleteMailsAbout(tx, user.id);
    await deps.mailer.write(tx, mails.accountDeletedMail(factsFor(deps, user)), now);
  };
  // Otherwise the last mail could go with the others.
  await deps.mailer.transaction(remove, () => deps.leaveNoTrace(user.email));
  return { cookies: [takeAwayCookie(deps.publicUrl, 'session'), takeAwayCookie(deps.publicUrl, 'device')] };
}

/** Forgets what has expired, and what was never confirmed. */
export async function forgetExpired(db: Db, time = Date.now()): Promise<void> {
  const now = new Date(time).toISOString();
  await users.deleteSessionsBefore(db, now);
  await users.deleteTokensBefore(db, now);
  await forgetRegistrations(db, time);
}

async function requirePassword(
  { db }: AccountDependencies,
  userId: string,
  { field, password }: { field: string; password: string },
): Promise<void> {
  const limit = limits.passwordOfUser(userId);
  await limits.requireAttempt(db, [limit]);
  const kept = await users.findPassword(db, userId);
  if (kept === undefined || !(await isPassword(kept, password))) {
    throw fieldsRefused([{ field, message: 'This is not your current password.' }]);
  }
  await giveBackAttempt(db, limit.of);
}

async function mailNewPassword(deps: AccountDependencies, user: users.User): Promise<void> {
  const time = Date.now();
  const letter = { ...mails.newPasswordMail(factsFor(deps, user)), id: randomUUID() };
  const hash = hashOfToken(mailedToken(deps.secret, letter.id));
  await deps.mailer.transaction(async (tx) => {
    await users.insertToken(tx, {
      hash,
      userId: user.id,
      expiresAt: new Date(time + RESET_MINUTES * MINUTE).toISOString(),
    });
    await deps.mailer.write(tx, letter, new Date(time).toISOString());
  });
}

function wrongCredentials(): ProblemError {
  return new ProblemError({ status: 401, code: 'wrong-credentials', detail: WRONG_CREDENTIALS });
}
