/** Passkeys of accounts. Better Auth's plugin adds them and looks them up at a login. */
import type { Db } from '../../../database/schema.ts';

export interface PasskeyRow {
  id: string;
  name: string | null;
  createdAt: string;
}

/** Newest first. */
export async function listPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .execute();
}

/** @returns its name, or nothing if the account has no such passkey */
export async function deletePasskey(db: Db, userId: string, id: string): Promise<{ name: string | null } | undefined> {
  return await db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning('name')
    .executeTakeFirst();
}
