import { sql } from 'kysely';
import { kindOf } from '../database/kind.ts';
import type { Db } from '../database/schema.ts';
import { takeTime } from '../database/take-time.ts';

/** Works on the database as it is now, whatever others write meanwhile; it blocks no one and cannot write. */
export async function inSnapshot<Result>(db: Db, work: (snapshot: Db) => Promise<Result>): Promise<Result> {
  if (kindOf(db) === 'postgres')
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        await takeTime(tx);
        return await work(tx);
      });
  return await db.connection().execute(async (connection) => {
    // Not Kysely's transaction, which takes the write lock. The snapshot is taken at the first read.
    await sql`begin`.execute(connection);
    try {
      await sql`select count(*) from sqlite_master`.execute(connection);
      return await work(connection);
    } finally {
      await sql`rollback`.execute(connection);
    }
  });
}
