/** The API's metrics. Labels are words of the API's own. */
import type { Pool } from 'pg';
import { type Measures, SECONDS } from 'shared/node/telemetry/metrics';
import type { Db } from './database/schema.ts';
import { outboxState } from './mail/outbox.ts';
import { limitReached, mailSettled, statementRun } from './measured.ts';

/** How long to wait for the outbox's figures, in milliseconds: metrics must be there even when the database is not. */
const OUTBOX_DEADLINE_MS = 1_000;

interface Measured {
  db: Db;
  /** PostgreSQL's connections, if it is the database. */
  pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'> | undefined;
}

export function apiMeasures({ db, pool }: Measured): Measures {
  return (registry, { Counter, Gauge, Histogram }) => {
    const registers = [registry];
    const oldest = new Gauge({
      name: 'api_outbox_oldest_seconds',
      help: 'Age of the oldest mail waiting to be sent; 0 if there is none, or none is due yet.',
      registers,
    });
    void new Gauge({
      name: 'api_outbox_mails',
      help: 'Mails waiting to be sent (pending) and given up (dead). Missing while the database is away.',
      labelNames: ['state'],
      registers,
      async collect() {
        const late = new Promise<undefined>((resolve) => setTimeout(resolve, OUTBOX_DEADLINE_MS, undefined).unref());
        const state = await Promise.race([outboxState(db).catch(() => undefined), late]);
        this.reset();
        if (!state) return oldest.reset();
        this.set({ state: 'pending' }, state.pending);
        this.set({ state: 'dead' }, state.dead);
        // Mails of an issue are dated when they are due: while only such wait, the oldest one is in the future.
        const since = state.oldest === undefined ? Infinity : Date.parse(state.oldest);
        oldest.set(Math.max(0, (Date.now() - since) / 1_000));
      },
    });
    const mails = new Counter({
      name: 'api_mails_total',
      help: 'Attempts to send a mail, by result.',
      labelNames: ['result'],
      registers,
    });
    const limits = new Counter({
      name: 'api_limits_reached_total',
      help: 'Requests and mails that a limit held back.',
      labelNames: ['limit'],
      registers,
    });
    const statements = new Histogram({
      name: 'api_database_statement_duration_seconds',
      help: 'Time that a statement takes; commit is what makes a write durable.',
      labelNames: ['operation', 'result'],
      buckets: SECONDS,
      registers,
    });
    if (pool) {
      void new Gauge({
        name: 'api_database_connections',
        help: "The pool's connections: in use, idle, and requests that wait for one.",
        labelNames: ['state'],
        registers,
        collect() {
          this.set({ state: 'used' }, pool.totalCount - pool.idleCount);
          this.set({ state: 'idle' }, pool.idleCount);
          this.set({ state: 'waiting' }, pool.waitingCount);
        },
      });
    }
    const ends = [
      mailSettled.listen((labels) => mails.inc(labels)),
      limitReached.listen((labels) => limits.inc(labels)),
      statementRun.listen(({ operation, seconds, isError }) =>
        statements.observe({ operation, result: isError ? 'failed' : 'done' }, seconds),
      ),
    ];
    return () => {
      for (const end of ends) end();
    };
  };
}
