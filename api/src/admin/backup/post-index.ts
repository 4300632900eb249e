/** The index that posts are searched by is not copied: each kind of database has its own, made from the posts. */
import { sql } from 'kysely';
import type { Db } from '../../database/schema.ts';
import { indexPosts, wordsOfPost } from '../../features/posts/search/search-index.ts';

/** Posts indexed at a time. */
const BATCH = 50;

/** Within the caller's transaction. */
export async function indexAllPosts(tx: Db): Promise<void> {
  await sql`delete from post_search`.execute(tx);
  for (let after = 0; ; ) {
    const posts = await tx
      .selectFrom('posts')
      .select(['id', 'title', 'content'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    const last = posts.at(-1);
    if (!last) return;
    await indexPosts(
      tx,
      posts.map(({ id, ...post }) => ({ id, words: wordsOfPost(post) })),
    );
    after = last.id;
  }
}
