/** Deletes accounts at their owner's request, and everything that was never confirmed or has expired. */
import type { AccountDeletion } from 'shared/rules/accounts/account-form';
import type { Db } from '../../database/schema.ts';
import { deleteMailsAbout, deleteMailsTo } from '../../mail/outbox.ts';
import { loginRequired, ProblemError } from '../../problem.ts';
import { takeAwayCookie } from './cookies.ts';
import { type AccountDependencies, factsFor, type Visitor, type WithCookies } from './dependencies.ts';
import { ACCOUNT_TOPIC } from '../../mail/mailed-token.ts';
import * as mails from './mails.ts';
import { requireKept, requirePassword } from './passwords/password.ts';
import { deleteRegistrations, lockEmail } from './registrations/registration-repository.ts';
import { forgetRegistrations } from './registrations/registrations.ts';
import * as users from './repository.ts';
import { isRecent, requireUser } from './session.ts';

/** Deletes the account and everything that refers to it. @throws ProblemError 401, 422, 429 */
export async function deleteAccount(
  deps: AccountDependencies,
  { password }: AccountDeletion,
  visitor: Visitor,
): Promise<WithCookies> {
  const { user, session } = await requireUser(deps, visitor);
  let hash: string | undefined;
  if ((await users.findPassword(deps.db, user.id)) !== undefined) {
    hash = await requirePassword(deps, user.id, { field: 'password', password });
  } else if (!isRecent(session)) {
    throw new ProblemError({
      status: 401,
      code: 'login-required',
      detail: 'It has been a while since you logged in. Log out and back in, then delete the account.',
    });
  }
  const now = new Date().toISOString();
  let mailIds: string[] = [];
  const remove = async (tx: Db) => {
    await lockEmail(tx, user.email);
    if (!(await users.findUser(tx, user.id))) throw loginRequired();
    if (hash !== undefined) await requireKept(tx, user.id, { field: 'password', hash });
    mailIds = await deps.deletePostsOf(tx, user.id);
    await users.deleteUser(tx, user.id);
    await deleteRegistrations(tx, user.email);
    // Also mails from before the account existed, and mails about what it has earned.
    await deleteMailsTo(tx, { topic: ACCOUNT_TOPIC, recipient: user.email });
    await deleteMailsAbout(tx, user.id);
    await deps.mailer.write(tx, mails.accountDeletedMail(factsFor(deps, user)), now);
  };
  // Traces go before mails are sent: otherwise the last mail could be deleted with the others.
  await deps.mailer.transaction(remove, () => deps.leaveNoTrace(user.email, mailIds));
  return { cookies: [takeAwayCookie(deps.publicUrl, 'session'), takeAwayCookie(deps.publicUrl, 'device')] };
}

/** Forgets what has expired, and what was never confirmed. */
export async function forgetExpired(db: Db, time = Date.now()): Promise<void> {
  const now = new Date(time).toISOString();
  await users.deleteSessionsBefore(db, now);
  await users.deleteTokensBefore(db, now);
  await forgetRegistrations(db, time);
}
