/** Counts that mean the whole installation: all instances share them, through the database (decision 087). */
import { countAttempt } from '../database/attempts.ts';
import type { Db } from '../database/schema.ts';
import { type Counted, WriteCounts } from './write-counts.ts';

/**
 * A store for @fastify/rate-limit. A limit with a `shared` name is counted in the database; what this instance alone has refused
 * already does not get there, so that somebody who goes on and on costs no transactions. All others are {@link WriteCounts}.
 */
export function sharedCounts(db: Db) {
  return class SharedCounts {
    readonly #own = new WriteCounts();
    readonly #shared: string | undefined;

    /** @param limit of a route, as `write-limit.ts` has them */
    constructor(limit: object = {}) {
      this.#shared = (limit as { shared?: string }).shared;
    }

    /** @param window in milliseconds @param max at most 65,534 */
    incr(ip: string, done: (error: Error | null, result: Counted) => void, window: number, max: number): void {
      this.#own.incr(
        ip,
        (error, own) => {
          if (error || this.#shared === undefined || own.current > max) return done(error, own);
          countAttempt(db, [{ of: `${this.#shared} ${ip}`, max, within: window }]).then(
            (wait) => done(null, wait === 0 ? own : { current: max + 1, ttl: wait }),
            (failure: unknown) => done(failure as Error, own),
          );
        },
        window,
        max,
      );
    }

    child(limit: object): SharedCounts {
      return new SharedCounts(limit);
    }
  };
}
