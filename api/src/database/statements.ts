/** Reports how long each statement takes, according to Kysely's log. */
import type { LogEvent } from 'kysely';
import { tellPast } from 'shared/node/telemetry/tracing';
import { statementRun } from '../measured.ts';

const nodes: Record<string, string> = {
  SelectQueryNode: 'select',
  InsertQueryNode: 'insert',
  UpdateQueryNode: 'update',
  DeleteQueryNode: 'delete',
};
/** First words of statements that are written as SQL. */
const WORDS = new Set(['select', 'insert', 'update', 'delete', 'begin', 'commit', 'rollback']);

export function tellStatement({ level, query, queryDurationMillis }: LogEvent): void {
  const operation = nodes[query.query.kind] ?? firstWord(query.sql);
  tell({ operation, seconds: queryDurationMillis / 1_000, isError: level === 'error' }, query.sql);
}

/** Reports a shared commit, once for each of those that share it: each has waited for it. */
export function tellCommit({ seconds, isError }: { seconds: number; isError: boolean }): void {
  tell({ operation: 'commit', seconds, isError }, 'commit');
}

function tell(run: { operation: string; seconds: number; isError: boolean }, text: string): void {
  statementRun.tell(run);
  const { operation, seconds, isError } = run;
  const attributes = { 'db.operation.name': operation, 'db.query.text': text };
  tellPast(`sql ${operation}`, { kind: 'client', attributes, seconds, isError });
}

function firstWord(sql: string): string {
  const word = /^\s*([a-z]+)/i.exec(sql)?.[1]?.toLowerCase() ?? '';
  return WORDS.has(word) ? word : 'other';
}
