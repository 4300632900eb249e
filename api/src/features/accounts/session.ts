/** Logging in and out. No answer tells whether an account exists: status, body and time are the same. */
import { APIError } from 'better-auth/api';
import { ACCOUNT_HEADER } from 'shared/contracts/account';
import type { Session } from 'shared/contracts/shell';
import { checkCredentials } from 'shared/rules/accounts/account';
import type { Credentials } from 'shared/rules/accounts/login-form';
import { MINUTE_MS } from 'shared/rules/time';
import { giveBackWithin, type Limit } from '../../database/attempts.ts';
import { isRefusedReference } from '../../database/problem.ts';
import type { Db } from '../../database/schema.ts';
import { fieldsRefused, loginRequired, ProblemError } from '../../problem.ts';
import { untilFullStep } from './answer-time.ts';
import { visitorHeaders } from './better-auth.ts';
import { cookieOf, deviceCookie, deviceOf } from './cookies.ts';
import { type AccountDependencies, canonical, type Visitor, type WithCookies } from './dependencies.ts';
import * as limits from './limits.ts';
import { isPasswordOfAnybody } from './passwords/passwords.ts';
import { withProven } from './passwords/proven-password.ts';
import * as users from './repository.ts';

/** The same whatever is wrong: no account, another password, an address that is not confirmed. */
const WRONG_CREDENTIALS =
  'Wrong email address or password. Check both, or set a new password. If you have just registered, open the link in our email first.';

/** A hash takes about a third of it on a machine that has little to do. Only a wrong password waits for it. */
const WRONG_STEP_MS = 100;
/** How long after logging in the password is not asked for again, nor a new login where there is none. */
const RECENT_MS = 10 * MINUTE_MS;

/**
 * An account whose address is not confirmed answers like one that does not exist: a person who has just registered an
 * address would otherwise learn whether it had an account before (decision 034).
 * @throws ProblemError `wrong-credentials`; 429
 */
export async function login(
  deps: AccountDependencies,
  values: Credentials,
  visitor: Visitor,
): Promise<WithCookies & { session: Session }> {
  const problems = checkCredentials(values);
  if (problems.length > 0) throw fieldsRefused(problems);
  const begun = performance.now();
  const { db, auth, publicUrl, secret, passwordCost } = deps;
  const email = canonical(values.email);
  const owner = { email, hash: await users.findPasswordOfEmail(db, email) };
  const device = deviceOf(cookieOf(publicUrl, visitor.headers.cookie, 'device'), secret, owner);
  const perPerson = device === undefined ? limits.loginOfAccount(email) : limits.loginOfDevice(device);
  await limits.requireAttempt(db, device === undefined ? [perPerson, limits.loginOfIp(visitor.ip)] : [perPerson]);
  const headers = visitorHeaders(visitor);
  const { hash } = owner;
  const { password } = values;
  // For an existing account Better Auth would do more work.
  if (!(await isPasswordOfAnybody(hash, password, passwordCost)) || hash === undefined)
    throw await wrongCredentials(begun);
  const before = await auth.api.getSession({ headers });
  try {
    const { headers: answer, response } = await withProven({ hash, password }, () =>
      auth.api.signInEmail({ body: { email, password }, headers, returnHeaders: true }),
    );
    if (!(await hasKeptPassword(db, { user: response.user, hash, token: response.token, limit: perPerson })))
      throw await wrongCredentials(begun);
    // The browser gets a new session; the one that it had must not live on without it.
    if (before) await users.endSessions(db, before.user.id, { only: before.session.id });
    return {
      session: asSession(response.user),
      cookies: [...answer.getSetCookie(), deviceCookie(publicUrl, secret, owner)],
    };
  } catch (error) {
    // The account has just been deleted.
    if (isRefusedReference(error)) throw await wrongCredentials(begun);
    if (!(error instanceof APIError) || error.statusCode >= 500) throw error;
    throw await wrongCredentials(begun);
  }
}

/**
 * Changing a password ends all sessions. One that is just being opened with the former password must not outlast that.
 * Otherwise the attempt is given back.
 */
async function hasKeptPassword(
  db: Db,
  { user, hash, token, limit }: { user: { id: string }; hash: string; token: string; limit: Limit },
): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    const isKept = (await users.holdPassword(tx, user.id)) === hash;
    await (isKept ? giveBackWithin(tx, limit.of) : users.endSessionOf(tx, token));
    return isKept;
  });
}

/** Ends the visitor's session, if there is one. */
export async function logout({ db, auth }: AccountDependencies, visitor: Visitor): Promise<WithCookies> {
  const headers = visitorHeaders(visitor);
  // Better Auth only takes the cookie away, and says nothing, if the session itself cannot be deleted.
  const open = await auth.api.getSession({ headers });
  if (open) await users.endSessions(db, open.user.id, { only: open.session.id });
  const { headers: answer } = await auth.api.signOut({ headers, returnHeaders: true });
  return { cookies: answer.getSetCookie() };
}

export async function sessionOf(deps: AccountDependencies, visitor: Visitor): Promise<Session> {
  const user = await userOf(deps, visitor);
  return user ? asSession(user) : { status: 'anonymous' };
}

/** Of the user it takes only what may be told. */
export function asSession({ id, name }: { id: string; name: string }): Session {
  return { status: 'signed-in', id, name };
}

/** The member who is logged in, if there is one. */
export async function userOf({ auth }: AccountDependencies, visitor: Visitor) {
  return (await auth.api.getSession({ headers: visitorHeaders(visitor) }))?.user;
}

/** The member who is logged in. @throws ProblemError 401; 409 if the page shows another account */
export async function requireUser({ auth }: AccountDependencies, visitor: Visitor) {
  const found = await auth.api.getSession({ headers: visitorHeaders(visitor) });
  if (!found) throw loginRequired();
  const shown = visitor.headers[ACCOUNT_HEADER];
  if (shown && shown !== found.user.id) throw otherAccount();
  return { user: found.user, session: found.session };
}

/** The session has changed in another tab since the page was loaded. */
export function otherAccount(): ProblemError {
  return new ProblemError({
    status: 409,
    code: 'other-account',
    detail: 'You are now logged in to another account. Log in to the one that you began with, then try again.',
  });
}

/** Whether the member has logged in so recently that it proves who they are. */
export function isRecent({ createdAt }: { createdAt: Date }): boolean {
  // What is further ahead than that is from before the clock was set back.
  return Math.abs(Date.now() - createdAt.getTime()) <= RECENT_MS;
}

async function wrongCredentials(begun: number): Promise<ProblemError> {
  await untilFullStep(WRONG_STEP_MS, begun);
  return new ProblemError({ status: 401, code: 'wrong-credentials', detail: WRONG_CREDENTIALS });
}
