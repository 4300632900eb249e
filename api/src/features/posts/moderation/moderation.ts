/** Posts and images are taken off the site, brought back, or deleted for good. */
import { lockingRows } from '../../../database/locks.ts';
import type { Db } from '../../../database/schema.ts';
import type { FileStore } from '../../../files/file-store.ts';
import { clearSearchIndex } from '../../../database/traces.ts';
import { removeFilesOf, type WarningLog } from '../../../mail/files.ts';
import { deleteMailsAbout } from '../../../mail/outbox.ts';
import { keepImagesOf } from '../images/image-repository.ts';
import { topicOf } from './moderation-mails.ts';
import { lockOwnerOf, lockPost } from '../own-post-repository.ts';
import { forgetPost, indexPosts, wordsOfPost } from '../search/search-index.ts';

/**
 * Moves the post to its own table, so that no list, search or feed has to think of hidden posts. Its images stay.
 * @returns whether there was such a post
 */
export async function hidePost(db: Db, id: number): Promise<boolean> {
  return await db.transaction().execute((tx) => hidePostRows(tx, id));
}

/** The same within the caller's transaction. Of several that try at once, one succeeds. */
export async function hidePostRows(tx: Db, id: number): Promise<boolean> {
  await lockOwnerOf(tx, id);
  const post = await tx.selectFrom('posts').selectAll().where('id', '=', id).$call(lockingRows(tx)).executeTakeFirst();
  if (!post) return false;
  await tx
    .insertInto('hiddenPosts')
    .values({ ...post, hiddenAt: new Date().toISOString() })
    .execute();
  await keepImagesOf(tx, id);
  const images = await tx.selectFrom('postImages').selectAll().where('postId', '=', id).execute();
  if (images.length > 0) await tx.insertInto('hiddenPostImages').values(images).execute();
  await tx.deleteFrom('hideLinks').where('postId', '=', id).execute();
  await removePost(tx, id);
  return true;
}

/** @returns whether there was such a hidden post */
export async function showPost(db: Db, id: number): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    await lockOwnerOf(tx, id);
    const hidden = await tx
      .selectFrom('hiddenPosts')
      .selectAll()
      .where('id', '=', id)
      .$call(lockingRows(tx))
      .executeTakeFirst();
    if (!hidden) return false;
    const { hiddenAt: _, ...post } = hidden;
    await tx.insertInto('posts').values(post).execute();
    await indexPosts(tx, [{ id, words: wordsOfPost(post) }]);
    await keepImagesOf(tx, id);
    const images = await tx.selectFrom('hiddenPostImages').selectAll().where('postId', '=', id).execute();
    if (images.length > 0) await tx.insertInto('postImages').values(images).execute();
    await tx.deleteFrom('hiddenPosts').where('id', '=', id).execute();
    return true;
  });
}

/**
 * Deletes a post, hidden or not.
 * @param mails folder of mails as files @param log gets what keeps them @returns whether there was such a post
 */
export async function deletePost(db: Db, id: number, mails: string, log: WarningLog): Promise<boolean> {
  const { wasThere, mailIds } = await db.transaction().execute((tx) => deletePostRows(tx, id));
  await removeFilesOf(mails, mailIds, log);
  await clearSearchIndex(db);
  return wasThere;
}

/** Deletes a post, hidden or not, with its reports and mails. @returns the mails' ids, some of which may be files */
export async function deletePostRows(tx: Db, id: number): Promise<{ wasThere: boolean; mailIds: string[] }> {
  // First, as when it is hidden: in another order the two may deadlock.
  await lockPost(tx, id);
  await tx.deleteFrom('postReports').where('postId', '=', id).execute();
  await tx.deleteFrom('hideLinks').where('postId', '=', id).execute();
  const mailIds = await deleteMailsAbout(tx, topicOf(id));
  const shown = await removePost(tx, id);
  const hidden = await tx.deleteFrom('hiddenPosts').where('id', '=', id).executeTakeFirst();
  return { wasThere: shown || hidden.numDeletedRows > 0n, mailIds };
}

async function removePost(tx: Db, id: number): Promise<boolean> {
  await forgetPost(tx, id);
  await tx.deleteFrom('postImages').where('postId', '=', id).execute();
  return (await tx.deleteFrom('posts').where('id', '=', id).executeTakeFirst()).numDeletedRows > 0n;
}

/** @returns whether there was such an image */
export async function setImageHidden(db: Db, id: string, isHidden: boolean): Promise<boolean> {
  const hiddenAt = isHidden ? new Date().toISOString() : null;
  return (await db.updateTable('images').set({ hiddenAt }).where('id', '=', id).executeTakeFirst()).numUpdatedRows > 0n;
}

/** Posts that show it keep a gap. @returns whether it existed @throws FileStoreError: housekeeping deletes its file */
export async function deleteImage(db: Db, files: FileStore, id: string): Promise<boolean> {
  const names = await db.transaction().execute(async (tx) => {
    // First: a post that is being published with it is one of those that keep a gap.
    await tx.selectFrom('images').select('id').where('id', '=', id).$call(lockingRows(tx)).execute();
    await tx.deleteFrom('postImages').where('imageId', '=', id).execute();
    const deleted = await tx.deleteFrom('images').where('id', '=', id).returning('storedAs').execute();
    const storedAs = deleted.map((image) => image.storedAs);
    await files.doom(tx, storedAs);
    return storedAs;
  });
  if (names.length > 0) await files.sweep(names);
  return names.length > 0;
}
