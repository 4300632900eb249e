/** Mailed links that hide one post. The token is only in the mail (`mail/mailed-token.ts`). */
import { HIDE_LINK_DAYS } from 'shared/rules/limits';
import { DAY_MS } from 'shared/rules/time';
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

/**
 * Posts that were edited after the last mail about them: each mail has a link, which works for as long as every other.
 * @param since posts without a mail since then are left out
 */
export async function postsEditedSinceMail(db: Db, since: number): Promise<number[]> {
  const lifeMs = HIDE_LINK_DAYS * DAY_MS;
  const rows = await db
    .selectFrom('hideLinks')
    .innerJoin('posts', 'posts.id', 'hideLinks.postId')
    .select(({ fn }) => ['posts.id', 'posts.editedAt', fn.max('hideLinks.expiresAt').as('lastEnd')])
    .where('hideLinks.expiresAt', '>', new Date(since + lifeMs).toISOString())
    .where('posts.editedAt', 'is not', null)
    .groupBy(['posts.id', 'posts.editedAt'])
    .execute();
  return rows
    .filter(({ editedAt, lastEnd }) => Date.parse(editedAt!) > Date.parse(lastEnd) - lifeMs)
    .map(({ id }) => id);
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
