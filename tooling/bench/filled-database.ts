/** Databases full of posts, made with the API's own code. */
import { tmpdir } from 'node:os';
import { sql } from 'kysely';
import { migrate } from '../../api/src/database/migrate.ts';
import { openDatabase } from '../../api/src/database/open.ts';
import type { DatabaseKind } from '../../api/src/database/schema.ts';
import { indexPosts } from '../../api/src/features/posts/search/search-index.ts';
import { wordsOf } from '../../api/src/features/posts/search/search-words.ts';
import { EXCERPT_MAX } from '../../shared/rules/limits.ts';
import type { RunningPostgres } from '../postgres/start-postgres.ts';

/** Occurs in this many posts of every database. */
export const RARE_WORD = { word: 'quokka', posts: 50 };

/** Posts written with one statement. */
const BATCH = 100;
const VOCABULARY = 5_000;
const WORDS_PER_PARAGRAPH = 60;
const PARAGRAPHS = 2;

interface Filling {
  kind: DatabaseKind;
  /** How many there are in the end, the site's own articles included. */
  posts: number;
  /** An empty folder for it. */
  dataDir: string;
  postgres: RunningPostgres;
}

/** @returns what an API process needs to use the database */
export async function fillDatabase({ kind, posts, dataDir, postgres }: Filling): Promise<Record<string, string>> {
  const url = kind === 'postgres' ? await newDatabase(postgres, `posts_${posts}`) : undefined;
  const db = openDatabase({ dataDir, url });
  try {
    await migrate(db);
    const tune = async (statement: string) => kind === 'postgres' && (await sql.raw(statement).execute(db));
    // Many rows enter the index faster through its list of pending entries.
    await tune('alter index post_search_words set (fastupdate = on)');
    await db.transaction().execute(async (tx) => {
      const own = await tx.selectFrom('posts').select('id').execute();
      const missing = posts - own.length;
      for (let first = 0; first < missing; first += BATCH) {
        const batch = Array.from({ length: Math.min(BATCH, missing - first) }, (_, index) =>
          newPost(first + index, missing),
        );
        const ids = await tx
          .insertInto('posts')
          .values(batch.map(({ post }) => post))
          .returning('id')
          .execute();
        await indexPosts(
          tx,
          ids.map(({ id }, index) => ({ id, words: batch[index]?.words ?? [] })),
        );
      }
    });
    await tune('alter index post_search_words set (fastupdate = off)');
    await tune("select gin_clean_pending_list('post_search_words')");
    // What PostgreSQL does by itself sooner or later.
    await tune('analyze posts');
    await tune('analyze post_search');
  } finally {
    await db.destroy();
  }
  return { DATA_DIR: dataDir, DATABASE_URL: url ?? '' };
}

async function newDatabase(postgres: RunningPostgres, name: string): Promise<string> {
  const db = openDatabase({ dataDir: tmpdir(), url: postgres.url });
  try {
    await sql.raw(`create database ${name}`).execute(db);
  } finally {
    await db.destroy();
  }
  return postgres.urlOf(name);
}

/** Post number `n` of `count`; the rare word is spread over all of them. */
function newPost(n: number, count: number) {
  const every = Math.floor(count / RARE_WORD.posts);
  const title = n % every === 0 && n / every < RARE_WORD.posts ? `Post ${n} ${RARE_WORD.word}` : `Post ${n}`;
  const paragraphs = Array.from({ length: PARAGRAPHS }, (_, index) => words(n * PARAGRAPHS + index));
  return {
    words: wordsOf(`${title} ${paragraphs.join(' ')}`),
    post: {
      title,
      content: paragraphs.map((text) => `<p>${text}</p>`).join(''),
      excerpt: paragraphs[0]?.slice(0, EXCERPT_MAX) ?? '',
      author: null,
      createdAt: new Date(Date.UTC(2025, 0, 1) + n * 60_000).toISOString(),
    },
  };
}

/** A paragraph that is the same for the same number: common words often, others seldom, as in a language. */
function words(seed: number): string {
  let state = seed + 1;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return Array.from(
    { length: WORDS_PER_PARAGRAPH },
    () => `word${Math.floor(VOCABULARY * next() ** 3).toString(36)}`,
  ).join(' ');
}
