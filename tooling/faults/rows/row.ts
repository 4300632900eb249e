/** A row of what must hold (`npm run faults`): something goes wrong, and a figure says how the site coped. */
import type { RunningPostgres } from '../../postgres/start-postgres.ts';
import type { DatabaseName } from '../stage.ts';

/** What a row is run with. */
export interface Circumstances {
  database: DatabaseName;
  /** The run's PostgreSQL, started when it is first asked for. Rows that end it start one of their own. */
  postgres: () => Promise<RunningPostgres>;
  /** How often what can be repeated is repeated, instead of the row's own number. */
  rounds: number | undefined;
  /** Odd requests for each database, and where their order begins. */
  requests: number;
  seed: number;
  /** Ends whatever the row has begun, in reverse order, when it is over or interrupted. */
  begun: AsyncDisposableStack;
  report: (line: string) => void;
}

export interface RowResult {
  figure: string;
  passed: boolean;
}

export interface Row {
  /** For `--rows`. */
  name: string;
  /** What goes wrong. */
  what: string;
  /** The pass mark. */
  passesWhen: string;
  /** A row that has nothing to do with a database is run once. */
  databases: readonly DatabaseName[];
  /** @throws NotHere when this machine cannot do it */
  run: (circumstances: Circumstances) => Promise<RowResult>;
}

export const bothDatabases: readonly DatabaseName[] = ['sqlite', 'postgres'];

/** The machine lacks what the row needs: it neither passed nor failed, which the run reports. */
export class NotHere extends Error {}
