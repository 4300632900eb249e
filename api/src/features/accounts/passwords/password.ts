/**
 * Forgotten, new and changed passwords. No answer tells whether an account exists; what differs arrives by mail.
 */
import { randomUUID } from 'node:crypto';
import { ACCOUNT_HEADER, type MailFollows } from 'shared/contracts/account';
import { checkForgottenPassword, checkPasswordChange } from 'shared/rules/accounts/account';
import type { PasswordChange } from 'shared/rules/accounts/account-form';
import type { ForgottenPassword } from 'shared/rules/accounts/forgotten-password-form';
import { RESET_MINUTES } from 'shared/rules/limits';
import type { NewPassword } from 'shared/rules/accounts/new-password-form';
import { MINUTE_MS } from 'shared/rules/time';
import { countWithin, giveBackAttempt } from '../../../database/attempts.ts';
import type { Db } from '../../../database/schema.ts';
import { fieldsRefused, type ProblemError } from '../../../problem.ts';
import { atFullStep } from '../answer-time.ts';
import { deviceCookie, takeAwayCookie } from '../cookies.ts';
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
import { hashesOfMail, hashesOfMailedToken } from '../../../mail/mailed-token.ts';
import { deleteMailsAbout } from '../../../mail/outbox.ts';
import * as mails from '../mails.ts';
import { hashPassword, isPassword, requireGoodPassword } from './passwords.ts';
import { lockEmail } from '../registrations/registration-repository.ts';
import { hasRegistrations, mailConfirmation } from '../registrations/registrations.ts';
import { listPasskeys } from '../passkeys/passkey-repository.ts';
import * as users from '../repository.ts';
import { requireUser } from '../session.ts';

/** Writing a mail takes less than this. For an unknown address, as many statements and commits are run. */
const FORGOTTEN_STEP_MS = 250;

/**
 * Mails a link to the owner of the account with this address; if it is only registered, one to confirm it.
 * @throws ProblemError for an invalid address, and 429
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
  return await atFullStep(FORGOTTEN_STEP_MS, async () => {
    await limits.requireAttempt(db, [limits.forgottenOfIp(visitor.ip)]);
    const now = new Date();
    const user = await users.findUserByEmail(db, email);
    const isRegistered = await hasRegistrations(db, email, now);
    if (await mayMail(deps, 'reset', email)) {
      await deps.mailer.transaction(async (tx) => {
        if (user) await mailNewPassword(deps, tx, user, now);
        else if (isRegistered) await mailConfirmation(deps, tx, email, now);
        else await mailNobody(deps, tx, email, now);
      });
    }
    return { status: 'accepted' };
  });
}

/** The owner of a mailed token for a new password, if it is still good. Asking does not use it up. */
export async function ownerOfToken({ db, secret }: AccountDependencies, token: string): Promise<string | undefined> {
  const hashes = hashesOfMailedToken(secret, token);
  return await users.findTokenOwner(db, { hashes, now: new Date().toISOString() });
}

/**
 * The account whose owner got the link.
 * @param token from the cookie that the link has set
 * @throws ProblemError `link-expired`; `other-account` if the page is for another one
 */
export async function requireTokenOwner(
  deps: AccountDependencies,
  token: string,
  { headers }: Pick<Visitor, 'headers'>,
): Promise<users.User> {
  const owner = await ownerOfToken(deps, token);
  const shown = headers[ACCOUNT_HEADER];
  if (owner !== undefined && shown && shown !== owner) throw otherLink('Your password has not been changed');
  const user = owner === undefined ? undefined : await users.findUser(deps.db, owner);
  if (!user) throw expiredLink();
  return user;
}

/**
 * Sets a new password for that account, and ends all of its sessions. A password that is refused does not use up the
 * link.
 * @throws ProblemError as {@link requireTokenOwner}; or for the field `password`; 429
 */
