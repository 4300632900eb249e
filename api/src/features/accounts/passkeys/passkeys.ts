/**
 * Passkeys: owners of accounts add and remove them, after proving again who they are, and log in with them (decision
 * 085). Better Auth's plugin runs the ceremonies.
 */
import { APIError } from 'better-auth/api';
import type { Session } from 'shared/contracts/shell';
import { PASSKEYS_MAX, PASSKEY_NAME_MAX } from 'shared/rules/limits';
import type { NewPasskey, PasskeyRemoval } from 'shared/rules/accounts/passkey-form';
import { asLine } from 'shared/rules/text';
import { lockUntilEnd } from '../../../database/locks.ts';
import type { Db } from '../../../database/schema.ts';
import { fieldsRefused, loginRequired, ProblemError } from '../../../problem.ts';
import { type Auth, visitorHeaders } from '../better-auth.ts';
import { deviceCookie } from '../cookies.ts';
import { exposingDatabase } from '../database-failure.ts';
import { type AccountDependencies, factsFor, type Visitor, type WithCookies } from '../dependencies.ts';
import * as limits from '../limits.ts';
import * as mails from '../mails.ts';
import { requirePassword } from '../passwords/password.ts';
import { deletePasskey, listPasskeys } from './passkey-repository.ts';
import * as users from '../repository.ts';
import { asSession, isRecent, requireUser } from '../session.ts';

/** The same whatever is wrong: an unknown passkey, a wrong signature, an old challenge. */
const NOT_ACCEPTED = 'This passkey was not accepted. Try again, or log in with your password.';

/** What the browser's own dialogue needs, as WebAuthn writes it in JSON. */
type Ceremony = Record<string, unknown>;

type SignedBody = NonNullable<Parameters<Auth['api']['verifyPasskeyAuthentication']>[0]>['body'];

/**
 * Begins to add a passkey: the answer's cookie and options belong together for five minutes.
 * @throws ProblemError 401, 422 at `password` when the login is not recent, 429
 */
export async function beginPasskey(
  deps: AccountDependencies,
  { name, password }: NewPasskey,
  visitor: Visitor,
): Promise<WithCookies & { options: Ceremony }> {
  const { user } = await requireProof(deps, password, visitor);
  if (name.length > PASSKEY_NAME_MAX)
    throw fieldsRefused([{ field: 'name', message: `Use at most ${PASSKEY_NAME_MAX} characters.` }]);
  await requireRoom(deps.db, user.id);
  const { headers, response } = await deps.auth.api.generatePasskeyRegistrationOptions({
    headers: visitorHeaders(visitor),
    query: {},
    returnHeaders: true,
  });
  return { options: { ...response }, cookies: headers.getSetCookie() };
}

/** @throws ProblemError 422 when the account has as many as it can */
async function requireRoom(db: Db, userId: string): Promise<void> {
  if ((await listPasskeys(db, userId)).length >= PASSKEYS_MAX)
    throw fieldsRefused([
      { field: 'name', message: `An account can have at most ${PASSKEYS_MAX} passkeys. Remove one, then add another.` },
    ]);
}

/** Adds what the browser's device has made. @throws ProblemError 401, 422 */
export async function addPasskey(
  deps: AccountDependencies,
  { name, response }: { name: string; response: Ceremony },
  visitor: Visitor,
): Promise<void> {
  const { user } = await requireUser(deps, visitor);
  const named = asLine(name).trim().slice(0, PASSKEY_NAME_MAX);
  const isAdded = await deps.mailer.transaction(async (tx) => {
    await lockUntilEnd(tx, `passkeys ${user.id}`);
    // The account may be about to be deleted.
    if (!(await users.keepUser(tx, user.id))) throw loginRequired();
    await requireRoom(tx, user.id);
    try {
      await exposingDatabase(() =>
        deps.authWithin(tx).api.verifyPasskeyRegistration({
          body: { response, ...(named === '' ? {} : { name: named }) },
          headers: visitorHeaders(visitor),
        }),
      );
    } catch (error) {
      // The challenge is used up anyway.
      if (isRefusal(error)) return false;
      throw error;
    }
    await deps.mailer.write(tx, mails.passkeyAddedMail(factsFor(deps, user), named), new Date().toISOString());
    return true;
  });
  if (!isAdded)
    throw fieldsRefused([
      { field: 'response', message: 'This passkey was not accepted. Nothing has changed; try adding it again.' },
    ]);
}

