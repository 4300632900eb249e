/** Mailed links that hide one post. The token is only in the mail (`mail/mailed-token.ts`). */
import type { Db } from '../../../database/schema.ts';
import { hashOfToken } from '../../../mail/mailed-token.ts';

/** Also deletes links that have expired. */
export async function insertHideLink(
  tx: Db,
  { token, ...link }: { token: string; postId: number; expiresAt: string },
  now: string,
): Promise<void> {
  await tx.deleteFrom('hideLinks').where('expiresAt', '<', now).execute();
  await tx
    .insertInto('hideLinks')
    .values({ ...link, hash: hashOfToken(token) })
    .execute();
}

/** The post that the link is for, if it still works. */
export async function postOfLink(db: Db, token: string, now: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('hideLinks')
    .select('postId')
    .where('hash', '=', hashOfToken(token))
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return row?.postId;
}
