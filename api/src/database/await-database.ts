/** The API may start before its database, or while the database is away: then it waits, however long that takes. */
import { migrate } from './migrate.ts';
import { databaseProblem, refuses } from './problem.ts';
import type { Db } from './schema.ts';

const RETRY_MS = 500;

interface Waiting {
  log: { info: (facts: object, text: string) => void; warn: (facts: object, text: string) => void };
  /** Ends the waiting, because the process is stopping. */
  signal: AbortSignal;
  /** Called when the database turns out to be away. */
  onAway: () => void;
}

/**
 * Brings the database to the newest schema as soon as it answers. Logs once that it waits, and for what.
 * @returns whether that was done, and the process goes on
 * @throws errors that waiting cannot fix
 */
export async function migrateWhenReachable(db: Db, { log, signal, onAway }: Waiting): Promise<boolean> {
  let since: number | undefined;
  while (!signal.aborted) {
    try {
      const applied = await migrate(db);
      if (since !== undefined) log.warn({ ms: Date.now() - since }, 'the database can be reached');
      if (applied.length > 0) log.info({ applied }, 'database migrated');
      return !signal.aborted;
    } catch (error) {
      if (signal.aborted) break;
      if (databaseProblem(error)?.code !== 'unavailable' || refuses(error)) throw error;
      if (since === undefined) log.warn({ reason: reasonOf(error) }, 'waiting for the database');
      onAway();
      since ??= Date.now();
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
  return false;
}

/** When a name has several IP addresses, each fails in its own way, and the error that wraps them says nothing. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