/** @throws ProblemError 401, 404, 422 at `password` when the login is not recent, 429 */
export async function removePasskey(
  deps: AccountDependencies,
  { id, password }: PasskeyRemoval,
  visitor: Visitor,
): Promise<void> {
  const { user } = await requireProof(deps, password, visitor);
  const now = new Date().toISOString();
  await deps.mailer.transaction(async (tx) => {
    const removed = await deletePasskey(tx, user.id, id);
    if (!removed) throw new ProblemError({ status: 404, code: 'not-found', detail: 'There is no such passkey.' });
    await deps.mailer.write(tx, mails.passkeyRemovedMail(factsFor(deps, user), removed.name ?? ''), now);
  });
}

/** Begins to log in. Everybody gets the same answer: it names no account and no passkey. @throws ProblemError 429 */
export async function beginPasskeyLogin(
  { db, auth }: AccountDependencies,
  visitor: Visitor,
): Promise<WithCookies & { options: Ceremony }> {
  await limits.requireAttempt(db, [limits.passkeyOptionsOfIp(visitor.ip)]);
  // Without its cookies: the plugin would name the passkeys of the member who is logged in.
  const { headers, response } = await auth.api.generatePasskeyAuthenticationOptions({
    headers: visitorHeaders({ ip: visitor.ip, headers: {} }),
    returnHeaders: true,
  });
  return { options: { ...response, userVerification: 'required' }, cookies: headers.getSetCookie() };
}

/** @throws ProblemError `wrong-credentials`; 429 */
export async function loginWithPasskey(
  deps: AccountDependencies,
  response: Ceremony,
  visitor: Visitor,
): Promise<WithCookies & { session: Session }> {
  const { db, auth, publicUrl, secret } = deps;
  await limits.requireAttempt(db, [limits.loginOfIp(visitor.ip)]);
  const headers = visitorHeaders(visitor);
  const before = await auth.api.getSession({ headers });
  try {
    const { headers: answer, response: opened } = await exposingDatabase(() =>
      auth.api.verifyPasskeyAuthentication({
        // The plugin checks what is in it.
        body: { response } as unknown as SignedBody,
        headers,
        returnHeaders: true,
      }),
    );
    // The browser gets a new session; the one that it had must not live on without it.
    if (before) await users.endSessions(db, before.user.id, { only: before.session.id });
    const { email } = opened.user;
    const owner = { email, hash: await users.findPasswordOfEmail(db, email) };
    return {
      session: asSession(opened.user),
      cookies: [...answer.getSetCookie(), deviceCookie(publicUrl, secret, owner)],
    };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw new ProblemError({ status: 401, code: 'wrong-credentials', detail: NOT_ACCEPTED });
  }
}

/** The member, who has just logged in or knows the password. @throws ProblemError 401, 422, 429 */
async function requireProof(deps: AccountDependencies, password: string, visitor: Visitor) {
  const found = await requireUser(deps, visitor);
  if (isRecent(found.session)) return found;
  if ((await users.findPassword(deps.db, found.user.id)) === undefined)
    throw new ProblemError({
      status: 401,
      code: 'login-required',
      detail: 'It has been a while since you logged in. Log out and back in, then try again.',
    });
  if (password === '')
    throw fieldsRefused([
      { field: 'password', message: 'It has been a while since you logged in: enter your password, too.' },
    ]);
  await requirePassword(deps, found.user.id, { field: 'password', password });
  return found;
}

/** An error of any status: the plugin answers even 500 when it cannot read a visitor's answer. */
function isRefusal(error: unknown): boolean {
  return error instanceof APIError;
}
