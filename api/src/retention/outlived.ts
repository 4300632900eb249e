/** Deletes what is old, a few rows at a time: no writer waits long, and every batch is a transaction of its own. */
import { sql } from 'kysely';
import type { Db, Schema } from '../database/schema.ts';
import { kindOf } from '../database/kind.ts';
import { deleteApplication } from '../features/careers/repository.ts';
import type { FileStore } from '../files/file-store.ts';
import { deleteMailsAbout } from '../mail/outbox.ts';

export interface Batch {
  /** Older rows are deleted. */
  before: string;
  /** Most rows at a time. */
  limit: number;
}

interface OldRows {
  table: keyof Schema;
  /** Its primary key. */
  key: string;
  /** The column that says how old a row is. */
  age: string;
  /** Only rows with these values. */
  only?: Record<string, string>;
}

/** @returns how many */
export async function deleteOldRows(
  db: Db,
  { table, key, age, only = {} }: OldRows,
  { before, limit }: Batch,
): Promise<number> {
  const conditions = Object.entries(only).map(([column, value]) => sql` and ${sql.ref(column)} = ${value}`);
  const isOld = sql`${sql.ref(age)} < ${before}${sql.join(conditions, sql``)}`;
  // What is about to be renewed goes another time, if at all: while this waited for it, they might have to wait for
  // another row of the batch. SQLite has one writer at a time anyway.
  const unlessInUse = kindOf(db) === 'postgres' ? sql`for update skip locked` : sql``;
  const result = await sql`
    delete from ${sql.table(table)} where ${sql.ref(key)} in (
      select ${sql.ref(key)} from ${sql.table(table)} where ${isOld}
      order by ${sql.ref(age)} limit ${limit} ${unlessInUse}
    )`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}

/** Deletes applications with their CVs, and with mails about them that could not be sent. @returns how many */
export async function deleteOldApplications(db: Db, files: FileStore, { before, limit }: Batch): Promise<number> {
  return await db.transaction().execute(async (tx) => {
    const old = await tx
      .selectFrom('applications')
      .select('id')
      .where('createdAt', '<', before)
      .orderBy('createdAt')
      .limit(limit)
      .execute();
    for (const { id } of old) {
      await deleteMailsAbout(tx, id);
      await deleteApplication(tx, files, id);
    }
    return old.length;
  });
}
