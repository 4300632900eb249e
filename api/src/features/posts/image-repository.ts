/** Pictures of posts. */
import type { Db } from '../../database/schema.ts';

interface ImageSize {
  id: string;
  width: number;
  height: number;
}

/** Stores a picture, or keeps the one with the same id for another while. */
export async function insertImage(db: Db, image: ImageSize & { data: Uint8Array; now: string }): Promise<void> {
  const { id, width, height, data, now } = image;
  await db
    .insertInto('images')
    .values({ id, width, height, data, createdAt: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ createdAt: now }))
    .execute();
}

/** Nothing for one that an administrator has hidden. */
export async function findImage(db: Db, id: string): Promise<Uint8Array | undefined> {
  const image = await db
    .selectFrom('images')
    .select('data')
    .where('id', '=', id)
    .where('hiddenAt', 'is', null)
    .executeTakeFirst();
  return image?.data;
}

/** The stored ones of the given pictures. */
export async function imageSizes(db: Db, ids: string[]): Promise<ImageSize[]> {
  return await db.selectFrom('images').select(['id', 'width', 'height']).where('id', 'in', ids).execute();
}

/** Keeps the pictures as long as the post. */
export async function usePostImages(db: Db, postId: number, ids: string[]): Promise<void> {
  await db
    .insertInto('postImages')
    .values(ids.map((id) => ({ imageId: id, postId })))
    .execute();
}

/** Gives an edited post other pictures; those that no post uses any more go with housekeeping. */
export async function replacePostImages(db: Db, postId: number, ids: string[]): Promise<void> {
  await db.deleteFrom('postImages').where('postId', '=', postId).execute();
  if (ids.length > 0) await usePostImages(db, postId, ids);
}

/** Deletes pictures that were sent before `time` and that no post uses, at most `limit`. @returns how many */
export async function deleteUnusedImages(db: Db, time: string, limit: number): Promise<number> {
  const result = await db
    .deleteFrom('images')
    .where('id', 'in', (unused) =>
      unused
        .selectFrom('images')
        .select('id')
        .where('createdAt', '<', time)
        .where('id', 'not in', (used) => used.selectFrom('postImages').select('imageId'))
        .where('id', 'not in', (used) => used.selectFrom('hiddenPostImages').select('imageId'))
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
