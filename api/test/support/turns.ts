import { statementRun } from '../../src/measured.ts';

/**
 * In how many turns of the event loop a database that is measured ran such statements.
 * @param operation the statements' first word
 */
export async function countTurns(operation: string, work: () => Promise<unknown>): Promise<number> {
  let turn = 0;
  const next = () => {
    turn += 1;
    counting = setImmediate(next);
  };
  let counting = setImmediate(next);
  const turns = new Set<number>();
  const stop = statementRun.listen((statement) => {
    if (statement.operation === operation) turns.add(turn);
  });
  try {
    await work();
  } finally {
    stop();
    clearImmediate(counting);
  }
  return turns.size;
}
