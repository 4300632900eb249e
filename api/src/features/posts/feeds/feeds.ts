/** What the feeds and the site map hold. */
import type { Db } from '../../../database/schema.ts';
import * as posts from '../repository.ts';
import { ProblemError } from '../../../problem.ts';

/** A feed has at most this many posts … */
const FEED_SIZE = 20;
/** … and no further ones once their contents together reach this many characters. */
const FEED_CONTENT_MAX = 400_000;
/** Ids of one part of the site map. The protocol allows 50,000 URLs. */
const PART_SIZE = 10_000;

export async function readFeed(db: Db): Promise<posts.StoredPost[]> {
  return await posts.listPosts(db, { limit: FEED_SIZE, maxContent: FEED_CONTENT_MAX });
}

export async function sitemapParts(db: Db): Promise<number> {
  return Math.ceil((await posts.newestId(db)) / PART_SIZE);
}

/**
 * Part 1 holds the first ids, so a full part changes only when its posts are edited. @throws ProblemError `not-found`
 */
export async function readSitemapPart(db: Db, part: number): Promise<posts.PostDates[]> {
  if (part > (await sitemapParts(db)))
    throw new ProblemError({ status: 404, code: 'not-found', detail: 'The site map has no such part.' });
  return await posts.listDates(db, { after: (part - 1) * PART_SIZE, upTo: part * PART_SIZE });
}
