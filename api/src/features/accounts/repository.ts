/** Users, how they log in, their sessions, and the tokens for new passwords that were mailed to them. */
import { randomUUID } from 'node:crypto';
import { keepingRows, lockingRows } from '../../database/locks.ts';
import type { Db } from '../../database/schema.ts';

/** Better Auth's name for 'by password'. */
const BY_PASSWORD = 'credential';

export interface User {
  id: string;
  name: string;
  email: string;
}

const columns = ['id', 'name', 'email'] as const;

export async function findUserByEmail(db: Db, email: string): Promise<User | undefined> {
  return await db
    .selectFrom('users')
    .select(columns)
    .where('email', '=', email)
    .where('emailVerified', '=', 1)
    .executeTakeFirst();
}

export async function findUser(db: Db, id: string): Promise<User | undefined> {
  return await db.selectFrom('users').select(columns).where('id', '=', id).executeTakeFirst();
}

/** The same within a transaction. Until it ends, the user is not deleted. */
export async function keepUser(tx: Db, id: string): Promise<User | undefined> {
  const query = tx.selectFrom('users').select(columns).where('id', '=', id);
  return await query.$call(keepingRows(tx)).executeTakeFirst();
}

/** Adds a user with a confirmed email address. @returns nothing if it is taken */
export async function insertUser(
  db: Db,
  { name, email, now }: { name: string; email: string; now: string },
): Promise<User | undefined> {
  return await db
    .insertInto('users')
    .values({ id: randomUUID(), name, email, emailVerified: 1, image: null, createdAt: now, updatedAt: now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(columns)
    .executeTakeFirst();
}

/** @returns whether there is such an account */
export async function renameUser(
  db: Db,
  email: string,
  { name, now }: { name: string; now: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ name, updatedAt: now })
    .where('email', '=', email)
    .where('emailVerified', '=', 1)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes the user with everything that refers to it. */
export async function deleteUser(db: Db, id: string): Promise<void> {
  await db.deleteFrom('users').where('id', '=', id).execute();
}

/** Deletes what an older version kept for an unconfirmed address, with a password and sessions without proof. */
export async function deleteUnconfirmedUser(db: Db, email: string): Promise<void> {
  await db.deleteFrom('users').where('email', '=', email).where('emailVerified', '=', 0).execute();
}

export async function deleteUnconfirmedUsersBefore(db: Db, time: string): Promise<void> {
  await db.deleteFrom('users').where('emailVerified', '=', 0).where('createdAt', '<', time).execute();
}

const passwordOf = (db: Db, userId: string) =>
  db.selectFrom('credentials').select('password').where('providerId', '=', BY_PASSWORD).where('accountId', '=', userId);

/** The stored hash; undefined for a person who logs in only through the provider. */
export async function findPassword(db: Db, userId: string): Promise<string | undefined> {
  const row = await passwordOf(db, userId).executeTakeFirst();
  return row?.password ?? undefined;
}

/** The same within a transaction. Until it ends, the password does not change; a change under way is awaited. */
export async function holdPassword(tx: Db, userId: string): Promise<string | undefined> {
  const query = passwordOf(tx, userId);
  const row = await query.$call(lockingRows(tx)).executeTakeFirst();
  return row?.password ?? undefined;
}

/** By email. */
export async function findPasswordOfEmail(db: Db, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('credentials')
    .innerJoin('users', 'users.id', 'userId')
    .select('password')
    .where('providerId', '=', BY_PASSWORD)
    .where('email', '=', email)
    .executeTakeFirst();
  return row?.password ?? undefined;
}

/** Whether there is an account that logs in as this subject of a provider. */
export async function isKnownIdentity(db: Db, providerId: string, subject: string): Promise<boolean> {
  const row = await db
    .selectFrom('credentials')
    .select('id')
    .where('providerId', '=', providerId)
    .where('accountId', '=', subject)
    .executeTakeFirst();
  return row !== undefined;
}

/** Sets the password, whether there was one or not. */
export async function setPassword(db: Db, userId: string, { hash, now }: { hash: string; now: string }): Promise<void> {
  await db
    .insertInto('credentials')
    .values({
      id: randomUUID(),
      userId,
      providerId: BY_PASSWORD,
      accountId: userId,
      password: hash,
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['providerId', 'accountId']).doUpdateSet({ password: hash, updatedAt: now }),
    )
    .execute();
}

export async function listSessions(db: Db, userId: string, now: string) {
  return await db
    .selectFrom('sessions')
    .select(['id', 'ipAddress', 'userAgent', 'createdAt'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .orderBy('createdAt', 'desc')
    .execute();
}

/** Ends sessions of one user: all, one, or all but one. @returns how many */
export async function endSessions(
  db: Db,
  userId: string,
  which: { only?: string; but?: string } = {},
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .$if(which.only !== undefined, (query) => query.where('id', '=', which.only!))
    .$if(which.but !== undefined, (query) => query.where('id', '!=', which.but!))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Ends the session that has this token. */
export async function endSessionOf(db: Db, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token', '=', token).execute();
}

/** Ends the sessions of everybody. @returns how many */
export async function endAllSessions(db: Db): Promise<number> {
  return Number((await db.deleteFrom('sessions').executeTakeFirst()).numDeletedRows);
}

export async function deleteSessionsBefore(db: Db, time: string): Promise<void> {
  await db.deleteFrom('sessions').where('expiresAt', '<', time).execute();
}

/** What every token of a user is for. */
const purpose = 'reset';

/** @returns false if the account has been deleted; if not, it stays until the transaction ends */
export async function insertToken(
  tx: Db,
  { hash, userId, expiresAt }: { hash: string; userId: string; expiresAt: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('accountTokens')
    .columns(['hash', 'userId', 'purpose', 'expiresAt'])
    .expression((query) =>
      query
        .selectFrom('users')
        .select((user) => [
          user.val(hash).as('hash'),
          'id',
          user.val(purpose).as('purpose'),
          user.val(expiresAt).as('expiresAt'),
        ])
        .where('id', '=', userId)
        .$call(keepingRows(tx)),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows! > 0n;
}

/** Id of the token's owner, if the token is still good. */
export async function findTokenOwner(
  db: Db,
  { hashes, now }: { hashes: string[]; now: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('accountTokens')
    .select('userId')
    .where('hash', 'in', hashes)
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return row?.userId;
}

/** Uses the token up: of several simultaneous attempts, one gets its owner. */
export async function consumeToken(
  db: Db,
  { hashes, now }: { hashes: string[]; now: string },
): Promise<string | undefined> {
  const row = await db
    .deleteFrom('accountTokens')
    .where('hash', 'in', hashes)
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', now)
    .returning('userId')
    .executeTakeFirst();
  return row?.userId;
}

export async function deleteTokens(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('accountTokens').where('userId', '=', userId).execute();
}

export async function deleteTokensBefore(db: Db, time: string): Promise<void> {
  await db.deleteFrom('accountTokens').where('expiresAt', '<', time).execute();
}
