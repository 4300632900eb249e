/** The posts' part of the site map. */
import { href, paths } from 'shared/contracts/paths';
import { postFeeds } from 'shared/contracts/posts';
import { siteMap, siteMapIndex } from 'shared/node/site-map';
import type { PostDates } from '../repository.ts';

/** @param parts how many there are */
export function sitemapIndex(parts: number, origin: string): string {
  return siteMapIndex(
    Array.from({ length: parts }, (_, index) => `${postFeeds.sitemap}?part=${index + 1}`),
    origin,
  );
}

export function sitemapPart(posts: PostDates[], origin: string): string {
  return siteMap(
    posts.map(({ id, createdAt, editedAt }) => ({ path: href(paths.post, { id }), changed: editedAt ?? createdAt })),
    origin,
  );
}
