import { sql } from 'kysely';
import type { DatabaseKind, Db } from '../../src/database/schema.ts';

/**
 * For a while the database has no room for another row of this table, and reports that itself; it has for all others.
 */
export async function whileFull(
  { db, kind }: { db: Db; kind: DatabaseKind },
  table: string,
  work: () => Promise<unknown>,
): Promise<void> {
  await (kind === 'sqlite' ? fillSqlite(db, table) : fillPostgres(db, table));
  try {
    await work();
  } finally {
    await (kind === 'sqlite' ? sql`drop trigger full_disk` : sql`drop function full_disk() cascade`).execute(db);
    if (kind === 'sqlite') {
      await sql`pragma max_page_count = 1000000`.execute(db);
      await sql`drop table filler`.execute(db);
    }
  }
}

/** The row brings along more than there is room for. */
async function fillSqlite(db: Db, table: string): Promise<void> {
  const { rows } = await sql<{ pageCount: number }>`pragma page_count`.execute(db);
  await sql`create table filler (bytes blob)`.execute(db);
  await sql`create trigger full_disk before insert on ${sql.table(table)}
    begin insert into filler values (zeroblob(1000000)); end`.execute(db);
  await sql`pragma max_page_count = ${sql.lit(rows[0]!.pageCount + 50)}`.execute(db);
}

async function fillPostgres(db: Db, table: string): Promise<void> {
  await sql`create function full_disk() returns trigger language plpgsql
    as $$ begin raise exception using errcode = 'disk_full'; end $$`.execute(db);
  await sql`create trigger full_disk before insert on ${sql.table(table)}
    for each row execute function full_disk()`.execute(db);
}
