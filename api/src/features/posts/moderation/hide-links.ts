/** Mailed links that hide one post. The token is only in the mail (`mail/mailed-token.ts`). */
import { HIDE_LINK_DAYS } from 'shared/rules/limits';
import { DAY_MS } from 'shared/rules/time';
import { lockingFreeRows } from '../../../database/locks.ts';
import type { Db } from '../../../database/schema.ts';

/** Also deletes links that have expired. @param link `hash` is that of its token */
export async function insertHideLink(
  tx: Db,
  link: { hash: string; postId: number; expiresAt: string },
  now: string,
): Promise<void> {
  const expired = tx.selectFrom('hideLinks').select('hash').where('expiresAt', '<', now);
  // Those of posts that are being deleted go with them: waiting for several might deadlock.
  await tx
    .deleteFrom('hideLinks')
    .where('hash', 'in', expired.$call(lockingFreeRows(tx)))
    .execute();
  await tx.insertInto('hideLinks').values(link).execute();
}

/**
 * Posts that were edited after the last mail about them: each mail has a link, which works for as long as every other.
 * One without any was hidden and brought back: nothing tells what had been mailed of it.
 * @param since earlier edits are left out
 */
export async function postsEditedSinceMail(db: Db, since: number): Promise<number[]> {
  const lifeMs = HIDE_LINK_DAYS * DAY_MS;
  const rows = await db
    .selectFrom('posts')
    .leftJoin('hideLinks', 'hideLinks.postId', 'posts.id')
    .select(({ fn }) => ['posts.id', 'posts.editedAt', fn.max('hideLinks.expiresAt').as('lastEnd')])
    .where('posts.editedAt', '>', new Date(since).toISOString())
    .groupBy(['posts.id', 'posts.editedAt'])
    .execute();
  return rows
    .filter(({ editedAt, lastEnd }) => lastEnd === null || Date.parse(editedAt!) > Date.parse(lastEnd) - lifeMs)
    .map(({ id }) => id);
}

/** The post that the link is for, if it still works. @param hashes of its token */
export async function postOfLink(db: Db, hashes: string[], now: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('hideLinks')
    .select('postId')
    .where('hash', 'in', hashes)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return row?.postId;
}
