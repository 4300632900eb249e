/** Images of posts. */
import { keepingRows, lockingFreeRows } from '../../../database/locks.ts';
import type { Db } from '../../../database/schema.ts';

interface ImageSize {
  id: string;
  width: number;
  height: number;
}

/** Stores an image, or keeps the one with the same id, and its file, for a while longer. */
export async function insertImage(db: Db, image: ImageSize & { storedAs: string; now: string }): Promise<void> {
  const { now, ...row } = image;
  await db
    .insertInto('images')
    .values({ ...row, createdAt: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ createdAt: now }))
    .execute();
}

/** Keeps an existing image for a while longer. @returns whether it exists */
export async function renewImage(db: Db, id: string, now: string): Promise<boolean> {
  const renewed = await db.updateTable('images').set({ createdAt: now }).where('id', '=', id).executeTakeFirst();
  return renewed.numUpdatedRows > 0n;
}

/** Name of the file it is kept in; nothing for one that an administrator has hidden. */
export async function findImage(db: Db, id: string): Promise<string | undefined> {
  const image = await db
    .selectFrom('images')
    .select('storedAs')
    .where('id', '=', id)
    .where('hiddenAt', 'is', null)
    .executeTakeFirst();
  return image?.storedAs;
}

/** Those of the given images that are stored. They are not deleted until the transaction ends. */
export async function imageSizes(tx: Db, ids: string[]): Promise<ImageSize[]> {
  return await tx
    .selectFrom('images')
    .select(['id', 'width', 'height'])
    .where('id', 'in', ids)
    .$call(keepingRows(tx))
    .execute();
}

/** The images of this post, shown or hidden, are not deleted until the transaction ends. */
export async function keepImagesOf(tx: Db, postId: number): Promise<void> {
  const used = tx.selectFrom('postImages').select('imageId').where('postId', '=', postId);
  const hidden = tx.selectFrom('hiddenPostImages').select('imageId').where('postId', '=', postId);
  await tx
    .selectFrom('images')
    .select('id')
    .where((image) => image.or([image('id', 'in', used), image('id', 'in', hidden)]))
    .$call(keepingRows(tx))
    .execute();
}

/** Images that these posts show, hidden posts included. @returns each image once, with the name of its file */
export async function listImagesOf(db: Db, postIds: readonly number[]): Promise<{ id: string; storedAs: string }[]> {
  if (postIds.length === 0) return [];
  const used = db.selectFrom('postImages').select('imageId').where('postId', 'in', postIds);
  const hidden = db.selectFrom('hiddenPostImages').select('imageId').where('postId', 'in', postIds);
  return await db
    .selectFrom('images')
    .select(['id', 'storedAs'])
    .where((image) => image.or([image('id', 'in', used), image('id', 'in', hidden)]))
    .execute();
}

/** Keeps the images as long as the post. */
export async function usePostImages(db: Db, postId: number, ids: string[]): Promise<void> {
  await db
    .insertInto('postImages')
    .values(ids.map((id) => ({ imageId: id, postId })))
    .execute();
}

/** Gives an edited post other images; housekeeping deletes those that no post uses any more. */
export async function replacePostImages(db: Db, postId: number, ids: string[]): Promise<void> {
  await db.deleteFrom('postImages').where('postId', '=', postId).execute();
  if (ids.length > 0) await usePostImages(db, postId, ids);
}

/** Deletes images that were sent before `time` and that no post uses, at most `limit`. @returns names of their files */
export async function deleteUnusedImages(tx: Db, time: string, limit: number): Promise<string[]> {
  const deleted = await tx
    .deleteFrom('images')
    .where('id', 'in', (unused) =>
      unused
        .selectFrom('images')
        .select('id')
        .where('createdAt', '<', time)
        .where('id', 'not in', (used) => used.selectFrom('postImages').select('imageId'))
        .where('id', 'not in', (used) => used.selectFrom('hiddenPostImages').select('imageId'))
        .limit(limit)
        // A post may be about to use it, or a visitor to renew it.
        .$call(lockingFreeRows(tx)),
    )
    .returning('storedAs')
    .execute();
  return deleted.map(({ storedAs }) => storedAs);
}
