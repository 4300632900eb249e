/** Images of posts. */
import type { ExpressionBuilder } from 'kysely';
import { keepingRows, lockingFreeRows } from '../../../database/locks.ts';
import type { Part } from '../../../database/parts.ts';
import type { Db, Schema } from '../../../database/schema.ts';

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

/** Ids of those in a part of all images that were sent before `time` and that no post uses. */
export async function listUnusedImages(db: Db, [after, upTo]: Part, time: string): Promise<string[]> {
  const unused = await db
    .selectFrom('images')
    .select('id')
    .where('id', '>', after)
    .where('id', '<=', upTo)
    .where('createdAt', '<', time)
    .where((image) => image.not(isUsed(image)))
    .execute();
  return unused.map(({ id }) => id);
}

/** Whether a post shows it, published or hidden. */
const isUsed = ({ exists, or, selectFrom }: ExpressionBuilder<Schema, 'images'>) =>
  or([
    exists(selectFrom('postImages').select('imageId').whereRef('imageId', '=', 'images.id')),
    exists(selectFrom('hiddenPostImages').select('imageId').whereRef('imageId', '=', 'images.id')),
  ]);

/** Deletes those of the given images that are still unused and older than `time`. @returns names of their files */
export async function deleteUnusedImages(tx: Db, time: string, ids: string[]): Promise<string[]> {
  const deleted = await tx
    .deleteFrom('images')
    .where('id', 'in', (unused) =>
      unused
        .selectFrom('images')
        .select('id')
        .where('id', 'in', ids)
        .where('createdAt', '<', time)
        .where((image) => image.not(isUsed(image)))
        // A post may be about to use it, or a visitor to renew it.
        .$call(lockingFreeRows(tx)),
    )
    .returning('storedAs')
    .execute();
  return deleted.map(({ storedAs }) => storedAs);
}
