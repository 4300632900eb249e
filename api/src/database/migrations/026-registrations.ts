import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { CONFIRM_HOURS } from 'shared/rules/limits';

/** What the tables held when an unconfirmed registration was still a user. */
interface Before {
  users: { id: string; name: string; email: string; email_verified: number; created_at: string };
  credentials: { user_id: string; provider_id: string; password: string | null };
  pending_referrals: { user_id: string; referrer_id: string };
  referral_codes: { user_id: string; code: string };
  account_tokens: { hash: string; user_id: string; purpose: string; expires_at: string };
}

interface After extends Before {
  registrations: {
    id: string;
    email: string;
    name: string;
    password: string;
    ref: string | null;
    browser: string | null;
    created_at: string;
    expires_at: string;
  };
  registration_links: { hash: string; email: string; expires_at: string };
}

/** A registration is a row of its own; users are people whose address is confirmed (decision 040). */
export function registrations(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('registrations')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('email', 'text', (column) => column.notNull())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('password', 'text', (column) => column.notNull())
        .addColumn('ref', 'text')
        .addColumn('browser', 'text')
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('registrations_address')
        .on('registrations')
        .columns(['email', 'expires_at'])
        .execute();
      await db.schema.createIndex('registrations_expiry').on('registrations').column('expires_at').execute();

      await db.schema
        .createTable('registration_links')
        .addColumn('hash', 'text', (column) => column.primaryKey())
        .addColumn('email', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('registration_links_address').on('registration_links').column('email').execute();
      await db.schema.createIndex('registration_links_expiry').on('registration_links').column('expires_at').execute();
      await moveUnconfirmedUsers(db as Kysely<After>);
      // A referral is known when the address is confirmed; until then the registration holds its code.
      await db.schema.dropTable('pending_referrals').execute();
    },
  };
}

/** Mails that are on their way keep working: their links lead to the page that asks for the password. */
async function moveUnconfirmedUsers(db: Kysely<After>): Promise<void> {
  const people = await db
    .selectFrom('users')
    .innerJoin('credentials', (join) =>
      join.onRef('credentials.user_id', '=', 'users.id').on('provider_id', '=', 'credential'),
    )
    .leftJoin('pending_referrals', 'pending_referrals.user_id', 'users.id')
    .leftJoin('referral_codes', 'referral_codes.user_id', 'pending_referrals.referrer_id')
    .select([
      'users.id',
      'users.name',
      'users.email',
      'users.created_at',
      'credentials.password',
      'referral_codes.code',
    ])
    .where('email_verified', '=', 0)
    .execute();
  for (const { id, name, email, created_at, password, code } of people) {
    const expires_at = new Date(Date.parse(created_at) + CONFIRM_HOURS * 60 * 60 * 1000).toISOString();
    if (password === null) continue;
    const registration = { id, email, name, password, ref: code, browser: null, created_at, expires_at };
    await db.insertInto('registrations').values(registration).execute();
  }
  const links = await db
    .selectFrom('account_tokens')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['hash', 'email', 'expires_at'])
    .where('purpose', '=', 'confirm')
    .where('email_verified', '=', 0)
    .execute();
  for (const link of links) await db.insertInto('registration_links').values(link).execute();
  // Their sessions, passwords and tokens go with them. Tokens of users are for new passwords from now on.
  await db.deleteFrom('users').where('email_verified', '=', 0).execute();
  await db.deleteFrom('account_tokens').where('purpose', '=', 'confirm').execute();
}
