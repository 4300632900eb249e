/** What was deleted must not be readable in the files that the database leaves behind. */
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { kindOf } from './kind.ts';
import type { Db } from './schema.ts';

/** Pause between looks whether other programs still read, in milliseconds. */
const RETRY_MS = 20;

/** Pages of the full-text index that one step may write: others wait for it. */
const STEP_PAGES = 50;

/**
 * Writes SQLite's log into the database and empties it. The pages have been overwritten (`secure_delete`), but the log
 * holds them as they were. PostgreSQL keeps deleted rows until its own `vacuum`, and is left alone (docs/admin.md).
 * @param patience how long to wait for other programs that read, in milliseconds
 * @returns whether the log is empty
 */
export async function clearTraces(db: Db, patience = 0): Promise<boolean> {
  if (kindOf(db) !== 'sqlite') return true;
  const deadline = performance.now() + patience;
  // SQLite itself would keep everybody from writing while it waits.
  for (;;) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
    const isEmpty = rows[0]?.busy === 0;
    if (isEmpty || performance.now() > deadline) return isEmpty;
    await delay(RETRY_MS);
  }
}

/**
 * Removes the words of deleted posts from SQLite's full-text index, which only marks them as deleted, step by step. In
 * PostgreSQL they are deleted with the post.
 * @param signal ends it between two steps
 */
export async function clearSearchIndex(db: Db, signal?: AbortSignal): Promise<void> {
  if (kindOf(db) !== 'sqlite' || !(await hasDeletedWords(db))) return;
  for (let changed = true; changed; ) {
    if (signal?.aborted) return;
    changed = await db.connection().execute(async (connection) => {
      const before = await changes(connection);
      // A negative number begins with all segments, even if there is only one.
      await sql`insert into post_search (post_search, rank) values ('merge', ${sql.lit(-STEP_PAGES)})`.execute(
        connection,
      );
      // SQLite's own criterion for whether any work was done.
      return (await changes(connection)) - before >= 2;
    });
  }
}

/**
 * All of the index is written again in the steps above, which a new post alone is no reason for. FTS5 marks what is
 * deleted in pages of their own, with the highest ids (`FTS5_TOMBSTONE_ROWID` in its sources).
 */
async function hasDeletedWords(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from post_search_data where id >= 1 << 53 limit 1`.execute(db);
  return rows.length > 0;
}

async function changes(db: Db): Promise<number> {
  const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(db);
  return rows[0]!.changes;
}
