/**
 * Registrations and the links that were mailed for them. A link belongs to an address, not to one registration: opening
 * it proves access to the mailbox, and not yet which registration is theirs (decision 040).
 */
import { randomUUID } from 'node:crypto';
import type { Db } from '../../../database/schema.ts';
import { lockUntilEnd } from '../../../database/locks.ts';

/** Newest registrations of one address that are kept. */
const KEPT = 100;

interface NewRegistration {
  email: string;
  name: string;
  /** The stored hash. */
  password: string;
  ref: string | null;
  /** Hash of the browser's secret. */
  browser: string;
  /** When the person registered, for the referral programme. */
  createdAt: string;
  expiresAt: string;
}

export interface StoredRegistration {
  name: string;
  password: string;
  ref: string | null;
  createdAt: string;
}

/**
 * One transaction at a time changes an address's registrations, or the password of its account, or deletes that: two
 * that delete the same rows may deadlock.
 */
export async function lockEmail(tx: Db, email: string): Promise<void> {
  await lockUntilEnd(tx, `registrations ${email}`);
}

/** Addresses that wait to be confirmed, or whose links do. */
export async function listWaitingEmails(db: Db): Promise<string[]> {
  const links = db.selectFrom('registrationLinks').select('email');
  return (await db.selectFrom('registrations').select('email').union(links).execute()).map(({ email }) => email);
}

/** The oldest ones of the address make room, so that nobody can fill the table with one address. */
export async function insertRegistration(db: Db, registration: NewRegistration): Promise<void> {
  const { email } = registration;
  await db
    .insertInto('registrations')
    .values({ id: randomUUID(), ...registration })
    .execute();
  await db
    .deleteFrom('registrations')
    .where('email', '=', email)
    .where('id', 'in', (query) =>
      query
        .selectFrom('registrations')
        .select('id')
        .where('email', '=', email)
        .orderBy('expiresAt', 'desc')
        .orderBy('id')
        // SQLite wants a limit before an offset.
        .limit(1_000)
        .offset(KEPT),
    )
    .execute();
}

/** Newest first. */
export async function listRegistrations(
  db: Db,
  { email, now, limit }: { email: string; now: string; limit: number },
): Promise<StoredRegistration[]> {
  return await live(db, email, now).limit(limit).execute();
}

/** The newest one of those that a browser has sent. @param browser hash of its secret */
export async function findRegistrationOf(
  db: Db,
  { email, browser, now }: { email: string; browser: string; now: string },
): Promise<StoredRegistration | undefined> {
  return await live(db, email, now).where('browser', '=', browser).limit(1).executeTakeFirst();
}

function live(db: Db, email: string, now: string) {
  return db
    .selectFrom('registrations')
    .select(['name', 'password', 'ref', 'createdAt'])
    .where('email', '=', email)
    .where('expiresAt', '>', now)
    .orderBy('expiresAt', 'desc')
    .orderBy('id');
}

export async function insertLink(db: Db, link: { hash: string; email: string; expiresAt: string }): Promise<void> {
  await db.insertInto('registrationLinks').values(link).execute();
}

/** The address that a link proves, while the link is good. */
export async function findLinkEmail(
  db: Db,
  { hashes, now }: { hashes: string[]; now: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('registrationLinks')
    .select('email')
    .where('hash', 'in', hashes)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return row?.email;
}

/** Uses the link up: of several simultaneous attempts, one gets its address. */
export async function consumeLink(
  db: Db,
  { hashes, now }: { hashes: string[]; now: string },
): Promise<string | undefined> {
  const row = await db
    .deleteFrom('registrationLinks')
    .where('hash', 'in', hashes)
    .where('expiresAt', '>', now)
    .returning('email')
    .executeTakeFirst();
  return row?.email;
}

/** Deletes all that waits for an address: it has an account now, or none is wanted. @returns how many registrations */
export async function deleteRegistrations(db: Db, email: string): Promise<number> {
  await db.deleteFrom('registrationLinks').where('email', '=', email).execute();
  const { numDeletedRows } = await db.deleteFrom('registrations').where('email', '=', email).executeTakeFirst();
  return Number(numDeletedRows);
}

export async function deleteRegistrationsBefore(db: Db, time: string): Promise<void> {
  await db.deleteFrom('registrationLinks').where('expiresAt', '<', time).execute();
  await db.deleteFrom('registrations').where('expiresAt', '<', time).execute();
}
