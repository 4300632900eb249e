/** Tells how long each statement takes, as Kysely's log has it. */
import type { LogEvent } from 'kysely';
import { tellPast } from 'shared/node/tracing';
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
  const [seconds, isError] = [queryDurationMillis / 1_000, level === 'error'];
  statementRun.tell({ operation, seconds, isError });
  const attributes = { 'db.operation.name': operation, 'db.query.text': query.sql };
  tellPast(`sql ${operation}`, { kind: 'client', attributes, seconds, isError });
}

function firstWord(sql: string): string {
  const word = /^\s*([a-z]+)/i.exec(sql)?.[1]?.toLowerCase() ?? '';
  return WORDS.has(word) ? word : 'other';
}
