/** All rows, and how they are run. */
import { startPostgres, type RunningPostgres } from '../../postgres/start-postgres.ts';
import { faultRun } from '../run.ts';
import type { DatabaseName } from '../stage.ts';
import { diskFull } from './disk-full.ts';
import { guessing } from './guessing.ts';
import { kill } from './kill.ts';
import { mailServer } from './mail-server.ts';
import { malformed } from './malformed.ts';
import { postgresAway } from './postgres-away.ts';
import { powerCut } from './power-cut.ts';
import { redemptions } from './redemptions.ts';
import { bothDatabases, NotHere, type RowResult, type Row } from './row.ts';
import { slowConnections } from './slow-connections.ts';
import { stop } from './stop.ts';
import { testedRows } from './tested.ts';

const odd: Row = {
  name: 'odd',
  what: 'odd requests to every route, page, form and file of the site',
  passesWhen: 'nothing wrong, and a visitor is served afterwards',
  databases: bothDatabases,
  run: async ({ database, requests, seed, report }) => {
    const wrong = await faultRun({ database, requests, seed, report });
    return { figure: `${wrong} wrong of ${requests}, seed ${seed}`, passed: wrong === 0 };
  },
};

export const rows: readonly Row[] = [
  kill,
  powerCut,
  diskFull,
  postgresAway,
  mailServer,
  redemptions,
  stop,
  slowConnections,
  malformed,
  odd,
  guessing,
  ...testedRows,
];

interface Choice {
  rows: readonly Row[];
  databases: readonly DatabaseName[];
  rounds: number | undefined;
  requests: number;
  seed: number;
  report: (line: string) => void;
}

interface Line {
  row: Row;
  database: DatabaseName;
  /** Nothing if the machine could not do it. */
  outcome: RowResult | undefined;
  /** Why not. */
  reason?: string;
  seconds: number;
}

/** Runs the rows in turn and prints each when done, then all as a table. @returns how many did not pass */
export async function runRows({ rows, databases, report, ...choice }: Choice): Promise<number> {
  await using begun = new AsyncDisposableStack();
  let running: Promise<RunningPostgres> | undefined;
  const postgres = () => {
    running ??= startPostgres();
    return running;
  };
  begun.defer(async () => void (await (await running)?.stop()));
  const lines: Line[] = [];
  for (const row of rows) {
    for (const database of row.databases.filter((each) => databases.includes(each))) {
      const begin = performance.now();
      const line = { row, database, ...(await runRow(row, { ...choice, database, postgres, report })) };
      lines.push({ ...line, seconds: (performance.now() - begin) / 1000 });
      report(lineOf(lines.at(-1)!));
    }
  }
  report(`\n${tableOf(lines)}`);
  return lines.filter(({ outcome }) => !outcome?.passed).length;
}

type Given = Omit<Parameters<Row['run']>[0], 'begun'>;

async function runRow(row: Row, given: Given): Promise<{ outcome: RowResult | undefined; reason?: string }> {
  await using begun = new AsyncDisposableStack();
  try {
    return { outcome: await row.run({ ...given, begun }) };
  } catch (error) {
    if (error instanceof NotHere) return { outcome: undefined, reason: error.message };
    return {
      outcome: { figure: `it broke: ${error instanceof Error ? error.message : String(error)}`, passed: false },
    };
  }
}

const verdictOf = ({ outcome }: Line): string => (!outcome ? 'NOT RUN' : outcome.passed ? 'passed' : 'FAILED');

function lineOf(line: Line): string {
  const { row, database, outcome, reason = '', seconds } = line;
  return `${verdictOf(line)}  ${row.name} on ${database}, ${seconds.toFixed(0)} s: ${outcome?.figure ?? reason}`;
}

function tableOf(lines: Line[]): string {
  const cells = lines.map((line) => {
    const { row, database, outcome, reason = '' } = line;
    const where = row.databases.length > 1 || database !== 'sqlite' ? database : '–';
    return [verdictOf(line), row.name, where, row.passesWhen, outcome?.figure ?? reason];
  });
  const all = [['', 'row', 'database', 'passes when', 'figure'], ...cells];
  const widths = all[0]!.map((_, column) => Math.max(...all.map((line) => line[column]!.length)));
  return all
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
