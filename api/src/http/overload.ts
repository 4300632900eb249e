/** Turns visitors away while the event loop is late, as on an overloaded machine. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { limitReached } from '../measured.ts';
import { ProblemError } from '../problem.ts';

const SAMPLE_MS = 1_000;
/** How often the event loop is looked at within a sample, in milliseconds. */
const RESOLUTION_MS = 10;

interface OverloadOptions {
  /** How late the event loop may be on average of a sample, in milliseconds; 0 for however late. */
  delayMax: number;
  /** Until then nobody is turned away. */
  isSettled: () => boolean;
}

/**
 * For the routes that are registered after it.
 *
 * Of the process it asks for nothing that needs a file: where too many are open, that throws (decision 160).
 */
export function refuseOverload(app: FastifyInstance, { delayMax, isSettled }: OverloadOptions): void {
  if (delayMax === 0) return;
  const turns = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  turns.enable();
  let delay = 0;
  const timer = setInterval(() => {
    // Not a single turn in the whole sample.
    delay = Number.isNaN(turns.mean) ? Number.POSITIVE_INFINITY : turns.mean / 1e6 - RESOLUTION_MS;
    turns.reset();
  }, SAMPLE_MS).unref();
  app.addHook('onRequest', (_request, _reply, done) => {
    if (delay <= delayMax || !isSettled()) return done();
    limitReached.tell({ limit: 'overload' });
    done(overloaded());
  });
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer);
    turns.disable();
    done();
  });
}

function overloaded(): ProblemError {
  return new ProblemError({
    status: 503,
    code: 'unavailable',
    detail: 'The site is busy at the moment. Try again in a few seconds.',
    headers: { 'retry-after': '5' },
  });
}
