import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db, Schema } from './schema.ts';

/** Rows of a part. SQLite looks through it within one turn of the event loop. */
const SIZE = 500;
/** Between two parts others have their turn. */
const PAUSE_MS = 10;

/** Keys from after the first to the second. */
export type Part = readonly [string, string];

/**
 * A whole table by its key, which is text, part by part: for looking for a few rows that no index finds.
 * @param signal ends it between two parts
 */
export async function* partsOf(db: Db, table: keyof Schema, key: string, signal?: AbortSignal): AsyncGenerator<Part> {
  const [from, by] = [sql.table(table), sql.ref(key)];
  for (let after = ''; ; await delay(PAUSE_MS)) {
    if (signal?.aborted) return;
    const { rows } = await sql<{ last: string | null }>`
      select max(part.${by}) as last
      from (select ${by} from ${from} where ${by} > ${after} order by ${by} limit ${SIZE}) as part`.execute(db);
    const last = rows[0]!.last;
    if (last === null) return;
    yield [after, last];
    after = last;
  }
}
