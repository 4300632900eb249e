/** Where a post shows images that are stored here. */
import { postCalls } from 'shared/contracts/posts';
import type { Db } from '../../../database/schema.ts';
import { imageSizes } from './image-repository.ts';
import { fieldsRefused } from '../../../problem.ts';

const PLACE = new RegExp(`<img src="${postCalls.images}/([\\w-]+)"[^>]*>`, 'g');

/**
 * In sanitised HTML, gives stored images URLs without an origin, so that the site may move, and their size, so that the
 * text around them stays where it is while they load.
 * @returns the content and the images' ids
 * @throws ProblemError if an image is not stored any more
 */
export async function placeImages(
  tx: Db,
  publicUrl: string,
  html: string,
): Promise<{ content: string; images: string[] }> {
  const local = html.replaceAll(`<img src="${publicUrl}${postCalls.images}/`, `<img src="${postCalls.images}/`);
  const images = [...new Set(Array.from(local.matchAll(PLACE), ([, id = '']) => id))];
  if (images.length === 0) return { content: local, images };
  const sizes = new Map((await imageSizes(tx, images)).map((size) => [size.id, size]));
  if (sizes.size < images.length) {
    throw fieldsRefused([
      {
        field: 'content',
        message: 'A picture in this post is no longer stored. Remove it, add it again, then publish.',
      },
    ]);
  }
  const content = local.replace(PLACE, (tag, id: string) => {
    const size = sizes.get(id);
    return size ? sized(tag, size) : tag;
  });
  return { content, images };
}

function sized(tag: string, { width, height }: { width: number; height: number }): string {
  return tag
    .replace(/ (?:width|height)="\d*"/g, '')
    .replace(' loading="lazy"', ` width="${width}" height="${height}" loading="lazy"`);
}
