/** How SQLite finds the rows of statements: PostgreSQL's choice depends on how many there are. */
import { StatementSync } from 'node:sqlite';
import { CompiledQuery } from 'kysely';
import { vi } from 'vitest';
import type { Db } from '../../src/database/schema.ts';

/** Short tables, what a statement has made itself, and indexes that have few of the rows. */
const SHORT = [
  /^SCAN (CONSTANT ROW|\(.*|part|taken|newsletter_issues|account_tokens|doomed_files)( |$)/,
  / INDEX (outbox_due|outbox_dead|outbox_revived|subscribers_open|post_reports_waiting)$/,
];

interface Step {
  statement: string;
  /** As SQLite says it: `SEARCH posts USING INTEGER PRIMARY KEY (rowid=?)`. */
  how: string;
}

/** How the statements of `work` find their rows. */
export async function stepsOf(db: Db, work: () => Promise<unknown>): Promise<Step[]> {
  // By the text of each: whether an index of some rows can be used depends on the values.
  const statements = new Map<string, unknown[]>();
  const spies = (['all', 'run'] as const).map((name) => {
    const original = StatementSync.prototype[name] as (...values: unknown[]) => unknown;
    return vi.spyOn(StatementSync.prototype, name).mockImplementation(function note(
      this: StatementSync,
      ...values: unknown[]
    ) {
      statements.set(this.sourceSQL, values);
      return original.apply(this, values) as never;
    });
  });
  try {
    await work();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  const steps: Step[] = [];
  for (const [statement, values] of statements) {
    if (!/^\s*(select|insert|update|delete|with)\b/.test(statement)) continue;
    const plan = CompiledQuery.raw(`explain query plan ${statement}`, values);
    const { rows } = await db.executeQuery<{ detail: string }>(plan);
    steps.push(...rows.map(({ detail }) => ({ statement, how: detail })));
  }
  return steps;
}

/** @returns what the statements of `work` read of tables with many rows from one end to the other */
export async function tablesReadThrough(db: Db, work: () => Promise<unknown>): Promise<Step[]> {
  const steps = await stepsOf(db, work);
  return steps.filter(({ how }) => how.startsWith('SCAN ') && !SHORT.some((short) => short.test(how)));
}