export async function setNewPassword(
  deps: AccountDependencies,
  { password }: NewPassword,
  token: string,
  visitor: Pick<Visitor, 'headers'>,
): Promise<WithCookies> {
  const { publicUrl, secret } = deps;
  const user = await requireTokenOwner(deps, token, visitor);
  await requireGoodPassword(password, [user.name, user.email]);
  await limits.requireAttempt(deps.db, [limits.newPasswordsOfEmail(user.email)]);
  const kept = await hashPassword(password, deps.passwordCost);
  const now = new Date().toISOString();
  await deps.mailer.transaction(async (tx) => {
    await lockEmail(tx, user.email);
    const hashes = hashesOfMailedToken(secret, token);
    if ((await users.consumeToken(tx, { hashes, now })) === undefined) throw expiredLink();
    await users.setPassword(tx, user.id, { hash: kept, now });
    await users.endSessions(tx, user.id);
    await users.deleteTokens(tx, user.id);
    await mayMailAgain(tx, user.email);
    const { length: passkeys } = await listPasskeys(tx, user.id);
    await deps.mailer.write(tx, mails.passwordChangedMail(factsFor(deps, user), passkeys), now);
  });
  return {
    cookies: [takeAwayCookie(publicUrl, 'reset'), deviceCookie(publicUrl, secret, { email: user.email, hash: kept })],
  };
}

/** Also ends every session but the one that asks. @throws ProblemError 401, 422, 429 */
export async function changePassword(
  deps: AccountDependencies,
  values: PasswordChange,
  visitor: Visitor,
): Promise<WithCookies> {
  const { user, session } = await requireUser(deps, visitor);
  const problems = checkPasswordChange(values);
  if (problems.length > 0) throw fieldsRefused(problems);
  const former = await requirePassword(deps, user.id, { field: 'current', password: values.current });
  await requireGoodPassword(values.password, [user.name, user.email]);
  const hash = await hashPassword(values.password, deps.passwordCost);
  const now = new Date().toISOString();
  await deps.mailer.transaction(async (tx) => {
    await lockEmail(tx, user.email);
    await requireKept(tx, user.id, { field: 'current', hash: former });
    await users.setPassword(tx, user.id, { hash, now });
    await users.endSessions(tx, user.id, { but: session.id });
    await users.deleteTokens(tx, user.id);
    await mayMailAgain(tx, user.email);
    const { length: passkeys } = await listPasskeys(tx, user.id);
    await deps.mailer.write(tx, mails.passwordChangedMail(factsFor(deps, user), passkeys), now);
  });
  return { cookies: [deviceCookie(deps.publicUrl, deps.secret, { email: user.email, hash })] };
}

/** @returns its hash, for {@link requireKept} @throws ProblemError for the field, and 429 */
export async function requirePassword(
  { db }: AccountDependencies,
  userId: string,
  { field, password }: { field: string; password: string },
): Promise<string> {
  const limit = limits.passwordOfUser(userId);
  await limits.requireAttempt(db, [limit]);
  const kept = await users.findPassword(db, userId);
  if (kept === undefined || !(await isPassword(kept, password))) throw notCurrent(field);
  await giveBackAttempt(db, limit.of);
  return kept;
}

/**
 * A password that was changed since it was checked is not overwritten. It cannot change until the transaction ends.
 * @throws ProblemError for the field
 */
export async function requireKept(
  tx: Db,
  userId: string,
  { field, hash }: { field: string; hash: string },
): Promise<void> {
  if ((await users.holdPassword(tx, userId)) !== hash) throw notCurrent(field);
}

function notCurrent(field: string): ProblemError {
  return fieldsRefused([{ field, message: 'This is not your current password.' }]);
}

async function mailNewPassword(deps: AccountDependencies, tx: Db, user: users.User, now: Date): Promise<void> {
  const letter = { ...mails.newPasswordMail(factsFor(deps, user)), id: randomUUID() };
  const expiresAt = new Date(now.getTime() + RESET_MINUTES * MINUTE_MS).toISOString();
  for (const hash of hashesOfMail(deps.secret, letter.id))
    if (!(await users.insertToken(tx, { hash, userId: user.id, expiresAt }))) return;
  await deps.mailer.write(tx, letter, now.toISOString());
}

/** Runs as many statements as a mail takes, and a commit, and changes only a count (decision 130). */
async function mailNobody({ secret }: AccountDependencies, tx: Db, email: string, now: Date): Promise<void> {
  const id = randomUUID();
  for (const hash of hashesOfMail(secret, id)) await users.consumeToken(tx, { hashes: [hash], now: now.toISOString() });
  await countWithin(tx, [limits.mailsOfNobody(email)], now.getTime());
  await deleteMailsAbout(tx, id);
}
